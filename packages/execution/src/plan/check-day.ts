// @invariant profit-lock Once a day's net result has reached what its user set, it is over when it falls back to the
//   kept share of its peak; the peak is a row, never falls and survives a restart.
import { losingStreakOf } from '@strikewise/domain/trading/account-limits.ts'
import { dayLock, dayPnlNow, type DayPnl } from '@strikewise/domain/trading/daily-loss-limit.ts'
import { LINK_MODES, type LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { isProfitLocked, floorOf, peakAfter } from '@strikewise/domain/trading/profit-lock.ts'
import { openPositions } from '../entry/open-positions.ts'
import { dayLockNotification } from '../persist/trade-notifications.ts'
import { closedNets, dayPnlFrom, soldOutNets, withForeignTrades, type OpenPosition } from '../pre-trade/day-pnl.ts'
import { foreignResult, NO_FOREIGN_TRADES, type ForeignTrades } from '../trade/foreign-trades.ts'
import type { DayLock, DayLockCause } from '../store/account-changes.ts'
import { ofMode } from '../trade/trade.ts'
import type { AccountInput } from './account-input.ts'

/** What the user's open trades come to is stored this often at the most; what is begun or closed, at once. */
const FOREIGN_ROW_EVERY_MS = MINUTE_MS

/** Why every position of a kind of link is exited: a limit of its day is reached. */
export type DayExit = 'day_cap' | 'profit_lock'

/** The kinds of link whose positions must go, and why. Locks the day where a limit of it is reached. */
export function checkDay(input: AccountInput): ReadonlyMap<LinkMode, DayExit> {
  const open = openPositions(input.unitOfWork, input.market, input.wall)
  const foreign = foreignTradesNow(input)
  const exits = new Map<LinkMode, DayExit>()
  for (const mode of LINK_MODES) {
    const own = open.filter(({ trade }) => trade.mode === mode)
    // Paper never counts towards live, nor live towards paper.
    const exit = dayExitOf(input, mode, own, mode === 'live' ? foreign : NO_FOREIGN_TRADES)
    if (exit !== undefined) exits.set(mode, exit)
  }
  return exits
}

/** What the user traded today without the product; stored, for later days' limits, screens and a restart. */
function foreignTradesNow({ unitOfWork, foreignTrades, now }: AccountInput): ForeignTrades {
  const { state } = unitOfWork
  const trades = foreignTrades(state)
  const known = state.foreignTrades()
  const before = known?.trades ?? NO_FOREIGN_TRADES
  const hasTraded = trades.begun !== before.begun || trades.closed.length !== before.closed.length
  const isRevalued = foreignResult(trades) !== foreignResult(before) && now - (known?.at ?? 0) >= FOREIGN_ROW_EVERY_MS
  if (hasTraded || isRevalued) unitOfWork.put({ type: 'foreign_trades', day: { on: state.on, at: now, trades } })
  return trades
}

/** Locks the day for a kind of link when its loss cap is reached, its profit is locked, or so many trades in a row lost. */
function dayExitOf(
  input: AccountInput,
  mode: LinkMode,
  open: readonly OpenPosition[],
  foreign: ForeignTrades,
): DayExit | undefined {
  const { unitOfWork, dailyLossLimit, accountLimits, config, market } = input
  const { on } = unitOfWork.state
  const { brokerage } = config.broker
  const lock = unitOfWork.state.lockOf(mode)
  if (lock?.reason === 'loss_cap') return 'day_cap'
  const nets = unitOfWork.state.closedNets(mode)
  if (open.length === 0 && nets.length === 0 && foreign.begun === 0) return undefined
  const realised = [...nets, ...unitOfWork.state.coverNets(mode)]
  const dayPnl = dayPnlFrom(
    realised,
    open.map((one) => atKnownBid(one, market)),
    on,
    brokerage,
  )
  const withForeign = withForeignTrades(dayPnl, foreign)
  const allNets =
    foreign.closed.length === 0 ? nets : closedNets(ofMode(unitOfWork.state.trades(), mode), on, foreign.closed)
  // Without a known capital there is no cap, and the pre-trade check lets no entry through that could reach one.
  const cap = dailyLossLimit ?? (Number.MAX_SAFE_INTEGER as Paise)
  const losses = losingStreakOf(accountLimits)
  const reason = dayLock(cap, withForeign, [...allNets, ...soldOutNets(open, on, brokerage)], losses)
  if (reason === 'loss_cap') {
    lockDay(input, mode, { reason })
    return 'day_cap'
  }
  if (lock?.reason === 'profit_lock') return 'profit_lock'
  const figures = lockedProfitOf(input, mode, dayPnlFrom(realised, open, on, brokerage), open, foreign)
  if (figures !== undefined) {
    lockDay(input, mode, { reason: 'profit_lock', figures })
    return 'profit_lock'
  }
  // A streak of losses only stops entries, and any lock does that.
  if (reason === 'losing_streak' && lock === undefined) lockDay(input, mode, { reason, figures: { losses } })
  return undefined
}

/**
 * An open position at the last bid that was believed, or without loss where there was none. What its stop would lose bars
 * entries while the price is not known; but one broken quote, or a restart before the first, must not sell a position for a
 * loss that no price shows.
 */
function atKnownBid(position: OpenPosition, market: AccountInput['market']): OpenPosition {
  const { bid, trade } = position
  if (bid !== undefined) return position
  return { ...position, bid: market.lastBid(trade.contract.token) ?? trade.entryPrice }
}

/**
 * Counts the day's peak, and answers with the figures of a profit that is to be locked now. While the price of anything held
 * is not current the day neither rises nor falls.
 */
function lockedProfitOf(
  { unitOfWork, accountLimits, now }: AccountInput,
  mode: LinkMode,
  day: DayPnl,
  open: readonly OpenPosition[],
  foreign: ForeignTrades,
): { peak: Paise; floor: Paise } | undefined {
  const { profitLock } = accountLimits
  if (profitLock === null || open.some(({ units, bid }) => units > 0 && bid === undefined)) return undefined
  const { on } = unitOfWork.state
  const result = dayPnlNow(withForeignTrades(day, foreign))
  const before = unitOfWork.state.peakOf(mode)
  const peak = peakAfter(profitLock, before, result)
  if (peak === undefined) return undefined
  if (peak !== before) unitOfWork.put({ type: 'peak', peak: { on, mode, peak, at: now } })
  return isProfitLocked(profitLock, peak, result) ? { peak, floor: floorOf(profitLock, peak) } : undefined
}

function lockDay({ unitOfWork, ports, now }: AccountInput, mode: LinkMode, cause: DayLockCause): void {
  const lock: DayLock = { on: unitOfWork.state.on, mode, at: now, ...cause }
  unitOfWork.put({ type: 'lock', lock })
  unitOfWork.notify(dayLockNotification(unitOfWork.userId, unitOfWork.account, lock, unitOfWork.broker.names))
  ports.observer.count('day_locked', { reason: cause.reason })
}
