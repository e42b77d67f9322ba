import type { OrderCall } from '@strikewise/domain/instruments/order-terms.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { OrderTerms } from '@strikewise/execution/order/order.ts'
import type { BrokerPosition } from '@strikewise/execution/ports.ts'

/** One order call that left a process: for the checker, which judges the run from outside. */
export interface CallRecord {
  readonly account: string
  readonly kind: OrderCall
  readonly side: 'BUY' | 'SELL' | null
  readonly tag: string | null
  readonly orderId: string | null
  readonly terms: OrderTerms | null
  readonly tradingsymbol: string | null
  /** The exchange's identifier that a new order carries, if any. */
  readonly algoId?: string | undefined
  readonly process: string
  readonly leftAt: EpochMs
  answer: OrderAck | undefined
  /** When its process received the answer. */
  answeredAt?: EpochMs
}

/** A reading of funds that reached its process: cash free to buy with, in paise. */
export interface FundsRead {
  readonly account: string
  readonly process: string
  readonly askedAt: EpochMs
  readonly receivedAt: EpochMs
  readonly usable: number
}

/** A reading of a book that reached its process. */
export interface BookRead {
  readonly account: string
  readonly process: string
  readonly askedAt: EpochMs
  readonly receivedAt: EpochMs
  /** What it showed, of a reading of the positions; undefined: it was one of the trades. */
  readonly positions: readonly BrokerPosition[] | undefined
}

/** A reading of the order book that reached its process: the orders it showed, and whether it showed that it lacks some. */
export interface OrdersRead {
  readonly account: string
  readonly process: string
  readonly askedAt: EpochMs
  readonly receivedAt: EpochMs
  readonly orderIds: readonly string[]
  readonly isPartial: boolean
}
