/**
 * Why no entry is made until the next session. `loss_cap`, `profit_lock`, `losing_streak`: the user's limits. `invariant_broken`:
 * something held that must never be (reliability guide §3.14).
 */
export const DAY_LOCK_REASONS = ['loss_cap', 'profit_lock', 'losing_streak', 'invariant_broken'] as const
export type DayLockReason = (typeof DAY_LOCK_REASONS)[number]
