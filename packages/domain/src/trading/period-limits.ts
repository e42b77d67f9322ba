import type { Paise } from '../money/paise.ts'
import { addDays, weekdayOf, type IstDate } from '../time/ist.ts'

/** Net result of one day with closed trades, of one kind of link. */
export interface DailyResult {
  readonly on: IstDate
  readonly net: Paise
}

/** How far the account may fall from its peak; what was made and lost before `since` does not count. */
export interface DrawdownLimit {
  readonly limit: Paise
  readonly since: IstDate
}

/** Bounds of what a user may set, in whole rupees. */
export const PERIOD_LIMIT_RUPEES = { min: 500, max: 1_000_000_000 } as const

/** The first day of the trading week: its Monday. A special session at a weekend belongs to the week before it. */
export function weekStartOf(day: IstDate): IstDate {
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

/** What the week has lost with the day of `on` as it stands, at or above 0. `past`: the days before `on`. */
export function lostInWeek(past: readonly DailyResult[], on: IstDate, today: Paise): Paise {
  const from = weekStartOf(on)
  const result = past.reduce((sum, one) => (one.on >= from && one.on < on ? sum + one.net : sum), today as number)
  return Math.max(0, -result) as Paise
}

/**
 * How far the running sum of results from `since` on is under its peak, with the day of `on` as it stands. The sum begins at 0;
 * `past`: the days before `on`, oldest first.
 */
export function fallenSince(past: readonly DailyResult[], since: IstDate, on: IstDate, today: Paise): Paise {
  const nets = past.filter((one) => one.on >= since && one.on < on).map(({ net }) => net)
  let sum = 0
  let peak = 0
  for (const net of [...nets, today]) {
    sum += net
    peak = Math.max(peak, sum)
  }
  return (peak - sum) as Paise
}

/**
 * From which day on a drawdown counts once its limit is `limit`. Set for the first time, or looser than it was: from today;
 * tighter: as before, or setting it again would forget what was lost.
 */
export function drawdownSince(limit: Paise, known: DrawdownLimit | null, today: IstDate): DrawdownLimit {
  return { limit, since: known === null || limit > known.limit ? today : known.since }
}

/** Whether `requested` may let the account fall further than `known`: by more, or without what an earlier day lost; null: no limit. */
export function isLooserDrawdown(requested: DrawdownLimit | null, known: DrawdownLimit | null): boolean {
  if (known === null) return false
  return requested === null || requested.limit > known.limit || requested.since > known.since
}
