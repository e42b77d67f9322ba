// @invariant account-limits A limit that a user sets over all indices lets no entry pass once it is reached, by the
//   kind of the link, and never holds an exit back.
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { LOSING_STREAK, type AccountLimits } from '@strikewise/domain/trading/account-limits.ts'
import { dayPnlNow, isLosingStreak, resultAtRisk, type DayPnl } from '@strikewise/domain/trading/daily-loss-limit.ts'
import { fallenSince, lostInWeek, weekStartOf, type DailyResult } from '@strikewise/domain/trading/period-limits.ts'
import { MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { AccountFacts } from '../account-facts.ts'
import type { EntryRefusalReason } from '../refusal.ts'
import type { DayLock } from '../store/account-changes.ts'
import type { Trade } from '../trade/trade.ts'
import { closedNets } from './day-pnl.ts'
import type { ForeignTrades } from '../trade/foreign-trades.ts'

/** What the limits over all indices are judged by, read in the transaction of the claim. */
interface AccountLimitInput {
  readonly now: EpochMs
  readonly on: IstDate
  readonly facts: AccountFacts | null
  readonly isLosingExit: boolean
  /** What the user traded without the product; its result is in `dayPnl` already. */
  readonly foreignTrades: ForeignTrades
  readonly dayPnl: DayPnl
  readonly dailyResults: readonly DailyResult[]
  readonly openWorstLoss: Paise
}

/** Why a day that its user's limits have locked has no more entries, with the figures it was locked by. */
export function dayLockRefusal(lock: Exclude<DayLock, { reason: 'invariant_broken' }>): EntryRefusalReason {
  switch (lock.reason) {
    case 'loss_cap':
      return { code: 'refusal.day_locked.loss_cap' }
    case 'profit_lock':
      return { code: 'refusal.day_locked.profit_lock', ...lock.figures }
    case 'losing_streak':
      return { code: 'refusal.day_locked.losing_streak', losses: lock.figures?.losses ?? LOSING_STREAK }
  }
}

/** Why the user's own limits over all indices allow no entry. `trades`: those of the link's kind, but the one that is entered. */
export function accountLimitRefusal(
  trades: readonly Trade[],
  input: AccountLimitInput,
): EntryRefusalReason | undefined {
  const { on, facts, foreignTrades } = input
  const { tradesPerDay, lossPauseMinutes, lossesInRow } = facts!.risk.account
  // The account's actor locks the day for it; what was set a moment ago holds before that.
  if (lossesInRow !== null && isLosingStreak(closedNets(trades, on, foreignTrades.closed), lossesInRow))
    return { code: 'refusal.day_locked.losing_streak', losses: lossesInRow }
  // An entry that bought nothing was no trade.
  const own = trades.filter((trade) => trade.on === on && trade.state !== 'abandoned').length
  const made = own + foreignTrades.begun
  if (tradesPerDay !== null && made >= tradesPerDay) return { code: 'refusal.trades_per_day', limit: tradesPerDay }
  const today = dayPnlNow(input.dayPnl)
  const [week, drawdown] = [weekOf(input, today), drawdownOf(input, today)]
  if (week !== undefined && week.used >= week.limit)
    return { code: 'refusal.weekly_loss', lost: week.used, limit: week.limit }
  if (drawdown !== undefined && drawdown.used >= drawdown.limit)
    return { code: 'refusal.drawdown', fallen: drawdown.used, limit: drawdown.limit }
  const minutes = lossPauseMinutes === null ? 0 : pauseLeft(trades, lossPauseMinutes, input)
  return minutes > 0 ? { code: 'refusal.loss_pause', minutes } : undefined
}

/**
 * Why what the entry may lose at its stop, beside what is open, does not fit into what the week or the drawdown leaves. It is
 * never made smaller to fit: its lots are those of the day's own limit.
 */
export function periodCapacityRefusal(input: AccountLimitInput, plannedLoss: Paise): EntryRefusalReason | undefined {
  const leftOf = ({ used, limit }: PeriodUse) => Math.max(0, limit - used - input.openWorstLoss) as Paise
  const today = resultAtRisk(input.dayPnl)
  const [week, drawdown] = [weekOf(input, today), drawdownOf(input, today)]
  if (week !== undefined && plannedLoss > leftOf(week))
    return { code: 'refusal.weekly_loss.remaining', plannedLoss, left: leftOf(week), limit: week.limit }
  if (drawdown !== undefined && plannedLoss > leftOf(drawdown))
    return { code: 'refusal.drawdown.remaining', plannedLoss, left: leftOf(drawdown), limit: drawdown.limit }
  return undefined
}

/** From which day on the limits over weeks and longer look at daily results; undefined: there is none. */
export function resultsFrom({ weeklyLoss, drawdown }: AccountLimits, on: IstDate): IstDate | undefined {
  const days = [...(weeklyLoss === null ? [] : [weekStartOf(on)]), ...(drawdown === null ? [] : [drawdown.since])]
  return days.toSorted()[0]
}

/** How much of a limit over a week or longer is used up. */
interface PeriodUse {
  readonly used: Paise
  readonly limit: Paise
}

function weekOf({ facts, dailyResults, on }: AccountLimitInput, today: Paise): PeriodUse | undefined {
  const { weeklyLoss: limit } = facts!.risk.account
  return limit === null ? undefined : { used: lostInWeek(dailyResults, on, today), limit }
}

function drawdownOf({ facts, dailyResults, on }: AccountLimitInput, today: Paise): PeriodUse | undefined {
  const { drawdown } = facts!.risk.account
  if (drawdown === null) return undefined
  return { used: fallenSince(dailyResults, drawdown.since, on, today), limit: drawdown.limit }
}

/** Whole minutes left of the pause after the day's last losing trade; one that is being left at a loss counts from now. */
function pauseLeft(
  trades: readonly Trade[],
  pauseMinutes: number,
  { now, on, isLosingExit, foreignTrades }: AccountLimitInput,
): number {
  let lostAt = isLosingExit ? now : Number.NEGATIVE_INFINITY
  for (const { net, closedAt } of foreignTrades.closed) if (net < 0) lostAt = Math.max(lostAt, closedAt)
  for (const trade of trades) {
    if (trade.state !== 'closed' || trade.on !== on) continue
    // A trade whose result was not read counts as lost.
    if (trade.result === null || trade.result.net < 0) lostAt = Math.max(lostAt, trade.closedAt)
  }
  return Math.max(0, Math.ceil((lostAt + pauseMinutes * MINUTE_MS - now) / MINUTE_MS))
}
