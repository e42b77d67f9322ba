import type { MinuteOfDay } from '@strikewise/domain/text/message-parameters.ts'

/** What the user can do about a refused entry. */
export type Remedy =
  | { readonly code: 'remedy.next_signal' }
  | { readonly code: 'remedy.next_signal_or_support' }
  | { readonly code: 'remedy.operator_resumes' }
  | { readonly code: 'remedy.resume_entries' }
  | { readonly code: 'remedy.compare_positions' }
  | { readonly code: 'remedy.paper_instead' }
  | { readonly code: 'remedy.logic_registration' }
  | { readonly code: 'remedy.renew_plan' }
  | { readonly code: 'remedy.plan_with_auto' }
  | { readonly code: 'remedy.plan_with_index' }
  | { readonly code: 'remedy.plan_with_recovery' }
  | { readonly code: 'remedy.agree_auto' }
  | { readonly code: 'remedy.switch_on' }
  | { readonly code: 'remedy.connect' }
  | { readonly code: 'remedy.log_in_again'; readonly until: MinuteOfDay }
  | { readonly code: 'remedy.log_in_for_today' }
  | { readonly code: 'remedy.ask_address' }
  | { readonly code: 'remedy.clocks_agree' }
  | { readonly code: 'remedy.window_opens' }
  | { readonly code: 'remedy.entry_hours' }
  | { readonly code: 'remedy.next_contract' }
  | { readonly code: 'remedy.filter_lifts' }
  | { readonly code: 'remedy.traded_once' }
  | { readonly code: 'remedy.next_session' }
  | { readonly code: 'remedy.order_confirmed' }
  | { readonly code: 'remedy.buy_back' }
  | { readonly code: 'remedy.upgrade' }
  | { readonly code: 'remedy.wait_for_exit' }
  | { readonly code: 'remedy.raise_entries' }
  | { readonly code: 'remedy.raise_trades' }
  | { readonly code: 'remedy.next_week' }
  | { readonly code: 'remedy.change_drawdown' }
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
  | { readonly code: 'remedy.plan_with_manual' }
  | { readonly code: 'remedy.send_again' }
  | { readonly code: 'remedy.approve' }
  | { readonly code: 'remedy.raise_limit' }
  | { readonly code: 'remedy.same_lots' }
  | { readonly code: 'remedy.other_contract' }
