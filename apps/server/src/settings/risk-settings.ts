// @invariant one-position-per-index
// @invariant loosening-waits
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { splitLimits } from '@strikewise/domain/trading/looser-settings.ts'
import { limitsInForce, type PendingValue } from '@strikewise/domain/trading/pending-settings.ts'
import {
  riskLimitsFrom,
  storedRiskLimits,
  USER_LIMITS,
  type RiskLimits,
} from '@strikewise/domain/trading/user-limits.ts'
import type { RiskSettings } from '@strikewise/wire/account.ts'
import { DomainError } from '../domain-error.ts'
import type { Caller } from '../identity/caller.ts'
import { requireFreshSignIn } from '../identity/fresh-sign-in.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { lockSettings } from './lock-settings.ts'
import { loadPendingSettings, looserFrom, replacePendingSettings } from './pending-settings.ts'
import { completeRiskSettings, riskLimitsOf, riskSettingsOf } from './risk-settings-in-force.ts'

/** The positions a symbol of a plan without parallel trades. */
const WITHOUT_PARALLEL = USER_LIMITS.positionsPerSymbol.initial

/** What of the limits depends on the user's plan. */
export interface RiskRights {
  /** Parallel trades. */
  readonly parallel: boolean
  /** Entry hours of the user's own. */
  readonly timeFilter: boolean
}

/** The limits in force, with what is `due` of those that were to take effect later. */
export async function loadRiskLimits(
  db: UserScopedRow,
  userId: string,
  due: readonly PendingValue[],
): Promise<RiskLimits> {
  const row = await db
    .selectFrom('risk_settings')
    .select([
      'capital_paise as capital',
      'daily_loss_cap_bp as dailyLossBp',
      'max_entries_per_symbol as maxEntries',
      'max_positions_per_symbol as maxPositions',
      'cover_manual_shorts as coverManualShorts',
      'entry_days as entryDays',
      'entry_from_minute as entryFromMinute',
      'entry_to_minute as entryToMinute',
      'max_trades_per_day as tradesPerDay',
      'pause_after_loss_minutes as lossPauseMinutes',
      'max_losses_in_row as lossesInRow',
      'profit_lock_from_paise as profitLockFrom',
      'profit_lock_keep_pct as profitLockKeepPct',
      'weekly_loss_paise as weeklyLoss',
      'drawdown_paise as drawdownLimit',
      'drawdown_since as drawdownSince',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const stored = riskLimitsFrom(
    row && {
      ...row,
      capital: row.capital as Paise | null,
      profitLockFrom: row.profitLockFrom as Paise | null,
      weeklyLoss: row.weeklyLoss as Paise | null,
      drawdownLimit: row.drawdownLimit as Paise | null,
    },
  )
  return limitsInForce(stored, due)
}

/** The limits as they bind: without `parallel` one position a symbol, without `timeFilter` no entry hours of the user's own. */
export function bindingLimits(limits: RiskLimits, { parallel, timeFilter }: RiskRights): RiskLimits {
  return {
    ...limits,
    maxPositionsPerSymbol: parallel ? limits.maxPositionsPerSymbol : WITHOUT_PARALLEL,
    entryHours: timeFilter ? limits.entryHours : null,
  }
}

/**
 * Changes the limits: what is tighter at once, what is looser when `looserFrom` allows it. Answers whether anything is looser.
 * Throws DomainError for what the plan does not contain, and `sign_in_again` for anything looser without a fresh sign-in.
 */
export async function changeRiskLimits(
  db: UserScopedRow,
  caller: Caller,
  change: RiskSettings,
  rights: RiskRights,
  now: EpochMs,
): Promise<boolean> {
  const { userId } = caller
  await lockSettings(db, userId)
  const { due } = await loadPendingSettings(db, userId, now)
  const stored = await loadRiskLimits(db, userId, due)
  const inForce = bindingLimits(stored, rights)
  const complete = completeRiskSettings(change, riskSettingsOf(inForce))
  const requested = riskLimitsOf(complete, inForce.account.drawdown, istDateAt(now))
  const parts = splitLimits(requested, inForce)
  const looser = Object.entries(parts.looser).map(
    ([setting, value]) => ({ setting, symbol: null, value }) as PendingValue,
  )
  const isLooser = looser.length > 0
  if (isLooser) requireFreshSignIn(caller)
  requireRights(requested, rights)
  const effectiveAt = isLooser ? await looserFrom(db, userId, now) : now
  const limits = effectiveAt > now ? parts.atOnce : requested
  // A plan without the time filter shows no entry hours: they are kept for the plan that has it again.
  const { entryHours } = rights.timeFilter ? limits : stored
  await saveRiskLimits(db, userId, { ...limits, entryHours })
  const changed = parts.changed.map((setting) => ({ setting, symbol: null }))
  const settled = [...changed, ...due.filter(({ symbol }) => symbol === null)]
  await replacePendingSettings(db, userId, { settled, looser, askedAt: now, effectiveAt })
  return isLooser
}

/** Throws DomainError for limits that the plan does not contain. */
function requireRights(requested: RiskLimits, rights: RiskRights): void {
  if (!rights.parallel && requested.maxPositionsPerSymbol > WITHOUT_PARALLEL)
    throw new DomainError({ code: 'problem.upgrade_required.parallel' })
  if (!rights.timeFilter && requested.entryHours !== null)
    throw new DomainError({ code: 'problem.upgrade_required.time_filter' })
}

async function saveRiskLimits(db: UserScopedRow, userId: string, limits: RiskLimits): Promise<void> {
  const stored = storedRiskLimits(limits)
  const values = {
    capital_paise: stored.capital,
    daily_loss_cap_bp: stored.dailyLossBp,
    max_entries_per_symbol: stored.maxEntries,
    max_positions_per_symbol: stored.maxPositions,
    cover_manual_shorts: stored.coverManualShorts,
    max_trades_per_day: stored.tradesPerDay,
    pause_after_loss_minutes: stored.lossPauseMinutes,
    max_losses_in_row: stored.lossesInRow,
    profit_lock_from_paise: stored.profitLockFrom,
    profit_lock_keep_pct: stored.profitLockKeepPct,
    weekly_loss_paise: stored.weeklyLoss,
    drawdown_paise: stored.drawdownLimit,
    drawdown_since: stored.drawdownSince,
    entry_days: stored.entryDays === null ? null : [...stored.entryDays],
    entry_from_minute: stored.entryFromMinute,
    entry_to_minute: stored.entryToMinute,
  }
  await db
    .insertInto('risk_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}
