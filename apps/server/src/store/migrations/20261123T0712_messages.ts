import { sql, type Kysely } from 'kysely'

/** Columns that held finished sentences, and the column that takes a message (code and parameters) in their place. */
const SENTENCES = [
  { table: 'entry_refusals', text: 'text' },
  { table: 'trade_notes', text: 'text' },
  { table: 'notices', text: 'text' },
  { table: 'audit_findings', text: 'text' },
  { table: 'weights_changes', text: 'reason' },
] as const

/**
 * New rows keep a message; rows from before keep their sentence. No row is touched: those of insert-only tables are
 * evidence of what was shown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table, text } of SENTENCES) {
    await sql`
      alter table ${sql.table(table)}
        add column message jsonb,
        alter column ${sql.ref(text)} drop not null,
        add check (message is not null or ${sql.ref(text)} is not null)`.execute(db)
  }
  for (const table of ['checkouts', 'refunds'])
    await sql`alter table ${sql.table(table)} add column note_message jsonb`.execute(db)
  await sql`alter table chat_outbox add column problem jsonb`.execute(db)
}
