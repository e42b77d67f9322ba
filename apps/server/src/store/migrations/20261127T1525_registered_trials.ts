import { sql, type Kysely } from 'kysely'
import { insertOnly } from './baseline/statements.ts'

/** Candidates that were registered before their test data existed, and the one result of each. Of no user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table registered_trials (
        hash text primary key,
        registration jsonb not null,
        filed_by text not null,
        filed_at bigint not null
      )`,
    ...insertOnly('registered_trials'),
    sql`
      create table registered_trial_results (
        registration text primary key references registered_trials,
        result jsonb not null,
        filed_by text not null,
        filed_at bigint not null
      )`,
    ...insertOnly('registered_trial_results'),
  ]
  for (const statement of statements) await statement.execute(db)
}
