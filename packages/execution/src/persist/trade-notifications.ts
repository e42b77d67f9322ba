import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { LOSING_STREAK } from '@strikewise/domain/trading/account-limits.ts'
import { SIZING } from '@strikewise/domain/trading/sizing.ts'
import type { BrokerNames } from '../broker-profile.ts'
import type { DayLock } from '../store/account-changes.ts'
import type { Notification } from '../store/notification.ts'
import { reducedLotsOf, type ReducedLots } from '../trade/reduced-lots.ts'
import { soldInPartsSince } from '../trade/reduction.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import type { FewerLotsReason, TradeNotice } from '../trade/trade-notice.ts'
import type { ClosedTrade, CoverPnl, HeldTrade, Trade } from '../trade/trade.ts'

/** What the user is notified of when a trade reaches this state, or undefined when there is nothing to notify. */
export function tradeNotification(
  trade: Trade,
  units: number,
  at: EpochMs,
  names: BrokerNames,
): Notification | undefined {
  const about = { userId: trade.userId, at, symbol: trade.contract.symbol }
  if (trade.state === 'open')
    return { ...about, kind: 'trade_opened', key: `opened/${trade.id}`, message: openedNotice(trade, units) }
  if (trade.state === 'closed')
    return { ...about, kind: 'trade_closed', key: `closed/${trade.id}`, message: closedNotice(trade, names) }
  return undefined
}

/**
 * What the user is notified of when a part of their position was sold as they asked: the units sold since `before` of them
 * were, and their average price.
 */
export function reducedNotification(view: TradeSnapshot, before: number, at: EpochMs): Notification {
  const { trade, open: held } = view
  const { units: quantity, value } = soldInPartsSince(view, before)
  const { mode } = trade
  const price = Math.round(value / quantity) as Paise
  const contract = contractRef(trade.contract)
  return {
    userId: trade.userId,
    kind: 'trade_closed',
    key: `reduced/${trade.id}/${before + quantity}`,
    at,
    symbol: trade.contract.symbol,
    message: { code: 'notice.trade_reduced', mode, contract, quantity, price, held },
  }
}

function openedNotice(trade: HeldTrade, quantity: number): TradeNotice {
  const { mode, entryPrice: price, trigger: stop } = trade
  const opened = { mode, contract: contractRef(trade.contract), quantity, price, stop }
  const fewer = reducedLotsOf(trade, quantity)
  return fewer === undefined
    ? { code: 'notice.trade_opened', ...opened }
    : { code: 'notice.trade_opened.fewer', ...opened, lots: lotsReason(fewer) }
}

/** Why fewer lots were bought than the user had set. */
function lotsReason({ reason, bought, armed }: ReducedLots): FewerLotsReason {
  if (reason === 'cash') return { code: 'lots.cash', bought, armed, share: SIZING.cashShare }
  if (reason === 'second_attempt') return { code: 'lots.second_attempt', bought, armed, share: SIZING.recoveryShare }
  return { code: `lots.${reason}`, bought, armed }
}

function closedNotice(trade: ClosedTrade, { portal }: BrokerNames): TradeNotice {
  const { mode, converted, result, traded: quantity, risk } = trade
  const contract = contractRef(trade.contract)
  if (converted !== undefined)
    return { code: 'notice.trade_closed.converted', mode, contract, units: converted, portal }
  if (result === null || quantity === 0) return { code: 'notice.trade_closed.unknown', mode, contract }
  return {
    code: 'notice.trade_closed',
    mode,
    contract,
    quantity,
    price: Math.round(result.exitValue / quantity) as Paise,
    reason: trade.exitReason,
    net: result.net,
    r: result.net / (risk * quantity),
    held: trade.closedAt - trade.enteredAt,
  }
}

/** What the user is notified of when another sale than the one known at its end turned out to have closed a trade. */
export function recountedNotification(trade: ClosedTrade, at: EpochMs, names: BrokerNames): Notification {
  const exitValue = trade.result?.exitValue ?? 0
  return {
    userId: trade.userId,
    kind: 'trade_closed',
    key: `recounted/${trade.id}/${exitValue}`,
    at,
    symbol: trade.contract.symbol,
    message: closedNotice(trade, names),
  }
}

/** What the user is notified of when units that were sold short were bought back. */
export function coverNotification(trade: Trade, { units, net }: CoverPnl, at: EpochMs): Notification {
  return {
    userId: trade.userId,
    kind: 'trade_closed',
    key: `covered/${trade.id}/${units}`,
    at,
    symbol: trade.contract.symbol,
    message: { code: 'notice.covered', mode: trade.mode, contract: contractRef(trade.contract), units, net },
  }
}

/** What the user is notified of when the day is over for entries. */
export function dayLockNotification(userId: string, account: string, lock: DayLock, names: BrokerNames): Notification {
  return {
    userId,
    kind: 'day_locked',
    // A breach holds entries of either kind, and is one notification.
    key: `locked/${account}/${lock.on}/${lock.reason === 'invariant_broken' ? lock.reason : lock.mode}`,
    at: lock.at,
    symbol: null,
    message: dayLockNotice(lock, names),
  }
}

function dayLockNotice(lock: DayLock, { broker }: BrokerNames): TradeNotice {
  const { mode } = lock
  switch (lock.reason) {
    case 'loss_cap':
      return { code: 'notice.day_locked.loss_cap', mode }
    case 'losing_streak':
      return { code: 'notice.day_locked.losing_streak', mode, losses: lock.figures?.losses ?? LOSING_STREAK }
    case 'profit_lock':
      return { code: 'notice.day_locked.profit_lock', mode, ...lock.figures }
    case 'invariant_broken':
      return mode === 'paper'
        ? { code: 'notice.day_locked.invariant_broken.paper' }
        : { code: 'notice.day_locked.invariant_broken', broker }
  }
}
