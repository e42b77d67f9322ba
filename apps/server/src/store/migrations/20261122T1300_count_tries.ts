import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/**
 * A user's requests count tries without seeing or changing those of others: keys hold addresses and ids of everybody, so
 * the user's role loses the table and gets one function that counts and answers how many there were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create function count_try(try_key text, at bigint, window_ms bigint) returns integer
      language sql security definer set search_path = pg_catalog, public as $$
        insert into public.rate_buckets as bucket (key, window_start, count) values (try_key, at, 1)
        on conflict (key) do update set
          count = case when bucket.window_start <= at - window_ms then 1 else bucket.count + 1 end,
          window_start = case when bucket.window_start <= at - window_ms then at else bucket.window_start end
        returning count
      $$`,
    sql`revoke all on function count_try(text, bigint, bigint) from public`,
    sql.raw(`grant execute on function count_try(text, bigint, bigint) to ${USER_ROLE}`),
    sql.raw(`revoke all on rate_buckets from ${USER_ROLE}`),
  ]
  for (const statement of statements) await statement.execute(db)
}
