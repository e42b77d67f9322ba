import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { MinuteOfDay } from '@strikewise/domain/text/message-parameters.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { EntryRefusalReason } from '@strikewise/execution/refusal.ts'
import type { NoTradeReason } from '@strikewise/signals/agents/no-trade-reason.ts'
import type { EventName } from '@strikewise/signals/agents/event-tables.ts'
import type { PlanLabel } from '../labels.ts'

/** What a check of the morning readiness found: a text of its own, or the refusal that entries would get. */
export type ReadinessFinding = OwnFinding | Extract<EntryRefusalReason, { readonly code: 'refusal.user_stop' }>

type OwnFinding =
  | { readonly code: 'readiness.after_login' }
  | { readonly code: 'readiness.not_read' }
  | { readonly code: 'readiness.login.done'; readonly broker: string; readonly until: EpochMs }
  | { readonly code: 'readiness.login.paper'; readonly until: EpochMs }
  | { readonly code: 'readiness.login.missing'; readonly broker: string }
  | { readonly code: 'readiness.login.paper_missing' }
  | { readonly code: 'readiness.login.no_account' }
  | { readonly code: 'readiness.egress.assigned'; readonly address: string; readonly broker: string }
  | { readonly code: 'readiness.egress.missing' }
  | { readonly code: 'readiness.egress.paper' }
  | { readonly code: 'readiness.funds.available'; readonly usable: Paise; readonly readAt: EpochMs }
  | { readonly code: 'readiness.funds.low'; readonly usable: Paise; readonly least: Paise; readonly readAt: EpochMs }
  | { readonly code: 'readiness.funds.none'; readonly readAt: EpochMs }
  | { readonly code: 'readiness.funds.old'; readonly usable: Paise; readonly readAt: EpochMs }
  | { readonly code: 'readiness.feed.connected' }
  | { readonly code: 'readiness.feed.later'; readonly from: MinuteOfDay }
  | { readonly code: 'readiness.feed.down' }
  | { readonly code: 'readiness.feed.silent'; readonly since: EpochMs }
  | { readonly code: 'readiness.feed.no_price' }
  | { readonly code: 'readiness.clock.agrees'; readonly maxSkewMs: number; readonly readAt: EpochMs }
  | { readonly code: 'readiness.clock.differs'; readonly skewMs: number; readonly maxSkewMs: number }
  | { readonly code: 'readiness.contracts.loaded'; readonly expiries: readonly ReadinessExpiry[] }
  | { readonly code: 'readiness.contracts.later'; readonly from: MinuteOfDay }
  | { readonly code: 'readiness.contracts.missing' }
  | { readonly code: 'readiness.limits.set'; readonly loss: Paise; readonly entries: number }
  | { readonly code: 'readiness.limits.set.share'; readonly share: number; readonly entries: number }
  | { readonly code: 'readiness.limits.paused_by_operator' }
  | { readonly code: 'readiness.limits.locked' }
  | { readonly code: 'readiness.limits.live_off' }
  | { readonly code: 'readiness.limits.not_armed' }
  | { readonly code: 'readiness.limits.no_consent' }
  | { readonly code: 'readiness.limits.not_today' }
  | { readonly code: 'readiness.plan.active'; readonly plan: PlanLabel; readonly until: IstDate }
  | { readonly code: 'readiness.plan.no_end'; readonly plan: PlanLabel }
  | { readonly code: 'readiness.plan.ends_soon'; readonly plan: PlanLabel; readonly until: IstDate }
  | { readonly code: 'readiness.plan.ended'; readonly plan: PlanLabel }
  | { readonly code: 'readiness.plan.without_trading'; readonly plan: PlanLabel }
  | { readonly code: 'readiness.events.none'; readonly from: MinuteOfDay }
  | { readonly code: 'readiness.events.listed'; readonly events: readonly ReadinessEvent[] }
  | { readonly code: 'readiness.events.closed'; readonly next: IstDate }

/** The nearest expiry of an index. */
export interface ReadinessExpiry {
  readonly code: 'readiness_expiry'
  readonly symbol: IndexSymbol
  readonly day: IstDate
}

/** What makes a trading day different from others. */
export type ReadinessEvent = OwnEvent | Extract<NoTradeReason, { readonly code: 'no_trade.scheduled_event' }>

type OwnEvent =
  | { readonly code: 'readiness_event.expiry'; readonly symbol: IndexSymbol }
  | { readonly code: 'readiness_event.whole_day'; readonly event: EventName }
  | { readonly code: 'readiness_event.after_fed' }
  | { readonly code: 'readiness_event.special_session'; readonly from: EpochMs; readonly to: EpochMs }
  | { readonly code: 'readiness_event.not_listed'; readonly until: IstDate }

/** A line of the readiness card as plain text. */
export interface ReadinessLine {
  readonly code: 'readiness_line'
  /** Of its state: the same sign in every language. */
  readonly mark: string
  readonly finding: ReadinessFinding
}

export type ReadinessText = OwnFinding | ReadinessExpiry | OwnEvent | ReadinessLine
