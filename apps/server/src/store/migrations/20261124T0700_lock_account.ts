import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/**
 * A user's request that exits all trades waits for a claim of an entry that is under way, and holds up the next: claims lock the row
 * of the account. The user's role may not lock it, so this function does, for the user's own account alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create function lock_account(account text) returns void
      language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        if coalesce(nullif(current_setting('app.user', true), ''), account) = account then
          perform from public.execution_accounts where account_id = account for key share;
        end if;
      end $$`,
    sql`revoke all on function lock_account(text) from public`,
    sql`grant execute on function lock_account(text) to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
