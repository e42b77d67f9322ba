import { sql, type Kysely } from 'kysely'

/** Indexes of conditions that calls ask by and that no index served: each read its whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create index chat_outbox_by_user on chat_outbox (user_id, id)`,
    sql`create index chat_codes_by_user on chat_codes (user_id)`,
    sql`create index chat_questions_by_user on chat_questions (user_id)`,
    sql`create index push_outbox_by_notice on push_outbox (notice_id, id)`,
    sql`create index trade_instructions_by_account on trade_instructions (account_id)`,
    sql`create index intents_by_account on intents (account_id)`,
    sql`create index trade_notifications_by_user on trade_notifications (user_id)`,
    sql`create index broker_login_states_by_user on broker_login_states (user_id)`,
    sql`create index broker_links_by_egress on broker_links (egress_address) where egress_address is not null`,
    sql`create index support_tickets_by_user on support_tickets (user_id)`,
    sql`create index kill_switch_changes_by_scope on kill_switch_changes (scope)`,
    sql`create index decisions_by_bar on decisions (bar_end, seq)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
