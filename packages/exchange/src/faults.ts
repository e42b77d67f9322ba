import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderStatus, OrderRejection } from './order-types.ts'

/** What can be made to go wrong inside the exchange. Faults of the wire (lost replies, 502s) are the HTTP layer's. */
export type ExchangeFault =
  /** The next orders (of one side, where it is given) are taken and then REJECTED with this text. */
  | { kind: 'reject_next'; count: number; message: string; messageRaw?: string; side?: OrderSide | undefined }
  /** The rows of the next orders carry this text as their status message, whatever their status. */
  | { kind: 'message_next'; count: number; message: string; side?: OrderSide | undefined }
  /** The next changes of orders are taken and then fail with this text; the order stays as it was. */
  | { kind: 'fail_modify'; count: number; message: string }
  /** The broker closes every position of the account itself: it cancels the orders, then sends its own, until it is flat. */
  | { kind: 'square_off' }
  /** The next order calls (place, modify or cancel; those of triggers too) are refused synchronously. */
  | { kind: 'refuse_next'; count: number; refusal: OrderRejection }
  /**
   * The next orders that reach `status` stay in it until `until` (null: until the faults are cleared). `liveBehind`: the
   * exchange goes on working them all the same, only the books and messages stand still. `orderId`: it meets this order alone.
   */
  | {
      kind: 'stick'
      count: number
      status: StickyStatus
      until: EpochMs | null
      liveBehind?: boolean
      side?: OrderSide | undefined
      orderId?: string | undefined
    }
  /** The next cancels (of `orderId`, where it is given) arrive too late: the rest is filled first, at the order's own limit. */
  | { kind: 'cancel_loses'; count: number; orderId?: string | undefined }
  /**
   * The next orders are accepted, yet neither they nor their trades are shown for `forMs` (null: until the faults are
   * cleared). `hold`: nor does the order start on its way before then, so it goes live late, or never.
   */
  | { kind: 'hide'; count: number; forMs: number | null; hold?: boolean; side?: OrderSide | undefined }
  /** The order and trade books and the positions show the state of `lagMs` ago. */
  | { kind: 'book_lag'; lagMs: number }
  /** Every step of the status path takes `addMs` longer. */
  | { kind: 'slow'; addMs: number }
  /** An order gets at most `quantity` a quote refresh, in whole lots and one at the least: many part fills. */
  | { kind: 'fill_cap'; quantity: number }
  /** The next triggers are taken and then ended by the broker. */
  | { kind: 'end_gtt'; count: number; status: 'disabled' | 'cancelled' | 'rejected' }
  /** The funds call shows `available.cash` as 0. */
  | { kind: 'cash_zero' }

export type StickyStatus = Extract<
  OrderStatus,
  'VALIDATION PENDING' | 'OPEN PENDING' | 'MODIFY VALIDATION PENDING' | 'MODIFY PENDING' | 'CANCEL PENDING'
>

type FaultKind = ExchangeFault['kind']
type Fault<K extends FaultKind> = Extract<ExchangeFault, { kind: K }>

/** A fault in force for one account, or for all when `accountId` is null. */
export interface FaultEntry {
  readonly accountId: string | null
  fault: ExchangeFault
}

/** The fault of `kind` in force for `accountId`: its own before one for all. */
export function faultFor<K extends FaultKind>(
  entries: readonly FaultEntry[],
  accountId: string,
  kind: K,
): Fault<K> | undefined {
  return entryFor(entries, accountId, (fault) => fault.kind === kind)?.fault as Fault<K> | undefined
}

/** As `faultFor`, and uses up one of its count; an entry that is used up leaves the list. */
export function takeFault<K extends FaultKind>(
  entries: FaultEntry[],
  accountId: string,
  kind: K,
  matches: (fault: Fault<K>) => boolean = () => true,
): Fault<K> | undefined {
  const entry = entryFor(entries, accountId, (fault) => fault.kind === kind && matches(fault as Fault<K>))
  if (entry === undefined) return undefined
  const { fault } = entry
  if ('count' in fault) {
    if (fault.count <= 1) entries.splice(entries.indexOf(entry), 1)
    else entry.fault = { ...fault, count: fault.count - 1 }
  }
  return fault as Fault<K>
}

/** Whether a fault for one side meets an order of `side`. */
export function matchesSide(fault: { readonly side?: OrderSide | undefined }, side: OrderSide): boolean {
  return fault.side === undefined || fault.side === side
}

/** Whether a fault for one order meets that with this id. */
export function meetsOrder(fault: { readonly orderId?: string | undefined }, orderId: string): boolean {
  return fault.orderId === undefined || fault.orderId === orderId
}

function entryFor(
  entries: readonly FaultEntry[],
  accountId: string,
  matches: (fault: ExchangeFault) => boolean,
): FaultEntry | undefined {
  if (entries.length === 0) return undefined
  return (
    entries.find((entry) => entry.accountId === accountId && matches(entry.fault)) ??
    entries.find((entry) => entry.accountId === null && matches(entry.fault))
  )
}
