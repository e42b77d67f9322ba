import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/** The language of an account's mails, chat messages and answers; null: not chosen yet. A sign-up keeps that of its page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table identity_users add column language text check (language in ('en', 'hi'))`,
    sql`alter table sign_ups add column language text check (language in ('en', 'hi'))`,
    sql.raw(`grant update (language) on identity_users to ${USER_ROLE}`),
  ]
  for (const statement of statements) await statement.execute(db)
}
