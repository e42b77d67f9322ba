import type { OrderType, Product, OrderSide, Validity } from '@strikewise/domain/instruments/order-terms.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isTerminal } from '../order-types.ts'
import type { ExchangeEvent, OrderRow, OrderStatus } from '../order-types.ts'

/** What a step of the status path does when its time has come. */
export type StepKind =
  | 'validate'
  | 'risk'
  | 'arrive'
  | 'modify_risk'
  | 'modify_apply'
  | 'cancel_apply'
  | 'ttl_end'
  | 'reveal'
  | 'release'

/** A change on its way to the exchange; until it arrives the order works with its old values. */
export interface PendingChange {
  readonly orderType: OrderType
  readonly quantity: number
  readonly price: Paise
  readonly triggerPrice: Paise
  readonly validity: Validity
  readonly validityTtlMinutes: number
  readonly marketProtection: number
  readonly protectionTags: readonly string[]
}

export interface IcebergLeg {
  /** From 1 on. */
  readonly leg: number
  readonly legs: number
  readonly legQuantity: number
  readonly totalQuantity: number
  /** Units of the legs after this one. */
  readonly remainingQuantity: number
}

/** One order with all the exchange knows of it. A plain object, changed only by `world/`. */
export interface OrderState {
  readonly orderId: string
  readonly accountId: string
  /** Ordinal of the order within its account and day: the entity its random decisions hang on. */
  ordinal: number
  readonly contract: OptionContract
  readonly variety: string
  readonly side: OrderSide
  readonly product: Product
  readonly tag: string | null
  readonly algoId: string | null
  readonly disclosedQuantity: number
  /** `RMS` for the broker's own square-off orders, else the account. */
  readonly placedBy: string
  readonly parentOrderId: string | null
  readonly placedAt: EpochMs
  /** The leg of an iceberg this order is, with what comes after it; null for any other order. */
  readonly iceberg: IcebergLeg | null
  /** A text its rows carry as status message where they have no other. */
  readonly remark: string | null
  /** A forced rejection of it, given at the risk checks. */
  readonly ordained: { readonly message: string; readonly raw: string } | null

  orderType: OrderType
  quantity: number
  price: Paise
  triggerPrice: Paise
  validity: Validity
  validityTtlMinutes: number
  marketProtection: number
  /** `mktp` and `mktp:<pct>`, added by the broker to a protected market order. */
  protectionTags: readonly string[]

  status: OrderStatus
  /** The resting status to come back to after a change or a refused change. */
  restingStatus: 'OPEN' | 'TRIGGER PENDING' | null
  statusMessage: string | null
  statusMessageRaw: string | null
  /** Where it works: with the broker, at the exchange waiting for its trigger, in the book, or nowhere any more. */
  venue: 'broker' | 'trigger' | 'book' | 'gone'
  exchangeOrderId: string | null
  registeredAt: EpochMs
  exchangeAt: EpochMs | null
  exchangeUpdateAt: EpochMs | null
  filledQuantity: number
  filledValue: Paise
  cancelledQuantity: number
  /** What a CANCELLED row shows as pending; the real one is sometimes left non-zero. */
  shownPending: number | null
  modified: boolean
  modifications: number
  /** Receive time of the quote a `fill_cap` fault last let it trade with. */
  cappedAt: number
  pendingChange: PendingChange | null
  blockedPremium: Paise
  chargesPosted: Paise
  /** A step held back by a fault until `heldUntil` (null: until the faults are cleared), or until they are cleared before. */
  heldStep: StepKind | null
  heldUntil: EpochMs | null
  /** While now < `viewUntil` the books show this order as it was at `viewAsOf` (before its first row: not shown). */
  viewAsOf: EpochMs
  viewUntil: EpochMs
  withheld: ExchangeEvent[]
  /** The order as the books show it; null when it has changed since that row was made. */
  row: OrderRow | null
  history: { readonly at: EpochMs; readonly row: OrderRow }[]
}

export function pendingQuantityOf(order: OrderState): number {
  return order.quantity - order.filledQuantity - order.cancelledQuantity
}

/**
 * Premium a live buy order may still cost. While a checked change is on its way the order may fill by its old terms or
 * by the new ones, so the dearer of both counts.
 */
export function blockedPremiumOf(order: OrderState): Paise {
  const change = order.status === 'MODIFY PENDING' ? order.pendingChange : null
  const quantity = Math.max(pendingQuantityOf(order), (change?.quantity ?? 0) - order.filledQuantity)
  return (quantity * Math.max(order.price, change?.price ?? 0)) as Paise
}

/** True while the exchange itself may fill the order, whatever status the books show. */
export function isWorking(order: OrderState): boolean {
  return order.venue === 'trigger' || order.venue === 'book'
}

export function isLive(order: OrderState): boolean {
  return !isTerminal(order.status)
}
