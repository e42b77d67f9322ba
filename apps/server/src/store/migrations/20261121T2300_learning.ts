import { sql, type Kysely } from 'kysely'
import { insertOnly } from './20261121T0910_accounts.ts'

/** What nights have learned, what backtests found of it, and which weights decide from when on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table weights_artefacts (
        version date primary key,
        hash text not null unique,
        body text not null,
        made_at timestamptz not null default now()
      )`,
    sql`
      create table weights_evidence (
        id bigint generated always as identity primary key,
        version date not null references weights_artefacts,
        evidence jsonb not null,
        filed_by text not null,
        filed_at bigint not null
      )`,
    // A version of null: the weights as the code has them.
    sql`
      create table weights_changes (
        id bigint generated always as identity primary key,
        kind text not null check (kind in ('promoted', 'rolled_back')),
        version date references weights_artefacts,
        from_day date not null,
        decided_at bigint not null,
        decided_by text,
        reason text not null,
        figures jsonb not null,
        check (kind = 'rolled_back' or (version is not null and decided_by is not null))
      )`,
    ...['weights_artefacts', 'weights_evidence', 'weights_changes'].flatMap(insertOnly),
  ]
  for (const statement of statements) await statement.execute(db)
}
