import { sizeRefusalText, type SizeRefusal } from '@strikewise/domain/trading/sizing.ts'

/** Why an entry was not sent. The gate asks in this order and reports the first that applies: most serious first. */
export type EntryRefusalReason =
  | { readonly code: 'facts_unreadable' }
  | { readonly code: 'global_stop' }
  | { readonly code: 'user_stop' }
  | { readonly code: 'invariant_broken' }
  | { readonly code: 'live_trading_off' }
  | { readonly code: 'plan_expired' }
  | { readonly code: 'plan_without_auto' }
  | { readonly code: 'symbol_not_allowed' }
  | { readonly code: 'consent_missing' }
  | { readonly code: 'auto_execute_off' }
  | { readonly code: 'not_connected' }
  | { readonly code: 'token_stale' }
  | { readonly code: 'no_egress_address' }
  | { readonly code: 'clock_skew' }
  | { readonly code: 'outside_window' }
  | { readonly code: 'contract_expired' }
  | { readonly code: 'market_blocked' }
  /** Negative: dated ahead of our clock. */
  | { readonly code: 'decision_stale'; readonly ageMs: number; readonly maxAgeMs: number }
  | { readonly code: 'already_decided' }
  | { readonly code: 'day_locked'; readonly reason: 'loss_cap' | 'losing_streak' }
  | { readonly code: 'account_in_doubt' }
  | { readonly code: 'active_trade_limit'; readonly limit: number }
  | { readonly code: 'position_in_symbol'; readonly limit: number }
  | { readonly code: 'entries_per_symbol'; readonly limit: number }
  | { readonly code: 'cooldown'; readonly minutes: number }
  | { readonly code: 'recovery_used' }
  | { readonly code: 'recovery_not_confirmed' }
  | { readonly code: 'recovery_too_small' }
  /** `ageMs` undefined: no price, or one that cannot be believed. */
  | { readonly code: 'price_stale'; readonly ageMs: number | undefined; readonly maxAgeMs: number }
  | { readonly code: 'price_moved' }
  | { readonly code: 'capital_unknown' }
  | { readonly code: 'funds_unknown' }
  | { readonly code: 'budget_used_up' }
  | SizeRefusal

/** What the user reads. */
export function entryRefusalText(refusal: EntryRefusalReason): string {
  switch (refusal.code) {
    case 'facts_unreadable':
      return 'Your account settings could not be read, so nothing was bought.'
    case 'global_stop':
      return 'Entries are stopped for all accounts by the operator.'
    case 'user_stop':
      return 'You have paused new entries.'
    case 'invariant_broken':
      return 'Our records of your account and the broker’s do not match. Entries are paused until the next session; exits go on.'
    case 'live_trading_off':
      return 'Live order placement is switched off on this service.'
    case 'plan_expired':
      return 'Your plan has expired. Renew it to trade again.'
    case 'plan_without_auto':
      return 'Your plan does not include auto execution.'
    case 'symbol_not_allowed':
      return 'Your plan does not trade this index.'
    case 'consent_missing':
      return 'Consent to auto execution is missing.'
    case 'auto_execute_off':
      return 'Auto execute is off for this index.'
    case 'not_connected':
      return 'The broker account is not connected.'
    case 'token_stale':
      return 'Your broker login has expired. Log in again to trade today.'
    case 'no_egress_address':
      return 'No network address is registered for your broker link yet.'
    case 'clock_skew':
      return 'Our clock and the broker’s differ by more than two seconds.'
    case 'contract_expired':
      return 'The contract of the decision has expired.'
    case 'outside_window':
      return 'The entry window is closed.'
    case 'market_blocked':
      return 'The market block was on when the decision was made.'
    case 'decision_stale':
      return refusal.ageMs < 0
        ? `The signal is dated ${seconds(-refusal.ageMs)} seconds ahead of our clock.`
        : `The signal was ${seconds(refusal.ageMs)} seconds old; it can be traded for ${seconds(refusal.maxAgeMs)} seconds.`
    case 'already_decided':
      return 'This decision was already acted on.'
    case 'day_locked':
      return refusal.reason === 'loss_cap'
        ? 'Your daily loss limit is reached. Entries resume in the next session.'
        : 'Three losing trades in a row: entries resume in the next session.'
    case 'account_in_doubt':
      return 'An earlier order is still being confirmed with the broker.'
    case 'active_trade_limit':
      return `Your plan allows ${refusal.limit} active ${refusal.limit === 1 ? 'trade' : 'trades'} at a time.`
    case 'position_in_symbol':
      return refusal.limit === 1
        ? 'There is already a position in this index.'
        : `There are already ${refusal.limit} positions in this index, as many as you allow.`
    case 'entries_per_symbol':
      return `Today's limit of ${refusal.limit} entries in this index is reached.`
    case 'cooldown':
      return `Waiting ${refusal.minutes} ${refusal.minutes === 1 ? 'minute' : 'minutes'} after the last exit.`
    case 'recovery_used':
      return 'After a stop there is one second attempt, and no more than two a day.'
    case 'recovery_not_confirmed':
      return 'After a stop a second attempt needs a score of 0.50 or more.'
    case 'recovery_too_small':
      return 'A second attempt after a stop takes half the size, which is less than one lot.'
    case 'price_stale':
      return refusal.ageMs === undefined
        ? 'There was no usable price for the contract.'
        : `The price was ${seconds(refusal.ageMs)} seconds old; the limit is ${seconds(refusal.maxAgeMs)} seconds.`
    case 'price_moved':
      return 'The price moved more than 1 % above the decision.'
    case 'capital_unknown':
      return 'Your trading capital is not known. Enter it in the risk settings.'
    case 'funds_unknown':
      return 'The free cash at the broker could not be read.'
    case 'budget_used_up':
      return "Today's number of orders is used up; what is left is kept for exits."
    case 'lots_not_set':
    case 'edge_gate':
    case 'day_cap':
    case 'cash':
    case 'liquidity':
    case 'freeze':
    case 'capital_below_minimum_risk':
      return sizeRefusalText(refusal)
  }
}

/** Tenths only where there are any: '2', '2.4'. */
function seconds(ms: number): string {
  return String(Math.round(ms / 100) / 10)
}
