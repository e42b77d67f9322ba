import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { SizeRefusal } from '@strikewise/domain/trading/sizing.ts'
import type { EntryOffer } from './pre-trade/approval.ts'

/** Why an entry was not sent. The check asks in this order and reports the first that applies: most serious first. */
export type EntryRefusalReason =
  | { readonly code: 'refusal.facts_unreadable' }
  | { readonly code: 'refusal.global_stop' }
  | { readonly code: 'refusal.user_stop' }
  | { readonly code: 'refusal.invariant_broken'; readonly broker: string }
  | { readonly code: 'refusal.invariant_broken.paper' }
  | { readonly code: 'refusal.live_trading_off' }
  /** Of a live link and a decision of the engine. */
  | { readonly code: 'refusal.logic_not_registered' }
  | { readonly code: 'refusal.plan_expired' }
  | { readonly code: 'refusal.plan_without_auto' }
  /** Of a ticket. */
  | { readonly code: 'refusal.plan_without_manual'; readonly plan: Plan }
  | { readonly code: 'refusal.symbol_not_allowed'; readonly symbol: IndexSymbol }
  | { readonly code: 'refusal.consent_missing' }
  | { readonly code: 'refusal.auto_execute_off'; readonly symbol: IndexSymbol }
  | { readonly code: 'refusal.not_connected' }
  | { readonly code: 'refusal.token_stale'; readonly broker: string }
  | { readonly code: 'refusal.token_stale.paper' }
  | { readonly code: 'refusal.no_egress_address' }
  | { readonly code: 'refusal.clock_skew'; readonly maxSkewMs: number }
  | { readonly code: 'refusal.outside_window'; readonly from: EpochMs; readonly to: EpochMs }
  | { readonly code: 'refusal.outside_window.no_session' }
  /** The user's own entry hours; `from` and `to` are those of the day. */
  | { readonly code: 'refusal.outside_entry_hours'; readonly from: EpochMs; readonly to: EpochMs }
  | { readonly code: 'refusal.outside_entry_hours.day' }
  | { readonly code: 'refusal.contract_expired'; readonly contract: ContractRef }
  | { readonly code: 'refusal.market_blocked' }
  | { readonly code: 'refusal.decision_stale'; readonly ageMs: number; readonly maxAgeMs: number }
  | { readonly code: 'refusal.decision_stale.ahead'; readonly aheadMs: number; readonly maxAheadMs: number }
  /** A ticket was sent for the account that this one has taken the place of. */
  | { readonly code: 'refusal.account_changed' }
  /** A ticket was not carried out before its deadline. */
  | { readonly code: 'refusal.ticket_expired' }
  | { readonly code: 'refusal.already_decided' }
  | { readonly code: 'refusal.day_locked.loss_cap' }
  | { readonly code: 'refusal.day_locked.losing_streak'; readonly losses: number }
  | { readonly code: 'refusal.day_locked.profit_lock'; readonly peak: Paise; readonly floor: Paise }
  | { readonly code: 'refusal.account_in_doubt' }
  | { readonly code: 'refusal.contract_short'; readonly contract: ContractRef }
  | { readonly code: 'refusal.active_trade_limit'; readonly limit: number; readonly plan: Plan }
  | { readonly code: 'refusal.position_in_symbol'; readonly limit: number; readonly symbol: IndexSymbol }
  | { readonly code: 'refusal.entries_per_symbol'; readonly limit: number; readonly symbol: IndexSymbol }
  | { readonly code: 'refusal.trades_per_day'; readonly limit: number }
  | { readonly code: 'refusal.loss_pause'; readonly minutes: number }
  /** What the week has lost, and how far the account is under its peak, with what is open at the bid. */
  | { readonly code: 'refusal.weekly_loss'; readonly lost: Paise; readonly limit: Paise }
  | {
      readonly code: 'refusal.weekly_loss.remaining'
      readonly plannedLoss: Paise
      readonly left: Paise
      readonly limit: Paise
    }
  | { readonly code: 'refusal.drawdown'; readonly fallen: Paise; readonly limit: Paise }
  | {
      readonly code: 'refusal.drawdown.remaining'
      readonly plannedLoss: Paise
      readonly left: Paise
      readonly limit: Paise
    }
  | { readonly code: 'refusal.cooldown'; readonly minutes: number }
  /** More lots on a ticket than the last trade of the index lost with. */
  | { readonly code: 'refusal.larger_after_loss'; readonly limit: number; readonly symbol: IndexSymbol }
  | { readonly code: 'refusal.recovery_not_in_plan'; readonly plan: Plan }
  | { readonly code: 'refusal.recovery_used'; readonly perDay: number }
  | { readonly code: 'refusal.recovery_not_confirmed'; readonly needed: number }
  | { readonly code: 'refusal.recovery_too_small'; readonly share: number }
  | { readonly code: 'refusal.price_stale'; readonly ageMs: number; readonly maxAgeMs: number }
  /** No price, or one that cannot be believed. */
  | { readonly code: 'refusal.price_stale.none' }
  /** `moved`: the ask above the signal's mid, as a share of it. */
  | { readonly code: 'refusal.price_moved'; readonly moved: number; readonly limit: number }
  /** Of a ticket: buyers and sellers are too far apart. */
  | { readonly code: 'refusal.spread_too_wide'; readonly spread: Paise; readonly limit: Paise }
  /** The ask is above the limit of the ticket. */
  | { readonly code: 'refusal.price_above_limit'; readonly ask: Paise; readonly limit: Paise }
  | { readonly code: 'refusal.capital_unknown' }
  | { readonly code: 'refusal.funds_unknown' }
  | { readonly code: 'refusal.budget_used_up' }
  /** All of it passes, and its user wants to approve entries: it waits for them until its deadline. */
  | ({ readonly code: 'refusal.approval_needed' } & EntryOffer)
  | SizeRefusal
