import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { CandlestickPattern } from '@strikewise/signals/registry/definitions/candle-agent.ts'
import type { BuildUp } from '@strikewise/signals/registry/definitions/option-chain-agent.ts'
import type { AgentName, OfferedAgent } from '@strikewise/signals/registry/registry.ts'
import type { Regime } from '@strikewise/signals/registry/definitions/sideways-agent.ts'
import type { AgentInput, Bias, SignalSource } from '@strikewise/signals/agents/signal.ts'
import type { EventName } from '@strikewise/signals/agents/event-tables.ts'
import type { Holiday } from '@strikewise/domain/time/holidays.ts'
import type { SpecialSession } from '@strikewise/domain/time/special-sessions.ts'
import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { BaselineName } from '@strikewise/signals/learning/baselines.ts'
import type { ErasureEffect } from '@strikewise/legal/retention.ts'
import type { TamperKind } from '@strikewise/public-log/tamper-report.ts'
import type { PlanPolicy } from '@strikewise/plans/policy.ts'
import type { GstState } from '@strikewise/plans/gst-states.ts'
import type { BillingPeriod, Plan } from '@strikewise/domain/plans/plan.ts'
import type { AlarmName } from '@strikewise/execution/alarms/alarm.ts'
import type { ExitReason } from '@strikewise/execution/trade/trade.ts'
import type { JsonType } from '@strikewise/wire/field-problem.ts'
import type { BasicIndicator } from '@strikewise/wire/basic-indicator.ts'
import type { OperatorActionName, OperatorDetail } from '@strikewise/wire/operator-action.ts'
import type { TradeColumn } from '@strikewise/wire/report-trade.ts'

/*
 * Names that texts fill in: one name a value and language, looked up by the unit of the parameter (`label:agent`). Each set is
 * the type of the values it names.
 */

/** Exit reasons; `short_covered`: units sold short were bought back, which is no trade's exit. */
export type ExitReasonLabel = ExitReason | 'short_covered'

/** Kind of account. */
export type AccountModeLabel = LinkMode

/** Kinds of charges. */
export type ChargeLabel = 'brokerage' | 'stt' | 'exchange' | 'sebi' | 'stamp' | 'gst'

/** Plans; an account without one is free. */
export type PlanLabel = Plan | 'free'

/** Status of an open trade. */
export type TradeStatusLabel = 'entering' | 'open' | 'exiting' | 'closed'

/** Support topics. */
export type SupportTopicLabel = 'account' | 'plans' | 'broker' | 'trading' | 'data' | 'grievance' | 'fault'

/** The linked account. */
export type LinkAccountLabel = LinkMode

/** Titles of the problems whose text fills something in. */
export type ProblemTitle =
  | 'plan_expired'
  | 'symbol_not_in_plan'
  | 'idempotency_key_required'
  | 'other_broker_account'
  | 'broker_account_taken'
  | 'options_not_enabled'
  | 'edge_not_acknowledged'
  | 'change_pending'
  | 'push_devices_full'
  | 'custom_alerts_full'
  | 'gate_not_met'
  | 'body_too_large'
  | 'method_not_allowed'
  | 'too_many_requests'

/** The values of each set. */
export interface LabelValues {
  readonly agent: AgentName
  readonly agent_about: AgentName
  /** What an agent looks at, and what it says of it. */
  readonly agent_reads: OfferedAgent['name']
  readonly agent_gives: OfferedAgent['name']
  readonly alarm_name: AlarmName
  readonly bias: Bias
  readonly regime: Regime
  readonly input: AgentInput
  readonly source: SignalSource
  readonly option_side: OptionSide
  readonly build_up: BuildUp
  readonly pattern: CandlestickPattern
  readonly exit_reason: ExitReasonLabel
  readonly trade_column: TradeColumn
  readonly account_mode: AccountModeLabel
  readonly charge: ChargeLabel
  readonly plan: PlanLabel
  readonly billing: BillingPeriod
  readonly trade_status: TradeStatusLabel
  readonly basic_indicator: BasicIndicator
  readonly event: EventName
  readonly tamper_kind: TamperKind
  readonly baseline: BaselineName
  readonly support_topic: SupportTopicLabel
  readonly link_account: LinkAccountLabel
  readonly json_type: JsonType
  readonly holiday: Holiday
  readonly session: SpecialSession
  readonly gst_state: GstState
  readonly index_name: IndexSymbol
  readonly support_tier: PlanPolicy['support']
  readonly problem_title: ProblemTitle
  readonly erasure_effect: ErasureEffect
  readonly operator_action: OperatorActionName
  readonly operator_detail: OperatorDetail
}

export type LabelSet = keyof LabelValues

/** Key of a label in the catalogues. */
export type LabelKey = { [S in LabelSet]: `label.${S}.${LabelValues[S]}` }[LabelSet]
