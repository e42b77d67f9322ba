import type { Product, OrderSide, OrderCall } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { ExchangeFault } from './faults.ts'
import type { GttRequest, GttStatus } from './gtt-types.ts'
import type { OrderChange, OrderRequest, OrderStatus, OrderRejection } from './order-types.ts'

/** One thing that happened at the exchange. Auditors rebuild cash, positions and order lives from these alone. */
export type LogEvent =
  | { type: 'account_opened'; cash: Paise; collateral: Paise }
  | { type: 'cash_added'; amount: Paise }
  | { type: 'order_refused'; call: OrderCall; orderId: string | null; refusal: OrderRejection }
  | { type: 'order_taken'; orderId: string; request: OrderRequest; placedBy: string }
  | { type: 'modify_taken'; orderId: string; change: OrderChange }
  | { type: 'modify_failed'; orderId: string; reason: string }
  | { type: 'cancel_taken'; orderId: string }
  | { type: 'status'; orderId: string; from: OrderStatus | null; to: OrderStatus; reason: string | null }
  | {
      type: 'fill'
      orderId: string
      tradeId: string
      tradingsymbol: string
      product: Product
      side: OrderSide
      quantity: number
      price: Paise
      /** The order's limit at that moment. */
      limit: Paise
    }
  | { type: 'charges'; orderId: string | null; amount: Paise }
  | {
      type: 'expiry_settled'
      tradingsymbol: string
      product: Product
      quantity: number
      /** Index points × 100. */
      indexClose: Paise
      amount: Paise
      charges: Paise
    }
  | { type: 'position_converted'; tradingsymbol: string; quantity: number; from: Product; to: Product }
  | { type: 'gtt_taken'; triggerId: number; request: GttRequest }
  | { type: 'gtt_replaced'; triggerId: number; request: GttRequest }
  | { type: 'gtt_refused'; call: 'place' | 'replace' | 'delete'; triggerId: number | null; refusal: OrderRejection }
  /** `orderId` is null, with the reason, when the order was refused. */
  | { type: 'gtt_fired'; triggerId: number; leg: number; lastPrice: Paise; orderId: string | null; reason: string }
  | { type: 'gtt_ended'; triggerId: number; status: GttStatus }
  | { type: 'day_rolled'; from: IstDate; to: IstDate }
  | { type: 'fault_set'; fault: ExchangeFault }
  | { type: 'faults_cleared' }

export type LogEntry = LogEvent & { readonly seq: number; readonly at: EpochMs; readonly accountId: string | null }

/** Append-only. Beyond `capacity` the oldest half is dropped and counted, so a sandbox may run for weeks. */
export interface ExchangeLog {
  readonly entries: LogEntry[]
  readonly capacity: number
  nextSeq: number
  dropped: number
}

export function emptyLog(capacity: number): ExchangeLog {
  return { entries: [], capacity, nextSeq: 1, dropped: 0 }
}

/** Appends `event`, which becomes the entry itself: pass an object that no other code holds. */
export function appendLog(log: ExchangeLog, at: EpochMs, accountId: string | null, event: LogEvent): void {
  if (log.entries.length >= log.capacity) {
    const half = Math.ceil(log.capacity / 2)
    log.entries.splice(0, half)
    log.dropped += half
  }
  const entry = event as LogEvent & { seq: number; at: EpochMs; accountId: string | null }
  entry.seq = log.nextSeq
  entry.at = at
  entry.accountId = accountId
  log.entries.push(entry)
  log.nextSeq += 1
}
