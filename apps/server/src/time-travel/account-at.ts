import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { OrderRecord } from '@strikewise/execution/order/order.ts'
import type { Change, DayLock } from '@strikewise/execution/store/account-changes.ts'
import { fillKey, type Fill } from '@strikewise/execution/trade/fill.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { JournaledChange } from './journal-until.ts'

/** An alarm of trading, and when it was raised. */
export interface RaisedAlarm {
  readonly at: EpochMs
  readonly code: string
  readonly message: Extract<Change, { type: 'alarm' }>['message']
}

/** One day of an account as its rows were at an instant. */
export interface AccountAt {
  readonly trades: readonly Trade[]
  readonly intents: readonly Intent[]
  readonly orders: readonly OrderRecord[]
  /** Without those that bought a short position back. */
  readonly fills: readonly Fill[]
  readonly locks: readonly DayLock[]
  /** Oldest first. */
  readonly alarms: readonly RaisedAlarm[]
}

/**
 * The rows of a day to which its changes lead, as the store writes them: the newest state of each trade, intent, order and
 * lock, every fill once. `changes`: in the journal's order, up to the instant.
 */
export function accountAt(on: IstDate, changes: readonly JournaledChange[]): AccountAt {
  const trades = new Map<string, Trade>()
  const intents = new Map<string, Intent>()
  const orders = new Map<string, OrderRecord>()
  const fills = new Map<string, Fill>()
  const locks = new Map<string, DayLock>()
  const alarms: RaisedAlarm[] = []
  for (const { at, change } of changes) {
    if (change.type === 'trade') trades.set(change.trade.id, change.trade)
    else if (change.type === 'intent') intents.set(change.intent.id, change.intent)
    else if (change.type === 'order') orders.set(`${change.on}/${change.order.orderId}`, change.order)
    else if (change.type === 'fill') {
      const { fill } = change
      const key = `${change.on}/${fill.tradeId}/${fillKey(fill)}`
      if (!fills.has(key)) fills.set(key, fill)
    } else if (change.type === 'lock') locks.set(`${change.lock.on}/${change.lock.mode}`, change.lock)
    else if (change.type === 'alarm') alarms.push({ at, code: change.code, message: change.message })
  }
  const covers = coverOrdersOf(intents.values())
  return {
    trades: [...trades.values()].filter((trade) => trade.on === on),
    intents: [...intents.values()],
    orders: [...orders.values()],
    fills: [...fills.values()].filter(({ tradeId, orderId }) => !covers.has(`${tradeId}/${orderId}`)),
    locks: [...locks.values()].filter((lock) => lock.on === on),
    alarms,
  }
}

/** Trade and order of each purchase that bought a short position back. */
function coverOrdersOf(intents: Iterable<Intent>): ReadonlySet<string> {
  const covers = new Set<string>()
  for (const { kind, tradeId, outcome } of intents)
    if (kind === 'cover' && outcome.state === 'accepted') covers.add(`${tradeId}/${outcome.orderId}`)
  return covers
}
