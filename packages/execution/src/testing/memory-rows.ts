import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import type { Batch, Change, DayLock, DayPeak, EntryRefusal, ForeignTradeDay } from '../store/account-changes.ts'
import { fillKey, type Fill } from '../trade/fill.ts'
import { isLive, type Trade } from '../trade/trade.ts'

/** A change as it was recorded; its place in the hash chain is computed when the journal is read. */
interface Entry {
  readonly at: EpochMs
  readonly batchId: string
  /** The lease it was written under. */
  readonly epoch: number
  readonly change: Change
}

/** The rows of one account, with its journal. */
export interface MemoryAccount {
  readonly userId: string
  epoch: number
  readonly journal: Entry[]
  readonly batches: Set<string>
  readonly trades: Map<string, Trade>
  readonly intents: Map<string, Intent>
  /** Intent ids by the tag of their order. */
  readonly tags: Map<string, string>
  readonly orders: Map<string, { order: OrderRecord; on: IstDate }>
  readonly fills: Map<string, { fill: Fill; on: IstDate }>
  readonly refusals: Map<string, EntryRefusal>
  /** By day and kind of link. */
  readonly locks: Map<string, DayLock>
  /** By day and kind of link. */
  readonly peaks: Map<string, DayPeak>
  readonly foreignTrades: Map<IstDate, ForeignTradeDay>
}

/** Trades of the day and those of any day that are not over. */
export function tradesFor(row: MemoryAccount, on: IstDate): Trade[] {
  return [...row.trades.values()].filter((trade) => trade.on === on || isLive(trade))
}

/** The day's locks, at most one for each kind of link. */
export function locksOf(row: MemoryAccount, on: IstDate): DayLock[] {
  return [...row.locks.values()].filter((lock) => lock.on === on)
}

/** The day's peaks, at most one for each kind of link. */
export function peaksOf(row: MemoryAccount, on: IstDate): DayPeak[] {
  return [...row.peaks.values()].filter((peak) => peak.on === on)
}

/** Takes a change of a batch down in the account's journal and brings its rows up to date. */
export function apply(row: MemoryAccount, batch: Batch, change: Change): void {
  row.journal.push({ at: batch.at, batchId: batch.id, epoch: batch.epoch, change })
  applyRow(row, change)
}

/** Brings an account's rows up to date. */
export function applyRow(row: MemoryAccount, change: Change): void {
  switch (change.type) {
    case 'trade':
      row.trades.set(change.trade.id, change.trade)
      return
    case 'intent':
      row.intents.set(change.intent.id, change.intent)
      if (change.intent.call.type === 'place') row.tags.set(change.intent.call.order.tag, change.intent.id)
      return
    case 'order':
      row.orders.set(`${change.on}/${change.order.orderId}`, { order: change.order, on: change.on })
      return
    case 'fill': {
      const key = `${change.on}/${change.fill.tradeId}/${fillKey(change.fill)}`
      if (!row.fills.has(key)) row.fills.set(key, { fill: change.fill, on: change.on })
      return
    }
    case 'refusal': {
      const key = `${change.refusal.symbol}/${change.refusal.decisionId}`
      if (!row.refusals.has(key)) row.refusals.set(key, change.refusal)
      return
    }
    case 'lock':
      row.locks.set(`${change.lock.on}/${change.lock.mode}`, change.lock)
      return
    case 'peak': {
      const key = `${change.peak.on}/${change.peak.mode}`
      if (change.peak.peak > (row.peaks.get(key)?.peak ?? Number.NEGATIVE_INFINITY)) row.peaks.set(key, change.peak)
      return
    }
    case 'foreign_trades':
      row.foreignTrades.set(change.day.on, change.day)
      return
    case 'alarm':
      return
  }
}
