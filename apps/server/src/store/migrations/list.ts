import type { Migration } from 'kysely/migration'
import { up as fieldTerms } from './20261123T1900_field_terms.ts'
import { up as tradeFields } from './20261123T1930_trade_fields.ts'
import { up as manualExits } from './20261123T2230_manual_exits.ts'
import { up as killSwitches } from './20261123T2240_kill_switches.ts'
import { up as offlineJournal } from './20261123T2250_offline_journal.ts'
import { up as expiredTokens } from './20261123T2330_expired_tokens.ts'
import { up as tradeInstructions } from './20261124T0645_trade_instructions.ts'
import { up as lockAccount } from './20261124T0700_lock_account.ts'
import { up as chatExits } from './20261124T0730_chat_exits.ts'
import { up as entryHours } from './20261124T1100_entry_hours.ts'
import { up as tradesPerDay } from './20261124T1300_trades_per_day.ts'
import { up as lossPause } from './20261124T1310_loss_pause.ts'
import { up as profitLock } from './20261124T1500_profit_lock.ts'
import { up as periodLimits } from './20261124T1505_period_limits.ts'
import { up as flattenRequests } from './20261124T1130_flatten_requests.ts'
import { up as pushSubscriptions } from './20261124T1320_push_subscriptions.ts'
import { up as reduceInstructions } from './20261124T1430_reduce_instructions.ts'
import { up as programKeys } from './20261124T1445_program_keys.ts'
import { up as entryTickets } from './20261124T1600_entry_tickets.ts'
import { up as pendingSettings } from './20261124T1630_pending_settings.ts'
import { up as quietHours } from './20261126T2200_quiet_hours.ts'
import { up as customAlerts } from './20261126T2230_custom_alerts.ts'
import { up as noticeThreads } from './20261126T2310_notice_threads.ts'
import { up as entryApprovals } from './20261126T2330_entry_approvals.ts'
import { up as foreignTradeDays } from './20261126T2345_foreign_trade_days.ts'
import { up as indexDays } from './20261127T0200_index_days.ts'
import { up as registeredLogic } from './20261127T0925_registered_logic.ts'
import { up as executorShards } from './20261127T1215_executor_shards.ts'
import { up as indexesByUser } from './20261127T1640_indexes_by_user.ts'
import { up as complaints } from './20261127T1836_complaints.ts'
import { up as publicLogAnchors } from './20261127T1944_public_log_anchors.ts'
import { up as registeredTrials } from './20261127T1525_registered_trials.ts'
import { up as chainHistory } from './20261127T1850_chain_history.ts'
import { up as incidents } from './20261128T0230_incidents.ts'
import { up as userList } from './20261128T0730_user_list.ts'
import { up as operatorApprovals } from './20261128T0940_operator_approvals.ts'
import { up as revenueByTime } from './20261128T1040_revenue_by_time.ts'
import { up as exceptions } from './20261128T1110_exceptions.ts'
import { up as announcements } from './20261128T1330_announcements.ts'
import { up as processHealth } from './20261128T1330_process_health.ts'
import { up as featureFlags } from './20261128T2330_feature_flags.ts'
import { up as announcementReads } from './20261128T2350_announcement_reads.ts'
import { up as publicLogTimeStamps } from './20261129T0745_public_log_time_stamps.ts'
import { BASELINE, up as baseline } from './baseline.ts'

/**
 * Every migration by name, run in the order of the names. Add at the end; never change one that was released.
 * How to add one: docs/how-to/add-a-migration.md.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  [BASELINE]: { up: baseline },
  '20261123T1900_field_terms': { up: fieldTerms },
  '20261123T1930_trade_fields': { up: tradeFields },
  '20261123T2230_manual_exits': { up: manualExits },
  '20261123T2240_kill_switches': { up: killSwitches },
  '20261123T2250_offline_journal': { up: offlineJournal },
  '20261123T2330_expired_tokens': { up: expiredTokens },
  '20261124T0645_trade_instructions': { up: tradeInstructions },
  '20261124T0700_lock_account': { up: lockAccount },
  '20261124T0730_chat_exits': { up: chatExits },
  '20261124T1100_entry_hours': { up: entryHours },
  '20261124T1130_flatten_requests': { up: flattenRequests },
  '20261124T1300_trades_per_day': { up: tradesPerDay },
  '20261124T1310_loss_pause': { up: lossPause },
  '20261124T1320_push_subscriptions': { up: pushSubscriptions },
  '20261124T1430_reduce_instructions': { up: reduceInstructions },
  '20261124T1445_program_keys': { up: programKeys },
  '20261124T1500_profit_lock': { up: profitLock },
  '20261124T1505_period_limits': { up: periodLimits },
  '20261124T1600_entry_tickets': { up: entryTickets },
  '20261124T1630_pending_settings': { up: pendingSettings },
  '20261126T2200_quiet_hours': { up: quietHours },
  '20261126T2230_custom_alerts': { up: customAlerts },
  '20261126T2310_notice_threads': { up: noticeThreads },
  '20261126T2330_entry_approvals': { up: entryApprovals },
  '20261126T2345_foreign_trade_days': { up: foreignTradeDays },
  '20261127T0200_index_days': { up: indexDays },
  '20261127T0925_registered_logic': { up: registeredLogic },
  '20261127T1215_executor_shards': { up: executorShards },
  '20261127T1525_registered_trials': { up: registeredTrials },
  '20261127T1640_indexes_by_user': { up: indexesByUser },
  '20261127T1836_complaints': { up: complaints },
  '20261127T1850_chain_history': { up: chainHistory },
  '20261127T1944_public_log_anchors': { up: publicLogAnchors },
  '20261128T0230_incidents': { up: incidents },
  '20261128T0730_user_list': { up: userList },
  '20261128T0940_operator_approvals': { up: operatorApprovals },
  '20261128T1040_revenue_by_time': { up: revenueByTime },
  '20261128T1110_exceptions': { up: exceptions },
  '20261128T1330_announcements': { up: announcements },
  '20261128T1330_process_health': { up: processHealth },
  '20261128T2330_feature_flags': { up: featureFlags },
  '20261128T2350_announcement_reads': { up: announcementReads },
  '20261129T0745_public_log_time_stamps': { up: publicLogTimeStamps },
}
