import type { DecidingAgentName } from '@strikewise/domain/agents/registry.ts'
import type { Bias } from '@strikewise/domain/agents/signal.ts'
import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { BaselineName } from '@strikewise/domain/learning/baselines.ts'
import type { TamperKind } from '@strikewise/domain/public-log/tamper-report.ts'
import type { BillingPeriod, Plan } from '@strikewise/domain/plans/plan.ts'
import type { JsonType } from '@strikewise/wire/field-problem.ts'
import type { TradeColumn } from '@strikewise/wire/report-trade.ts'

/*
 * Names that texts fill in: one name a value and language, looked up by the unit of the parameter (`label:agent`). Each set is
 * the type of the values it names.
 */

/** Market regime. */
export type RegimeLabel = 'range' | 'trend_up' | 'trend_down' | 'transition'

/** What an agent reads. */
export type InputLabel = 'five_minute_bars' | 'one_minute_bars' | 'option_chain' | 'flows' | 'market'

/** Source of an input. */
export type SourceLabel = 'live' | 'simulated' | 'recorded'

/** Kind of build-up. */
export type BuildUpLabel = 'long_build_up' | 'short_build_up' | 'short_covering' | 'long_unwinding'

/** Candlestick patterns. */
export type PatternLabel =
  | 'bullish_engulfing'
  | 'bearish_engulfing'
  | 'hammer'
  | 'shooting_star'
  | 'morning_star'
  | 'evening_star'
  | 'white_marubozu'
  | 'black_marubozu'
  | 'bullish_harami'
  | 'bearish_harami'
  | 'three_white_soldiers'
  | 'three_black_crows'

/** Exit reasons. */
export type ExitReasonLabel =
  | 'stop'
  | 'stop_through'
  | 'stop_refused'
  | 'target'
  | 'time'
  | 'score'
  | 'spike'
  | 'square_off'
  | 'day_cap'
  | 'by_hand'
  | 'short_covered'

/** Kind of account. */
export type AccountModeLabel = 'live' | 'paper'

/** Kinds of charges. */
export type ChargeLabel = 'brokerage' | 'stt' | 'exchange' | 'sebi' | 'stamp' | 'gst'

/** Plans; an account without one is free. */
export type PlanLabel = Plan | 'free'

/** Status of an open trade. */
export type TradeStatusLabel = 'entering' | 'open' | 'exiting' | 'closed'

/** Scheduled events. */
export type EventLabel = 'rbi_policy' | 'interim_budget' | 'budget' | 'election_count'

/** Support topics. */
export type SupportTopicLabel = 'account' | 'plans' | 'broker' | 'trading' | 'data' | 'grievance' | 'fault'

/** The linked account. */
export type LinkAccountLabel = 'paper' | 'live'

/** Exchange holidays. */
export type HolidayLabel =
  | 'republic_day'
  | 'mahashivratri'
  | 'holi'
  | 'good_friday'
  | 'dr_ambedkar_jayanti'
  | 'shri_ram_navami'
  | 'shri_mahavir_jayanti'
  | 'id_ul_fitr'
  | 'independence_day'
  | 'ganesh_chaturthi'
  | 'bakri_id'
  | 'dussehra'
  | 'moharram'
  | 'diwali_balipratipada'
  | 'guru_nanak_jayanti'
  | 'good_friday_dr_ambedkar_jayanti'
  | 'maharashtra_day'
  | 'mahatma_gandhi_jayanti'
  | 'christmas'
  | 'general_election_mumbai'
  | 'maharashtra_assembly_election'
  | 'dr_ambedkar_jayanti_shri_mahavir_jayanti'
  | 'special_holiday_ayodhya_consecration'
  | 'mahatma_gandhi_jayanti_dussehra'
  | 'municipal_election_in_maharashtra'
  | 'muharram'
  | 'weekend'

/** Special sessions. */
export type SessionLabel =
  | 'short'
  | 'muhurat'
  | 'diwali_laxmi_pujan_muhurat'
  | 'saturday_union_budget_session'
  | 'lines_of_the_exchange_failed_reopened_for_the_evening'
  | 'saturday_live_session'
  | 'saturday_session_from_the_disaster_recovery_site'
  | 'sunday_union_budget_session'

/** States by GST code. */
export type GstStateLabel =
  | '10'
  | '11'
  | '12'
  | '13'
  | '14'
  | '15'
  | '16'
  | '17'
  | '18'
  | '19'
  | '20'
  | '21'
  | '22'
  | '23'
  | '24'
  | '26'
  | '27'
  | '29'
  | '30'
  | '31'
  | '32'
  | '33'
  | '34'
  | '35'
  | '36'
  | '37'
  | '38'
  | '01'
  | '02'
  | '03'
  | '04'
  | '05'
  | '06'
  | '07'
  | '08'
  | '09'

/** Support tiers. */
export type SupportTierLabel = 'community' | 'email' | 'priority' | 'premium'

/** What an erasure does. */
export type ErasureEffectLabel = 'deleted' | 'kept_without_name' | 'kept'

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
  | 'gate_not_met'
  | 'body_too_large'
  | 'method_not_allowed'
  | 'too_many_requests'

/** The values of each set. */
export interface LabelValues {
  readonly agent: DecidingAgentName
  readonly bias: Bias
  readonly regime: RegimeLabel
  readonly input: InputLabel
  readonly source: SourceLabel
  readonly option_side: OptionSide
  readonly build_up: BuildUpLabel
  readonly pattern: PatternLabel
  readonly exit_reason: ExitReasonLabel
  readonly trade_column: TradeColumn
  readonly account_mode: AccountModeLabel
  readonly charge: ChargeLabel
  readonly plan: PlanLabel
  readonly billing: BillingPeriod
  readonly trade_status: TradeStatusLabel
  readonly event: EventLabel
  readonly tamper_kind: TamperKind
  readonly baseline: BaselineName
  readonly support_topic: SupportTopicLabel
  readonly link_account: LinkAccountLabel
  readonly json_type: JsonType
  readonly holiday: HolidayLabel
  readonly session: SessionLabel
  readonly gst_state: GstStateLabel
  readonly index_name: IndexSymbol
  readonly support_tier: SupportTierLabel
  readonly problem_title: ProblemTitle
  readonly erasure_effect: ErasureEffectLabel
}

export type LabelSet = keyof LabelValues

/** Key of a label in the catalogues. */
export type LabelKey = { [S in LabelSet]: `label.${S}.${LabelValues[S]}` }[LabelSet]
