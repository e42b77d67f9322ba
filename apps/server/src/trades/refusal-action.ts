// @invariant refusals-notified Every refused entry is notified to its user, with the remedy.
import type { EntryRefusalReason } from '@strikewise/execution/pre-trade/refusal.ts'
import type { RefusalAction } from '@strikewise/wire/trades.ts'

const does = (place: RefusalAction['place'], text: string): RefusalAction => ({ place, text })
const passes = (text: string): RefusalAction => ({ place: null, text })

/** What a person can do about each reason of the gate, or why there is nothing to do. */
const REMEDIES: Readonly<Record<EntryRefusalReason['code'], RefusalAction>> = {
  facts_unreadable: passes(
    'No action needed: the next signal is evaluated on its own. Contact support if this continues.',
  ),
  global_stop: passes('No action needed: entries resume when the operator releases the stop.'),
  user_stop: does('stop_button', 'Resume entries when you want to trade again.'),
  invariant_broken: does('support', 'Compare your positions with the broker, and contact support.'),
  live_trading_off: does(
    'connect_broker',
    'This service places no live orders. Disconnect and trade on paper instead.',
  ),
  plan_expired: does('plans', 'Renew your plan.'),
  plan_without_auto: does('plans', 'Take a plan with auto execution, or trade on paper.'),
  symbol_not_allowed: does('plans', 'Take a plan that trades this index.'),
  consent_missing: does(
    'trade_settings',
    'Agree to auto execution when you save your trade settings; a live account asks for a sentence to be typed.',
  ),
  auto_execute_off: does('trade_settings', 'Switch auto execute on for this index.'),
  not_connected: does('connect_broker', 'Connect your trading account.'),
  token_stale: does('connect_broker', 'Connect again: tokens last until 6:00 AM.'),
  no_egress_address: does('support', 'Ask support for the network address of your broker link.'),
  clock_skew: passes('No action needed: entries resume when the clocks agree again.'),
  outside_window: passes('No action needed: entries are made while the window is open.'),
  contract_expired: passes('No action needed: the next decision names a contract that still trades.'),
  market_blocked: passes('No action needed: the block ends by itself.'),
  decision_stale: passes('No action needed: the next signal is evaluated on its own.'),
  already_decided: passes('No action needed: each decision is traded once.'),
  day_locked: passes('No action needed today. The limits of the next session are in your risk settings.'),
  account_in_doubt: passes('No action needed: entries resume when the broker has answered for the earlier order.'),
  active_trade_limit: does('plans', 'Wait until the open trade is closed, or take a plan that allows more.'),
  position_in_symbol: passes('Wait until the open position is closed.'),
  entries_per_symbol: does('trade_settings', 'Raise the number of entries in your risk settings for another day.'),
  cooldown: passes('No action needed: it ends by itself.'),
  recovery_used: passes('No action needed: a stop is answered with one smaller attempt, at most twice a day.'),
  recovery_not_confirmed: passes('No action needed: a second attempt needs a stronger signal.'),
  recovery_too_small: does('trade_settings', 'A second attempt is half the size: set two lots or more to have one.'),
  price_stale: passes('No action needed: the next signal is evaluated on its own.'),
  price_moved: passes('No action needed: a price that ran away is not chased.'),
  capital_unknown: does('trade_settings', 'Enter your capital in the risk settings.'),
  funds_unknown: does('connect_broker', 'Check that your trading account is connected and answers.'),
  budget_used_up: passes('No action needed: the count starts again the next day.'),
  lots_not_set: does('trade_settings', 'Set at least one lot for this index.'),
  edge_gate: does('connect_broker', 'Trade on paper until your record shows an edge.'),
  day_cap: does('trade_settings', 'Use fewer lots, or declare more capital in the risk settings.'),
  cash: passes('Add cash to the account: option buying needs cash, not collateral.'),
  liquidity: passes('No action needed: too few units were on offer.'),
  freeze: does('trade_settings', 'Use fewer lots: the exchange limits the size of an order.'),
  capital_below_minimum_risk: does('trade_settings', 'Declare more capital in the risk settings, if you have it.'),
}

/**
 * Refusals that are no reason a user looks for: an index outside the plan was never to be traded for them. They are recorded,
 * since each decision is answered once, and shown, counted and sent to nobody.
 */
export const NOT_SHOWN: readonly EntryRefusalReason['code'][] = ['symbol_not_allowed']

/** What to do about a stored refusal; null for a code that this version does not know. */
export function actionFor(code: string): RefusalAction | null {
  return Object.hasOwn(REMEDIES, code) ? REMEDIES[code as EntryRefusalReason['code']] : null
}
