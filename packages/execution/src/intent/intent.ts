import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { BrokerRejectionCode } from '../order/order-ack.ts'
import type { OrderRequest, OrderTerms } from '../order/order.ts'

/**
 * The one wanted effect an intent names. `reduce`: sells a part of a position for its user, the rest stays. `cover`: buys back
 * what orders of ours sold short.
 */
export const INTENT_KINDS = ['enter', 'protect', 'move', 'reduce', 'exit', 'cancel', 'cover'] as const
export type IntentKind = (typeof INTENT_KINDS)[number]

/** The broker call that brings the effect about. */
export type Call =
  | { readonly type: 'place'; readonly order: OrderRequest }
  | { readonly type: 'modify'; readonly orderId: string; readonly terms: OrderTerms }
  | { readonly type: 'cancel'; readonly orderId: string }

/**
 * What became of the call. `sending` is written with the claim, before the first byte leaves; a process that dies then
 * leaves it so, and the successor treats it as in doubt. `absent`: in doubt, settled as never accepted. `why` and `text`: a
 * code of ours (`process_ended`, `row_lost`, `mistaken_id`, `not_written`), or what broker or adapter say, word for word.
 */
export type Outcome =
  | { readonly state: 'sending' }
  | { readonly state: 'in_doubt'; readonly since: EpochMs; readonly notBefore: EpochMs; readonly why: string }
  | { readonly state: 'accepted'; readonly at: EpochMs; readonly orderId: string }
  | { readonly state: 'refused'; readonly at: EpochMs; readonly code: BrokerRejectionCode; readonly text: string }
  | { readonly state: 'absent'; readonly at: EpochMs }

/** A committed row that names one wanted effect. No broker call is made without one. */
export interface Intent {
  readonly id: string
  readonly accountId: string
  readonly tradeId: string
  readonly kind: IntentKind
  /** Counts the intents of one kind in one trade, from 1. */
  readonly attempt: number
  readonly call: Call
  /** Why it was wanted, as a stable word: `entry`, `stop`, `trail`, `fit`, `target`, `square_off`, … */
  readonly reason: string
  readonly on: IstDate
  readonly createdAt: EpochMs
  /** The executor that claimed it, and until when the request may start to leave. */
  readonly epoch: number
  readonly deadline: EpochMs
  readonly outcome: Outcome
}

/** Sent or about to be, and its outcome is unknown yet. */
export function isUnresolved(intent: Intent): boolean {
  return intent.outcome.state === 'sending' || intent.outcome.state === 'in_doubt'
}

/** The order a call changes, or undefined for a new order. */
export function targetOf(call: Call): string | undefined {
  return call.type === 'place' ? undefined : call.orderId
}
