import type { Notification } from '../store/notification.ts'
import type { AccountId } from '../ports.ts'
import { RowRejected } from '../ports.ts'
import type { Batch, Change } from '../store/account-changes.ts'
import { netIncludingCovers } from '../trade/trade-pnl.ts'
import type { Trade } from '../trade/trade.ts'

/**
 * The constraints of the PostgreSQL schema, for the store in memory: what that one refuses, this one must refuse, or no
 * test in memory sees what becomes of it. Both run the same contract suite with the same hostile rows.
 */

/** What the constraints look at beside a row itself. */
export interface RowsSeen {
  /** The account's trades, with those of the batch. */
  readonly trades: ReadonlyMap<string, Trade>
  readonly ownerOfTag: (tag: string) => string | undefined
  readonly ownerOfTrade: (id: string) => AccountId | undefined
}

const SYMBOLS: readonly string[] = ['NIFTY', 'BANKNIFTY']
const STATES: readonly string[] = ['entering', 'open', 'exiting', 'closed', 'abandoned']
const MODES: readonly string[] = ['paper', 'live']
const INTENT_KINDS: readonly string[] = ['enter', 'protect', 'move', 'reduce', 'exit', 'cancel', 'cover']
const OUTCOMES: readonly string[] = ['sending', 'in_doubt', 'accepted', 'refused', 'absent']
const SIDES: readonly string[] = ['BUY', 'SELL']
const NOTIFICATION_KINDS: readonly string[] = ['trade_opened', 'trade_closed', 'day_locked', 'alarm']
const MAX_INTEGER = 2 ** 31 - 1
const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Checks each change of a batch against the schema.
 * @throws RowRejected
 */
export function checkBatch(rows: RowsSeen, batch: Batch): void {
  requireWhole('batch.at', batch.at)
  for (const change of batch.changes) {
    requireText(change, change.type)
    checkChange(rows, change)
  }
}

/** @throws RowRejected */
export function checkNotification(notification: Notification, hasUser: boolean): void {
  requireText(notification, 'note')
  requireOneOf('trade_notifications.kind', notification.kind, NOTIFICATION_KINDS)
  requireWhole('trade_notifications.at', notification.at)
  if (!hasUser) reject('trade_notifications_user_id_fkey')
}

function checkChange(rows: RowsSeen, change: Change): void {
  switch (change.type) {
    case 'trade':
      checkTrade(rows, change.trade)
      return
    case 'intent': {
      const { id, kind, outcome, tradeId, call, createdAt } = change.intent
      requireOneOf('intents.kind', kind, INTENT_KINDS)
      requireOneOf('intents.outcome', outcome.state, OUTCOMES)
      requireWhole('intents.created_at', createdAt)
      requireTrade(rows, tradeId, 'intents')
      if (call.type === 'place' && (rows.ownerOfTag(call.order.tag) ?? id) !== id) reject('intents_tag_key')
      return
    }
    case 'order':
      requireDay('broker_orders.on_day', change.on)
      requireTrade(rows, change.order.tradeId, 'broker_orders')
      return
    case 'fill': {
      const { side, quantity, price, at, tradeId } = change.fill
      requireDay('fills.on_day', change.on)
      requireOneOf('fills.side', side, SIDES)
      if (!Number.isInteger(quantity) || quantity <= 0 || quantity > MAX_INTEGER) reject('fills_quantity_check')
      requireWhole('fills.price_paise', price)
      if (price <= 0) reject('fills_price_paise_check')
      requireWhole('fills.filled_at', at)
      requireTrade(rows, tradeId, 'fills')
      return
    }
    case 'refusal':
      requireDay('entry_refusals.on_day', change.refusal.on)
      requireWhole('entry_refusals.at', change.refusal.at)
      return
    case 'lock':
      requireDay('day_locks.on_day', change.lock.on)
      requireOneOf('day_locks.mode', change.lock.mode, MODES)
      requireWhole('day_locks.at', change.lock.at)
      return
    case 'peak':
      requireDay('day_peaks.on_day', change.peak.on)
      requireOneOf('day_peaks.mode', change.peak.mode, MODES)
      requireWhole('day_peaks.peak_paise', change.peak.peak)
      requireWhole('day_peaks.at', change.peak.at)
      return
    case 'foreign_trades': {
      const { on, at, trades } = change.day
      requireDay('foreign_trade_days.on_day', on)
      requireWhole('foreign_trade_days.at', at)
      requireWhole('foreign_trade_days.begun', trades.begun)
      if (trades.begun < 0) reject('foreign_trade_days_begun_check')
      requireWhole('foreign_trade_days.open_at_last_paise', trades.openAtLast)
      requireWhole('foreign_trade_days.exit_charges_paise', trades.exitCharges)
      return
    }
    case 'alarm':
      return
  }
}

function checkTrade({ trades, ownerOfTrade }: RowsSeen, trade: Trade): void {
  requireDay('trades.on_day', trade.on)
  requireOneOf('trades.symbol', trade.contract.symbol, SYMBOLS)
  requireOneOf('trades.state', trade.state, STATES)
  requireOneOf('trades.mode', trade.mode, MODES)
  requireWhole('trades.created_at', trade.createdAt)
  const net = trade.state === 'closed' ? netIncludingCovers(trade) : null
  if (net !== null) requireWhole('trades.net_paise', net)
  const owner = ownerOfTrade(trade.id)
  // The row of another account's trade would be changed: the adapter never does that, ids being unique.
  if (owner !== undefined && owner !== trade.accountId) reject('trades_pkey')
  for (const other of trades.values())
    if (
      other.id !== trade.id &&
      other.contract.symbol === trade.contract.symbol &&
      other.decisionId === trade.decisionId
    )
      reject('trades_account_id_symbol_decision_id_key')
}

function requireTrade({ trades }: RowsSeen, id: string, table: string): void {
  if (!trades.has(id)) reject(`${table}_trade_id_fkey`)
}

function requireOneOf(column: string, value: string, values: readonly string[]): void {
  if (!values.includes(value)) reject(`${column} check`)
}

/** A bigint of the schema. */
function requireWhole(column: string, value: number): void {
  if (!Number.isSafeInteger(value)) reject(`${column} bigint`)
}

function requireDay(column: string, value: string): void {
  if (!DAY.test(value)) reject(`${column} date`)
}

/** No text anywhere in a JSON value may hold NUL or half of a surrogate pair. */
function requireText(value: unknown, what: string): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) reject(`${what} text`)
  } else if (Array.isArray(value)) {
    for (const inner of value) requireText(inner, what)
  } else if (typeof value === 'object' && value !== null) {
    // Rows are plain: without a list of their values this takes half the time.
    for (const key in value) requireText((value as Readonly<Record<string, unknown>>)[key], what)
  }
}

function reject(constraint: string): never {
  throw new RowRejected(constraint)
}
