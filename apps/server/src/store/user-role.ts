import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** Whom a user's own request works as in the store: it sees and takes the rows of that user alone (decision record 23). */
export const USER_ROLE = 'strikewise_user'

const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Makes sure that the role exists and that this login may take it on. Roles belong to the cluster and not to the database:
 * they are in no backup of it, so this is checked before every migration and not only once. Several databases of a cluster
 * may ask at the same time. Throws Error with the statements an administrator runs where the login may make no roles.
 */
export async function ensureUserRole(db: Kysely<Database>): Promise<void> {
  try {
    await sql
      .raw(
        `do $$
        begin
          begin
            if not exists (select from pg_roles where rolname = '${USER_ROLE}') then
              create role ${USER_ROLE} nologin;
            end if;
          exception
            -- Another database of the cluster was a moment quicker.
            when duplicate_object or unique_violation then null;
          end;
          begin
            set local role ${USER_ROLE};
          exception when insufficient_privilege then
            grant ${USER_ROLE} to current_user;
          end;
        end $$`,
      )
      .execute(db)
  } catch (error) {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error
    const { rows } = await sql<{ login: string }>`select quote_ident(current_user) as login`.execute(db)
    throw new Error(
      `The store's login may not make the role ${USER_ROLE}. Let an administrator of the store run once: ` +
        `CREATE ROLE ${USER_ROLE} NOLOGIN; GRANT ${USER_ROLE} TO ${rows[0]?.login ?? 'that login'};`,
      { cause: error },
    )
  }
}
