import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { RaisedAlarm } from '../alarms/alarm.ts'
import type { RequiredSight } from '../broker-view/foreign-sales.ts'
import type { ExecutionConfig } from '../config.ts'
import { earliestOf } from '../instants.ts'
import type { IntentKind } from '../intent/intent.ts'
import type { OrderTerms } from '../order/order.ts'
import type { FeedQuote } from '../ports.ts'
import type { ExitReason, TradeEvent } from '../trade/trade.ts'
import type { TradeBounds } from '../trade/trade-instruction.ts'

/** Who goes first when calls wait for the budget. */
export const CALL_PRIORITIES = ['exit', 'protect', 'cancel', 'enter'] as const
export type CallPriority = (typeof CALL_PRIORITIES)[number]

export type CallDraft =
  | { readonly type: 'place'; readonly side: OrderSide; readonly terms: OrderTerms }
  | { readonly type: 'modify'; readonly orderId: string; readonly terms: OrderTerms }
  | { readonly type: 'cancel'; readonly orderId: string }

/** What a trade needs next: to be something else, one broker call, another try to enter, or another look. */
export type Step =
  | { readonly type: 'become'; readonly event: TradeEvent }
  | {
      readonly type: 'call'
      readonly priority: CallPriority
      readonly kind: IntentKind
      readonly reason: string
      readonly call: CallDraft
      /** Written with the intent. */
      readonly event?: TradeEvent
    }
  | { readonly type: 'enter_again' }
  | { readonly type: 'read'; readonly what: 'orders' | 'trades' | 'positions' }
  /** The order's own history, beside the book that does not confirm it. */
  | { readonly type: 'read_history'; readonly orderId: string }
  | { readonly type: 'alarm'; readonly alarm: RaisedAlarm }

export interface Plan {
  readonly steps: readonly Step[]
  /** When time alone may change the plan. */
  readonly wakeAt: EpochMs | undefined
}

/** What a plan is made from beside the trade itself. */
export interface PlanEnv {
  readonly now: EpochMs
  /** The machine may have been suspended since the last readings: they may be older than they seem. */
  readonly isTimeDisputed: boolean
  readonly config: ExecutionConfig
  readonly session: Session | undefined
  /** The contract's quote if it can be believed. */
  readonly quote: FeedQuote | undefined
  /** Whether the newest quote of the contract, however old, shows that no one bids for it. */
  readonly hasNoBid: boolean
  /** What was asked for the trade. */
  readonly bounds: TradeBounds
  /** Why the position should be exited, or undefined. */
  readonly exit: ExitReason | undefined
  /** When a time-bound reason to exit may arise. */
  readonly exitAt: EpochMs | undefined
  /** Start of the newest reading of the order book that succeeded; undefined before the first. */
  readonly snapshotsReadAt: EpochMs | undefined
  /** Since when this process reads the books of the account without having stood still. */
  readonly snapshotsRequestedSince: EpochMs
  /** Since when the bid has been under the limit of the armed stop; undefined: it is not. */
  readonly bidBelowStopLimitSince: EpochMs | undefined
  /** The highest of the bids that are held back now for being far under the last price; undefined: there are none. */
  readonly unconfirmedBid: Paise | undefined
  /** What the newest reading of the positions shows of the trade's contract; undefined before the first. */
  readonly position: PositionSeen | undefined
  /** Which sight of the trade's stop may be gone by after units were sold or converted manually; undefined: none were. */
  readonly requiredSight: RequiredSight | undefined
  /** What its own orders did not sell of the trade, orders of ours for other trades sold, and no one else. */
  readonly isSoldByOwnOrders: boolean
  /** The store was late, or away, when it was last written to: a new order may not leave. */
  readonly isStoreLate: boolean
  /** Until when a new sale of the trade's waits for what the books show; undefined: it may leave. */
  readonly saleWaitsUntil: EpochMs | undefined
}

/** The broker's position in the contract of a trade, against what our orders show is held there. */
export interface PositionSeen {
  /** Start of the reading. */
  readonly readAt: EpochMs
  /** Units of ours that it does not show; 0 when it shows them all. */
  readonly missing: number
}

export const NOTHING: Plan = { steps: [], wakeAt: undefined }

export function singleStep(...steps: Step[]): Plan {
  return { steps, wakeAt: undefined }
}

export function waitUntil(at: EpochMs | undefined, ...steps: Step[]): Plan {
  return { steps, wakeAt: at }
}

/** One plan of several, their steps in order. */
export function mergedPlans(plans: readonly Plan[]): Plan {
  return { steps: plans.flatMap(({ steps }) => steps), wakeAt: earliestOf(...plans.map(({ wakeAt }) => wakeAt)) }
}
