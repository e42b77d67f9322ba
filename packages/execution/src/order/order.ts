import type { OrderSide, Product, Validity } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** What an order asks for. Quantities are units, not lots; `quantity` is the total, what has filled included. */
export type OrderTerms =
  | {
      readonly kind: 'LIMIT'
      readonly quantity: number
      readonly price: Paise
      readonly validity: Exclude<Validity, 'TTL'>
    }
  | { readonly kind: 'SL'; readonly quantity: number; readonly price: Paise; readonly trigger: Paise }
  /** A market order the broker turns into a limit order at its protection price. */
  | { readonly kind: 'MARKET'; readonly quantity: number }

/** What a new order needs beside its terms. The tag is the only way to find it again. */
export interface OrderRequest {
  readonly tag: string
  readonly tradingsymbol: string
  readonly side: OrderSide
  readonly product: Product
  readonly terms: OrderTerms
  /** The exchange's identifier of the logic that decided the trade; missing: none did, or the link is paper. */
  readonly algoId?: string
}

/**
 * Where an order stands. `pending` covers every interim and every unknown status: maybe live at the exchange.
 * `armed`: a stop waiting for its trigger. `open`: working in the exchange's book.
 */
export type OrderPhase = 'pending' | 'armed' | 'open' | 'cancelling' | 'complete' | 'cancelled' | 'rejected'

/** One order as the broker's book (or an update) shows it. */
export interface BrokerOrder {
  readonly orderId: string
  readonly tag: string | null
  readonly tradingsymbol: string
  readonly side: OrderSide
  readonly product: string
  readonly phase: OrderPhase
  /** The order type the book shows; a protected market order shows as LIMIT. */
  readonly kind: 'LIMIT' | 'SL' | 'MARKET' | 'other'
  readonly quantity: number
  readonly price: Paise
  readonly trigger: Paise
  readonly filled: number
  /**
   * Average price of what filled, in paise and fractions of one; 0 when nothing did. For stops, and for the day's limit
   * until the trade book shows the fills; never for a booked result.
   */
  readonly averagePrice: number
  /** The exchange's last word on it, whole seconds; null before the exchange has seen it. */
  readonly updatedAt: EpochMs | null
  readonly message: string | null
}

/** One order of ours, as far as it is known. */
export interface OrderRecord extends BrokerOrder {
  readonly accountId: string
  readonly tradeId: string
  /** The intent that placed it. */
  readonly intentId: string
  readonly side: OrderSide
  /** When the broker first acknowledged it to us. */
  readonly acknowledgedAt: EpochMs
  /** Since when it is known to be in its phase; missing: since its acknowledgement. */
  readonly phaseSince?: EpochMs
  /** Start of the newest reading or update that showed it; null while only the placing answer is known. */
  readonly seenAt: EpochMs | null
  /** Modifications of it that the broker may have counted. */
  readonly modifies: number
  /** An answer named it by mistake: it is none of ours, and its row only reports it. */
  readonly isForeign?: true
}

export function isTerminal(phase: OrderPhase): boolean {
  return phase === 'complete' || phase === 'cancelled' || phase === 'rejected'
}

/** Whether the order ended, rejected or cancelled, before any of it filled: it has never traded, whatever was asked of it. */
export function endedUnfilled({ phase, filled }: Pick<BrokerOrder, 'phase' | 'filled'>): boolean {
  return (phase === 'cancelled' || phase === 'rejected') && filled === 0
}

/** A stop whose trigger has fired and that now works as a limit order. */
export function isTriggered(order: BrokerOrder): boolean {
  return order.kind === 'SL' && order.phase === 'open'
}

/**
 * Whether `seen` may replace what is known: terminal beats live, then the larger filled quantity, then the later time
 * (kite-connect §11). Times have whole seconds, so on a tie the newer sight wins; nothing leads back from terminal to live.
 */
export function isForward(known: BrokerOrder, seen: BrokerOrder): boolean {
  const terminalKnown = isTerminal(known.phase)
  const terminalSeen = isTerminal(seen.phase)
  if (terminalKnown !== terminalSeen) return terminalSeen
  if (seen.filled !== known.filled) return seen.filled > known.filled
  return (seen.updatedAt ?? 0) >= (known.updatedAt ?? 0)
}

/** `known` brought forward by `seen`, or `known` itself when `seen` is older news. `at`: when `seen` was asked for. */
export function mergeOrder(known: OrderRecord, seen: BrokerOrder, at: EpochMs): OrderRecord {
  // A reading that was under way before a newer one ended must not take the order back.
  if (known.seenAt !== null && at < known.seenAt && !isTerminal(seen.phase) && seen.filled <= known.filled) return known
  if (!isForward(known, seen)) return known
  const filled = Math.max(known.filled, seen.filled)
  const phaseSince = seen.phase === known.phase ? known.phaseSince : at
  return {
    ...known,
    ...seen,
    ...(phaseSince === undefined ? {} : { phaseSince }),
    tag: known.tag,
    filled,
    averagePrice: filled === seen.filled ? seen.averagePrice : known.averagePrice,
    updatedAt: seen.updatedAt ?? known.updatedAt,
    seenAt: Math.max(known.seenAt ?? 0, at) as EpochMs,
  }
}

/** What of a working order has not filled yet. */
export function openQuantityOf(order: BrokerOrder): number {
  return isTerminal(order.phase) ? 0 : Math.max(0, order.quantity - order.filled)
}
