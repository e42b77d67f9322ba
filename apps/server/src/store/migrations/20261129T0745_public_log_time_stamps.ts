import { sql, type Kysely } from 'kysely'
import { insertOnly } from './baseline/statements.ts'

/** Verified tokens (RFC 3161) of time-stamp authorities over roots of the public record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table public_log_time_stamps (
        anchor text not null,
        day date not null,
        token text not null,
        stamped_at timestamptz not null,
        at timestamptz not null default now(),
        primary key (anchor, day),
        foreign key (anchor, day) references public_log_anchors (anchor, day)
      )`,
    ...insertOnly('public_log_time_stamps'),
  ]
  for (const statement of statements) await statement.execute(db)
}
