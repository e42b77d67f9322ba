import type { Paise } from '../money/paise.ts'

/**
 * Keeps a share of a day's profit: once the day's net result (closed and open, after charges) has reached `from`, the day is
 * over when it falls back to `keepPct` per cent of its peak. What is kept rises with the peak and never falls.
 */
export interface ProfitLock {
  readonly from: Paise
  readonly keepPct: number
}

/** Bounds of what a user may set: whole rupees, and whole per cent of the peak. */
export const PROFIT_LOCK_BOUNDS = {
  fromRupees: { min: 100, max: 100_000_000 },
  keepPct: { min: 10, max: 95 },
} as const

/** A higher peak counts once it is this share above the last: each is a row of the store, and a tick must not be one. */
const STEP = 0.01

/** The day's peak after it came to `now`; `peak`: that before; undefined: the day has not reached `from`. */
export function peakAfter({ from }: ProfitLock, peak: Paise | undefined, now: Paise): Paise | undefined {
  if (now < from) return peak
  return peak === undefined || now >= peak * (1 + STEP) ? now : peak
}

/** The floor of a day whose peak is `peak`: what is kept of it, in whole paise, rounded down. */
export function floorOf({ keepPct }: ProfitLock, peak: Paise): Paise {
  return Math.floor((peak * keepPct) / 100) as Paise
}

/** Whether a day that came to `peak` has fallen back to what is kept of it. */
export function isProfitLocked(lock: ProfitLock, peak: Paise | undefined, now: Paise): boolean {
  return peak !== undefined && peak >= lock.from && now <= floorOf(lock, peak)
}

/** Whether `requested` may let more of a day's profit be lost than `known`; null: none is kept. */
export function isLooserProfitLock(requested: ProfitLock | null, known: ProfitLock | null): boolean {
  if (known === null) return false
  return requested === null || requested.from > known.from || requested.keepPct < known.keepPct
}

/** What two locks both let through: the earlier start, and the larger share that is kept. */
export function tighterProfitLock(a: ProfitLock | null, b: ProfitLock | null): ProfitLock | null {
  if (a === null || b === null) return a ?? b
  return { from: Math.min(a.from, b.from) as Paise, keepPct: Math.max(a.keepPct, b.keepPct) }
}
