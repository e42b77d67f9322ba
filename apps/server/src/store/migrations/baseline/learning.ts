import { sql } from 'kysely'
import { insertOnly, message, type Statement } from './statements.ts'

/** What nights have learned, what backtests found of it, and which weights decide from which day on. */
export const LEARNING: readonly Statement[] = [
  sql`
    create table weights_artefacts (
      version date primary key,
      hash text not null unique,
      body text not null,
      made_at timestamptz not null default now()
    )`,
  ...insertOnly('weights_artefacts'),
  sql`
    create table weights_evidence (
      id bigint generated always as identity primary key,
      version date not null references weights_artefacts,
      evidence jsonb not null,
      filed_by text not null,
      filed_at bigint not null
    )`,
  ...insertOnly('weights_evidence'),
  // A version of null: the weights as the code has them. `reason` is a sentence, in rows from before there were messages.
  sql`
    create table weights_changes (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('promoted', 'rolled_back')),
      version date references weights_artefacts,
      from_day date not null,
      decided_at bigint not null,
      decided_by text,
      reason text,
      figures jsonb not null,
      ${message('message')},
      check (kind = 'rolled_back' or (version is not null and decided_by is not null)),
      check (message is not null or reason is not null)
    )`,
  ...insertOnly('weights_changes'),
]
