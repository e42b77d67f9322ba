import { sql, type Kysely } from 'kysely'

/** The order of the operators' list of users, whole and of one plan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index profiles_newest on profiles (joined_at desc, user_id desc)`.execute(db)
  await sql`create index profiles_newest_of_plan on profiles (plan, joined_at desc, user_id desc)`.execute(db)
}
