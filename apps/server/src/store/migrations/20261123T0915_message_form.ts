import { sql, type Kysely } from 'kysely'

/** Columns that hold a message (code and parameters). */
const MESSAGES = [
  ['entry_refusals', 'message'],
  ['trade_notes', 'message'],
  ['notices', 'message'],
  ['audit_findings', 'message'],
  ['weights_changes', 'message'],
  ['checkouts', 'note_message'],
  ['refunds', 'note_message'],
  ['chat_outbox', 'problem'],
] as const

/** A message in another form than its readers' would be shown as nothing: the store refuses it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of MESSAGES)
    await sql`
      alter table ${sql.table(table)}
        add check (
          ${sql.ref(column)} is null
          or coalesce(jsonb_typeof(${sql.ref(column)} -> 'code') = 'string', false)
          and coalesce(jsonb_typeof(${sql.ref(column)} -> 'params') = 'object', false)
        )`.execute(db)
}
