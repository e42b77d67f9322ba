import { sql, type Kysely } from 'kysely'

/** An imported record may have no plan. It then has no expiry either, and the rights of starter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table profiles
    alter column plan drop not null,
    add constraint profiles_expiry_of_a_plan check (plan is not null or plan_expiry is null)`.execute(db)
}
