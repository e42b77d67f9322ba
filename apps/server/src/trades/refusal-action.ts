// @invariant refusals-notified Every refused entry is notified to its user, with the remedy.
import type { LegacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { ReasonOf } from '@strikewise/domain/text/message-code.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { SIZING } from '@strikewise/domain/trading/sizing.ts'
import { RECOVERIES_A_DAY } from '@strikewise/execution/pre-trade/re-entry.ts'
import type { EntryRefusalReason } from '@strikewise/execution/refusal.ts'
import type { Remedy } from '@strikewise/messages/families/remedy.ts'
import { messageOf, split, type StoredMessage } from '@strikewise/messages/split.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import type { EntryRefusalRow, RefusalAction } from '@strikewise/wire/trades.ts'

type RefusalCode = ReasonOf<EntryRefusalReason['code']>

interface Action {
  readonly place: RefusalAction['place']
  readonly remedy: Remedy
}

/** Remedies without a parameter. */
type PlainRemedy = Exclude<
  Remedy,
  { readonly code: 'remedy.log_in_again' | 'remedy.one_second_attempt' | 'remedy.two_lots' }
>

const does = (place: RefusalAction['place'], code: PlainRemedy['code']): Action => ({
  place,
  // A union's members are not distinguished by a code that may be any of theirs.
  remedy: { code } as PlainRemedy,
})
const passes = (code: PlainRemedy['code']): Action => does(null, code)

/** What a person can do about each reason of the pre-trade check, or why there is nothing to do. */
const ACTIONS: Readonly<Record<RefusalCode, Action>> = {
  facts_unreadable: passes('remedy.next_signal_or_support'),
  global_stop: passes('remedy.operator_resumes'),
  user_stop: does('kill_switch', 'remedy.resume_entries'),
  invariant_broken: does('support', 'remedy.compare_positions'),
  live_trading_off: does('connect_broker', 'remedy.paper_instead'),
  logic_not_registered: passes('remedy.logic_registration'),
  plan_expired: does('plans', 'remedy.renew_plan'),
  plan_without_auto: does('plans', 'remedy.plan_with_auto'),
  plan_without_manual: does('plans', 'remedy.plan_with_manual'),
  symbol_not_allowed: does('plans', 'remedy.plan_with_index'),
  consent_missing: does('trade_settings', 'remedy.agree_auto'),
  auto_execute_off: does('trade_settings', 'remedy.switch_on'),
  not_connected: does('connect_broker', 'remedy.connect'),
  token_stale: { place: 'connect_broker', remedy: loginRemedy(BROKER.portal.tokenEndsAt) },
  no_egress_address: does('support', 'remedy.ask_address'),
  clock_skew: passes('remedy.clocks_agree'),
  outside_window: passes('remedy.window_opens'),
  outside_entry_hours: does('trade_settings', 'remedy.entry_hours'),
  contract_expired: passes('remedy.next_contract'),
  market_blocked: passes('remedy.filter_lifts'),
  decision_stale: passes('remedy.next_signal'),
  account_changed: passes('remedy.send_again'),
  approval_needed: passes('remedy.approve'),
  ticket_expired: passes('remedy.send_again'),
  already_decided: passes('remedy.traded_once'),
  day_locked: passes('remedy.next_session'),
  account_in_doubt: passes('remedy.order_confirmed'),
  contract_short: passes('remedy.buy_back'),
  active_trade_limit: does('plans', 'remedy.upgrade'),
  position_in_symbol: passes('remedy.wait_for_exit'),
  entries_per_symbol: does('trade_settings', 'remedy.raise_entries'),
  trades_per_day: does('trade_settings', 'remedy.raise_trades'),
  loss_pause: passes('remedy.ends_itself'),
  weekly_loss: passes('remedy.next_week'),
  drawdown: does('trade_settings', 'remedy.change_drawdown'),
  cooldown: passes('remedy.ends_itself'),
  larger_after_loss: passes('remedy.same_lots'),
  recovery_not_in_plan: does('plans', 'remedy.plan_with_recovery'),
  recovery_used: { place: null, remedy: { code: 'remedy.one_second_attempt', perDay: RECOVERIES_A_DAY } },
  recovery_not_confirmed: passes('remedy.stronger_signal'),
  recovery_too_small: {
    place: 'trade_settings',
    remedy: { code: 'remedy.two_lots', lots: Math.ceil(1 / SIZING.recoveryShare) },
  },
  price_stale: passes('remedy.next_signal'),
  price_moved: passes('remedy.not_chased'),
  spread_too_wide: passes('remedy.other_contract'),
  price_above_limit: passes('remedy.raise_limit'),
  capital_unknown: does('trade_settings', 'remedy.enter_capital'),
  funds_unknown: does('connect_broker', 'remedy.check_account'),
  budget_used_up: passes('remedy.count_restarts'),
  lots_not_set: does('trade_settings', 'remedy.set_lots'),
  edge_gate: does('connect_broker', 'remedy.paper_until_edge'),
  day_cap: does('trade_settings', 'remedy.fewer_lots'),
  cash: passes('remedy.add_cash'),
  liquidity: passes('remedy.few_offers'),
  freeze: does('trade_settings', 'remedy.exchange_limit'),
  capital_below_minimum_risk: does('trade_settings', 'remedy.more_capital'),
}

/**
 * Refusals that are no reason a user looks for: an index outside the plan was never to be traded for them. They are recorded,
 * since each decision is answered once, and neither shown nor counted nor sent.
 */
export const NOT_SHOWN: readonly RefusalCode[] = ['symbol_not_allowed']

/** What to do about a stored refusal of this short code; undefined for one that this version does not know. */
export function remedyFor(code: string): Remedy | undefined {
  return actionFor(code)?.remedy
}

/** `endsAt`: the minute of the day at which the broker ends all logins; null: each lasts a time of its own. */
export function loginRemedy(endsAt: number | null): Remedy {
  return endsAt === null ? { code: 'remedy.log_in_for_today' } : { code: 'remedy.log_in_again', until: endsAt }
}

function actionFor(code: string): Action | undefined {
  return Object.hasOwn(ACTIONS, code) ? ACTIONS[code as RefusalCode] : undefined
}

/** A refusal as stored. */
export interface RefusalRow {
  readonly code: string
  readonly text: string | null
  readonly message: StoredMessage | null
}

/** The reason a row shows; the sentence of one from before messages were data. */
export function reasonOfRow(row: RefusalRow): EntryRefusalReason | LegacyText {
  return messageOf(row) as EntryRefusalReason | LegacyText
}

/** A refusal and what to do about it, as the API shows both in a language. */
export function shownRefusal(row: RefusalRow, { text }: Renderer): ShownRefusal {
  const reason = reasonOfRow(row)
  const action = actionFor(row.code)
  const remedy = action && { place: action.place, text: text(action.remedy), message: split(action.remedy) }
  return { code: row.code, text: text(reason), message: split(reason), remedy: remedy ?? null }
}

type ShownRefusal = Pick<EntryRefusalRow, 'code' | 'text' | 'message' | 'remedy'>
