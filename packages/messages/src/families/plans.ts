import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'

/** Texts of the plan cards (specification §2, §3, §6; verbatim where quoted). */
export type PlanCardText =
  | { readonly code: 'plan_card.starter_summary' }
  | { readonly code: 'plan_card.starter_bullet_1' }
  | { readonly code: 'plan_card.starter_bullet_2' }
  | { readonly code: 'plan_card.starter_bullet_3' }
  | { readonly code: 'plan_card.starter_bullet_4' }
  | { readonly code: 'plan_card.starter_bullet_5' }
  | { readonly code: 'plan_card.starter_bullet_6' }
  | { readonly code: 'plan_card.starter_action' }
  | { readonly code: 'plan_card.pro_summary' }
  | { readonly code: 'plan_card.pro_bullet_1' }
  | { readonly code: 'plan_card.pro_bullet_2' }
  | { readonly code: 'plan_card.pro_bullet_3' }
  | { readonly code: 'plan_card.pro_bullet_4' }
  | { readonly code: 'plan_card.pro_bullet_5' }
  | { readonly code: 'plan_card.pro_bullet_6' }
  | { readonly code: 'plan_card.pro_action' }
  | { readonly code: 'plan_card.elite_summary' }
  | { readonly code: 'plan_card.elite_built_on' }
  | { readonly code: 'plan_card.elite_bullet_1' }
  | { readonly code: 'plan_card.elite_bullet_2' }
  | { readonly code: 'plan_card.elite_bullet_3' }
  | { readonly code: 'plan_card.elite_bullet_4' }
  | { readonly code: 'plan_card.elite_bullet_5' }
  | { readonly code: 'plan_card.elite_bullet_6' }
  | { readonly code: 'plan_card.elite_action' }
  | { readonly code: 'plan_card.master_summary' }
  | { readonly code: 'plan_card.master_built_on' }
  | { readonly code: 'plan_card.master_bullet_1' }
  | { readonly code: 'plan_card.master_bullet_2' }
  | { readonly code: 'plan_card.master_bullet_3' }
  | { readonly code: 'plan_card.master_bullet_4' }
  | { readonly code: 'plan_card.master_bullet_5' }
  | { readonly code: 'plan_card.master_bullet_6' }
  | { readonly code: 'plan_card.master_action' }

/** Rows of the table that compares plans. */
export type ComparisonFeature =
  | { readonly code: 'comparison.dashboard_index_prices_and_live_trades_table' }
  | { readonly code: 'comparison.signals' }
  | { readonly code: 'comparison.signal_refresh' }
  | { readonly code: 'comparison.ai_agents' }
  | { readonly code: 'comparison.core_agent_signals_on_the_dashboard' }
  | { readonly code: 'comparison.basic_signals_macd_vwap_rsi' }
  | { readonly code: 'comparison.live_nifty_option_chain' }
  | { readonly code: 'comparison.fii_dii_and_sentiment_analysis' }
  | { readonly code: 'comparison.telegram_alerts' }
  | { readonly code: 'comparison.live_p_l_view' }
  | { readonly code: 'comparison.broker_connect' }
  | { readonly code: 'comparison.trade_settings' }
  | { readonly code: 'comparison.auto_execution' }
  | { readonly code: 'comparison.paper_trading_with_settings_of_its_own' }
  | { readonly code: 'comparison.trailing_stop_loss' }
  | { readonly code: 'comparison.smart_loss_recovery' }
  | { readonly code: 'comparison.time_filter_engine' }
  | { readonly code: 'comparison.capital_allocation' }
  | { readonly code: 'comparison.active_trades' }
  | { readonly code: 'comparison.parallel_trade_handling' }
  | { readonly code: 'comparison.dashboard_trade_sync' }
  | { readonly code: 'comparison.today_trade_log_on_the_dashboard' }
  | { readonly code: 'comparison.trade_log' }
  | { readonly code: 'comparison.support' }

/** Cells of the table that compares plans. */
export type ComparisonCell =
  | { readonly code: 'comparison_cell.all' }
  | { readonly code: 'comparison_cell.none' }
  | { readonly code: 'comparison_cell.basic' }
  | { readonly code: 'comparison_cell.advanced' }
  | { readonly code: 'comparison_cell.full' }
  | { readonly code: 'comparison_cell.full_tracker' }
  | { readonly code: 'comparison_cell.read_only' }
  | { readonly code: 'comparison_cell.unlimited' }
  | { readonly code: 'comparison_cell.live' }
  | { readonly code: 'comparison_cell.delayed'; readonly minutes: number }
  | { readonly code: 'comparison_cell.refresh'; readonly seconds: number }
  | { readonly code: 'comparison_cell.number'; readonly count: number }
  | { readonly code: 'comparison_cell.symbols'; readonly symbols: readonly IndexSymbol[] }
