import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PlanLabel } from '../labels.ts'
import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { MinuteOfDay, Ms, Ratio } from '../parameters.ts'

/** Why an entry was refused by a pre-trade check. */
export type Refusal =
  | { readonly code: 'refusal.facts_unreadable' }
  | { readonly code: 'refusal.global_stop' }
  | { readonly code: 'refusal.user_stop' }
  | { readonly code: 'refusal.invariant_broken'; readonly broker: string }
  | { readonly code: 'refusal.live_trading_off' }
  | { readonly code: 'refusal.plan_expired' }
  | { readonly code: 'refusal.plan_without_auto' }
  | { readonly code: 'refusal.symbol_not_allowed'; readonly symbol: IndexSymbol }
  | { readonly code: 'refusal.consent_missing' }
  | { readonly code: 'refusal.auto_execute_off'; readonly symbol: IndexSymbol }
  | { readonly code: 'refusal.not_connected' }
  | { readonly code: 'refusal.token_stale'; readonly broker: string }
  | { readonly code: 'refusal.no_egress_address' }
  | { readonly code: 'refusal.clock_skew'; readonly maxSkewMs: Ms }
  | { readonly code: 'refusal.outside_window'; readonly from: EpochMs; readonly to: EpochMs }
  | { readonly code: 'refusal.outside_window.no_session' }
  | { readonly code: 'refusal.contract_expired'; readonly contract: ContractRef }
  | { readonly code: 'refusal.market_blocked' }
  | { readonly code: 'refusal.decision_stale'; readonly ageMs: Ms; readonly maxAgeMs: Ms }
  | { readonly code: 'refusal.decision_stale.ahead'; readonly aheadMs: Ms; readonly maxAheadMs: Ms }
  | { readonly code: 'refusal.already_decided' }
  | { readonly code: 'refusal.day_locked.loss_cap' }
  | { readonly code: 'refusal.day_locked.losing_streak'; readonly losses: number }
  | { readonly code: 'refusal.account_in_doubt' }
  | { readonly code: 'refusal.active_trade_limit'; readonly limit: number; readonly plan: PlanLabel }
  | { readonly code: 'refusal.position_in_symbol'; readonly limit: number; readonly symbol: IndexSymbol }
  | { readonly code: 'refusal.entries_per_symbol'; readonly limit: number; readonly symbol: IndexSymbol }
  | { readonly code: 'refusal.cooldown'; readonly minutes: number }
  | { readonly code: 'refusal.recovery_used'; readonly perDay: number }
  | { readonly code: 'refusal.recovery_not_confirmed'; readonly needed: Ratio }
  | { readonly code: 'refusal.recovery_too_small'; readonly share: Ratio }
  | { readonly code: 'refusal.price_stale'; readonly ageMs: Ms; readonly maxAgeMs: Ms }
  | { readonly code: 'refusal.price_stale.none' }
  | { readonly code: 'refusal.price_moved'; readonly moved: Ratio; readonly limit: Ratio }
  | { readonly code: 'refusal.capital_unknown' }
  | { readonly code: 'refusal.funds_unknown' }
  | { readonly code: 'refusal.budget_used_up' }
  | { readonly code: 'refusal.lots_not_set'; readonly symbol: IndexSymbol }
  | { readonly code: 'refusal.edge_gate' }
  | { readonly code: 'refusal.day_cap'; readonly plannedLoss: Paise; readonly left: Paise }
  | { readonly code: 'refusal.cash'; readonly needed: Paise; readonly limit: Paise; readonly share: Ratio }
  | { readonly code: 'refusal.liquidity'; readonly units: number; readonly limit: number }
  | { readonly code: 'refusal.freeze'; readonly units: number; readonly limit: number }
  | { readonly code: 'refusal.capital_below_minimum_risk'; readonly lossPerLot: Paise; readonly budget: Paise }

/** What the user can do about a refused entry. */
export type Remedy =
  | { readonly code: 'remedy.next_signal' }
  | { readonly code: 'remedy.next_signal_or_support' }
  | { readonly code: 'remedy.operator_resumes' }
  | { readonly code: 'remedy.resume_entries' }
  | { readonly code: 'remedy.compare_positions' }
  | { readonly code: 'remedy.paper_instead' }
  | { readonly code: 'remedy.renew_plan' }
  | { readonly code: 'remedy.plan_with_auto' }
  | { readonly code: 'remedy.plan_with_index' }
  | { readonly code: 'remedy.agree_auto' }
  | { readonly code: 'remedy.switch_on' }
  | { readonly code: 'remedy.connect' }
  | { readonly code: 'remedy.log_in_again'; readonly until: MinuteOfDay }
  | { readonly code: 'remedy.ask_address' }
  | { readonly code: 'remedy.clocks_agree' }
  | { readonly code: 'remedy.window_opens' }
  | { readonly code: 'remedy.next_contract' }
  | { readonly code: 'remedy.filter_lifts' }
  | { readonly code: 'remedy.traded_once' }
  | { readonly code: 'remedy.next_session' }
  | { readonly code: 'remedy.order_confirmed' }
  | { readonly code: 'remedy.upgrade' }
  | { readonly code: 'remedy.wait_for_exit' }
  | { readonly code: 'remedy.raise_entries' }
  | { readonly code: 'remedy.ends_itself' }
  | { readonly code: 'remedy.one_second_attempt'; readonly perDay: number }
  | { readonly code: 'remedy.stronger_signal' }
  | { readonly code: 'remedy.two_lots'; readonly lots: number }
  | { readonly code: 'remedy.not_chased' }
  | { readonly code: 'remedy.enter_capital' }
  | { readonly code: 'remedy.check_account' }
  | { readonly code: 'remedy.count_restarts' }
  | { readonly code: 'remedy.set_lots' }
  | { readonly code: 'remedy.paper_until_edge' }
  | { readonly code: 'remedy.fewer_lots' }
  | { readonly code: 'remedy.add_cash' }
  | { readonly code: 'remedy.few_offers' }
  | { readonly code: 'remedy.exchange_limit' }
  | { readonly code: 'remedy.more_capital' }
