import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/**
 * The logic that is registered for live entries. `config_hash` is that of the decisions; without an identifier a row is
 * an open registration. Without `from_day` it holds since before registrations were kept. Of no user: it is read with the
 * facts of every account, by the executor and in requests of a user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table registered_logic (
        config_hash text primary key,
        code_hash text not null,
        weights_version date,
        identifier text,
        disclosure text,
        from_day date,
        to_day date,
        opened_at bigint not null,
        registered_by text,
        check (identifier is null or disclosure is not null)
      )`,
    sql`grant select on registered_logic to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
