import { sql, type Kysely } from 'kysely'
import { insertOnly } from './baseline/statements.ts'

/** Which root of the public record was sent to which address outside, so that none is sent twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table public_log_anchors (
        anchor text not null,
        day date not null references public_log_roots (day),
        hash text not null,
        at timestamptz not null default now(),
        primary key (anchor, day)
      )`,
    ...insertOnly('public_log_anchors'),
  ]
  for (const statement of statements) await statement.execute(db)
}
