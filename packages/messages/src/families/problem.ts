import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { PromotionReason } from '@strikewise/signals/learning/promotion-criteria.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { FieldProblem } from '@strikewise/wire/field-problem.ts'
import type { LinkAccountLabel, PlanLabel } from '../labels.ts'
import type { PasswordProblem } from './client-problem.ts'

/** API problems (RFC 9457): the bare code is the title, a variant the detail. */
export type Problem =
  | { readonly code: 'problem.bad_request' }
  | { readonly code: 'problem.not_found.live_link' }
  | { readonly code: 'problem.invalid_input.name_taken' }
  | { readonly code: 'problem.invalid_input' }
  | {
      readonly code: 'problem.invalid_input.field'
      readonly field: string
      readonly problem: FieldProblem | PasswordProblem
    }
  | { readonly code: 'problem.invalid_input.whole'; readonly problem: FieldProblem | PasswordProblem }
  | { readonly code: 'problem.invalid_input.twice'; readonly field: string }
  | { readonly code: 'problem.invalid_input.unknown_field'; readonly field: string }
  | { readonly code: 'problem.bad_request.not_json' }
  | { readonly code: 'problem.bad_request.too_deep' }
  | { readonly code: 'problem.invalid_input.symbol_twice' }
  | { readonly code: 'problem.invalid_input.complaint_day' }
  | { readonly code: 'problem.invalid_input.complaint_entered' }
  | { readonly code: 'problem.invalid_input.incident_resolved' }
  | { readonly code: 'problem.invalid_input.announcement_over' }
  | { readonly code: 'problem.upgrade_required.parallel' }
  | { readonly code: 'problem.upgrade_required.time_filter' }
  | { readonly code: 'problem.request_token_missing'; readonly parameter: string }
  | { readonly code: 'problem.request_token_missing.login' }
  | { readonly code: 'problem.token_exchange_failed' }
  | { readonly code: 'problem.token_exchange_failed.broker'; readonly reason: string }
  | { readonly code: 'problem.token_exchange_failed.other_key' }
  | { readonly code: 'problem.idempotency_key_required'; readonly min: number; readonly max: number }
  | { readonly code: 'problem.sign_up_link_over' }
  | { readonly code: 'problem.not_signed_in' }
  | { readonly code: 'problem.session_expired' }
  | { readonly code: 'problem.session_ended' }
  | { readonly code: 'problem.password_changed' }
  | { readonly code: 'problem.key_unknown' }
  | { readonly code: 'problem.key_expired' }
  | { readonly code: 'problem.key_revoked' }
  | { readonly code: 'problem.key_address' }
  | { readonly code: 'problem.key_scope' }
  | { readonly code: 'problem.key_limit' }
  | { readonly code: 'problem.sign_in_again' }
  | { readonly code: 'problem.second_factor_required' }
  | { readonly code: 'problem.terms_required' }
  | { readonly code: 'problem.forbidden' }
  | { readonly code: 'problem.wrong_origin' }
  | { readonly code: 'problem.uid_mismatch' }
  | { readonly code: 'problem.uid_mismatch.link' }
  | { readonly code: 'problem.upgrade_required' }
  | { readonly code: 'problem.feature_off' }
  | { readonly code: 'problem.feature_off.caller' }
  | { readonly code: 'problem.plan_expired'; readonly plan: PlanLabel }
  | { readonly code: 'problem.symbol_not_in_plan'; readonly symbol: IndexSymbol }
  | { readonly code: 'problem.edge_forbidden' }
  | { readonly code: 'problem.not_found' }
  | { readonly code: 'problem.not_found.call' }
  | { readonly code: 'problem.not_found.trade' }
  | { readonly code: 'problem.not_found.program_key' }
  | { readonly code: 'problem.not_found.contract' }
  | { readonly code: 'problem.not_found.approval' }
  | { readonly code: 'problem.not_found.ticket' }
  | { readonly code: 'problem.not_found.pending_change' }
  | { readonly code: 'problem.not_found.decision' }
  | { readonly code: 'problem.not_found.minute' }
  | { readonly code: 'problem.not_found.record_day' }
  | { readonly code: 'problem.not_found.checkout' }
  | { readonly code: 'problem.not_found.receipt' }
  | { readonly code: 'problem.not_found.payment' }
  | { readonly code: 'problem.not_found.conversation' }
  | { readonly code: 'problem.not_found.complaint' }
  | { readonly code: 'problem.not_found.incident' }
  | { readonly code: 'problem.not_found.account' }
  | { readonly code: 'problem.not_found.device' }
  | { readonly code: 'problem.not_found.flatten' }
  | { readonly code: 'problem.not_found.operator_request' }
  | { readonly code: 'problem.not_found.exception' }
  | { readonly code: 'problem.not_found.announcement' }
  | { readonly code: 'problem.not_found.weights'; readonly version: IstDate }
  | { readonly code: 'problem.not_found.logic' }
  | { readonly code: 'problem.method_not_allowed'; readonly method: string; readonly allowed: string }
  | { readonly code: 'problem.password_differs' }
  | { readonly code: 'problem.account_open' }
  | { readonly code: 'problem.disclosure_required' }
  | { readonly code: 'problem.keys_missing' }
  | { readonly code: 'problem.keys_missing.feed' }
  | { readonly code: 'problem.login_state_invalid' }
  | { readonly code: 'problem.login_state_invalid.key_replaced' }
  | { readonly code: 'problem.other_broker_account'; readonly given: string; readonly expected: string }
  | { readonly code: 'problem.broker_account_taken'; readonly broker: string }
  | { readonly code: 'problem.options_not_enabled'; readonly broker: string }
  | { readonly code: 'problem.link_in_use' }
  | { readonly code: 'problem.link_in_use.connected'; readonly account: LinkAccountLabel }
  | { readonly code: 'problem.link_in_use.traded'; readonly account: LinkAccountLabel }
  | { readonly code: 'problem.link_in_use.open'; readonly account: LinkAccountLabel }
  | { readonly code: 'problem.paper_not_offered' }
  | { readonly code: 'problem.paper_not_offered.no_exchange' }
  | { readonly code: 'problem.paper_not_offered.arming' }
  | { readonly code: 'problem.consent_required' }
  | { readonly code: 'problem.chat_not_paired' }
  | { readonly code: 'problem.no_push_device' }
  | { readonly code: 'problem.push_devices_full'; readonly max: number }
  | { readonly code: 'problem.custom_alerts_full'; readonly max: number }
  | { readonly code: 'problem.push_not_offered' }
  | { readonly code: 'problem.edge_not_acknowledged'; readonly sentence: string }
  | { readonly code: 'problem.trade_over' }
  | { readonly code: 'problem.trade_exiting' }
  | { readonly code: 'problem.trade_entering' }
  | { readonly code: 'problem.one_lot' }
  | { readonly code: 'problem.not_fewer_lots' }
  | { readonly code: 'problem.not_fewer_lots.held'; readonly field: string; readonly lots: number }
  | { readonly code: 'problem.stop_not_higher' }
  | { readonly code: 'problem.stop_not_higher.stop'; readonly field: string; readonly stop: Paise }
  | { readonly code: 'problem.stop_too_high' }
  | { readonly code: 'problem.stop_too_high.bid'; readonly field: string; readonly bid: Paise }
  | { readonly code: 'problem.stop_too_high.target'; readonly field: string; readonly target: Paise }
  | { readonly code: 'problem.target_not_lower' }
  | { readonly code: 'problem.target_not_lower.target'; readonly field: string; readonly target: Paise }
  | { readonly code: 'problem.target_too_low' }
  | { readonly code: 'problem.target_too_low.bid'; readonly field: string; readonly bid: Paise }
  | { readonly code: 'problem.target_too_low.stop'; readonly field: string; readonly stop: Paise }
  | { readonly code: 'problem.ticket_pending' }
  | { readonly code: 'problem.approval_over' }
  | { readonly code: 'problem.no_account' }
  | { readonly code: 'problem.no_price' }
  | { readonly code: 'problem.stop_out_of_range' }
  | {
      readonly code: 'problem.stop_out_of_range.between'
      readonly field: string
      readonly from: Paise
      readonly to: Paise
    }
  | { readonly code: 'problem.flatten_expired' }
  | { readonly code: 'problem.flatten_own' }
  | { readonly code: 'problem.flatten_own.from'; readonly from: EpochMs }
  | { readonly code: 'problem.operator_request_pending' }
  | { readonly code: 'problem.operator_request_decided' }
  | { readonly code: 'problem.operator_request_expired' }
  | { readonly code: 'problem.operator_request_own' }
  | { readonly code: 'problem.code_required' }
  | { readonly code: 'problem.code_wrong' }
  | { readonly code: 'problem.already_decides' }
  | { readonly code: 'problem.already_decides.version'; readonly version: IstDate }
  | { readonly code: 'problem.already_decides.default' }
  | { readonly code: 'problem.change_pending'; readonly from: IstDate }
  | {
      readonly code: 'problem.gate_not_met'
      readonly version: IstDate
      readonly conditions: readonly PromotionReason[]
    }
  | { readonly code: 'problem.trial_refused' }
  | { readonly code: 'problem.trial_refused.late'; readonly from: IstDate }
  | { readonly code: 'problem.trial_refused.early'; readonly to: IstDate }
  | { readonly code: 'problem.trial_refused.tested' }
  | { readonly code: 'problem.checkout_over' }
  | { readonly code: 'problem.fee_cap' }
  | { readonly code: 'problem.fee_cap.year'; readonly cap: Paise; readonly paid: Paise }
  | { readonly code: 'problem.address_taken' }
  | { readonly code: 'problem.not_refundable' }
  | { readonly code: 'problem.not_refundable.used' }
  | { readonly code: 'problem.not_refundable.next_plan' }
  | { readonly code: 'problem.not_refundable.nothing_left' }
  | { readonly code: 'problem.not_refundable.pending' }
  | { readonly code: 'problem.body_too_large'; readonly bytes: number }
  | { readonly code: 'problem.not_json' }
  | { readonly code: 'problem.idempotency_mismatch' }
  | { readonly code: 'problem.bad_request.signature' }
  | { readonly code: 'problem.broker_unavailable' }
  | { readonly code: 'problem.broker_unavailable.slow_down' }
  | { readonly code: 'problem.broker_unavailable.unreadable' }
  | { readonly code: 'problem.broker_unavailable.paper' }
  | { readonly code: 'problem.broker_unavailable.paper_refused'; readonly status: number }
  | { readonly code: 'problem.telegram_unavailable' }
  | { readonly code: 'problem.unavailable' }
  | { readonly code: 'problem.payment_unavailable' }
  | { readonly code: 'problem.payment_unavailable.refused' }
  | { readonly code: 'problem.too_many_requests'; readonly minutes: number }
  | { readonly code: 'problem.too_many_requests.busy' }
  | { readonly code: 'problem.too_many_requests.connections'; readonly limit: number }
  | { readonly code: 'problem.too_many_requests.sign_ups'; readonly minutes: number }
  | { readonly code: 'problem.too_many_requests.messages'; readonly minutes: number }
  | { readonly code: 'problem.too_many_requests.tries'; readonly minutes: number }
  | { readonly code: 'problem.too_many_requests.passwords'; readonly minutes: number }
  | { readonly code: 'problem.trades_unavailable' }
  | { readonly code: 'problem.internal' }
  | { readonly code: 'problem.identity_failed' }
