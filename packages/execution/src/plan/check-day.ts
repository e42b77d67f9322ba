import { losingStreakOf } from '@strikewise/domain/trading/account-limits.ts'
import { dayLock } from '@strikewise/domain/trading/daily-loss-limit.ts'
import { LINK_MODES, type LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { openPositions } from '../entry/open-positions.ts'
import { dayLockNotification } from '../persist/trade-notifications.ts'
import { dayPnlFrom, soldOutNets, type OpenPosition } from '../pre-trade/day-pnl.ts'
import type { DayLock } from '../store/account-changes.ts'
import type { AccountInput } from './account-input.ts'

const NO_MODE: ReadonlySet<LinkMode> = new Set()

/** The kinds of link whose positions must go, for their loss cap is reached. Locks the day where a limit of it is. */
export function checkDay(input: AccountInput): ReadonlySet<LinkMode> {
  const open = openPositions(input.unitOfWork, input.market, input.wall).map((one) => atKnownBid(one, input.market))
  let reached = NO_MODE
  for (const mode of LINK_MODES) {
    const own = open.filter(({ trade }) => trade.mode === mode)
    if (isCapReached(input, mode, own)) reached = new Set([...reached, mode])
  }
  return reached
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

/** Locks the day for a kind of link when its loss cap is reached or so many trades in a row lost; true for the cap. */
function isCapReached(input: AccountInput, mode: LinkMode, open: readonly OpenPosition[]): boolean {
  const { unitOfWork, now, dailyLossLimit, accountLimits, config } = input
  const { on } = unitOfWork.state
  const { brokerage } = config.broker
  const lock = unitOfWork.state.lockOf(mode)
  if (lock?.reason === 'loss_cap') return true
  const nets = unitOfWork.state.closedNets(mode)
  if (open.length === 0 && nets.length === 0) return false
  const dayPnl = dayPnlFrom([...nets, ...unitOfWork.state.coverNets(mode)], open, on, brokerage)
  // Without a known capital there is no cap, and the pre-trade check lets no entry through that could reach one.
  const cap = dailyLossLimit ?? (Number.MAX_SAFE_INTEGER as Paise)
  const losses = losingStreakOf(accountLimits)
  const reason = dayLock(cap, dayPnl, [...nets, ...soldOutNets(open, on, brokerage)], losses)
  // A streak of losses only stops entries, and any lock does that.
  if (reason === undefined || (reason === 'losing_streak' && lock !== undefined)) return false
  lockDay(input, { on, mode, reason, at: now, ...(reason === 'losing_streak' && { figures: { losses } }) })
  return reason === 'loss_cap'
}

function lockDay({ unitOfWork, ports }: AccountInput, lock: DayLock): void {
  unitOfWork.put({ type: 'lock', lock })
  unitOfWork.notify(dayLockNotification(unitOfWork.userId, unitOfWork.account, lock, unitOfWork.broker.names))
  ports.observer.count('day_locked', { reason: lock.reason })
}
