import { sql, type Kysely } from 'kysely'

/** Who speaks for a user who cannot any more, and who asked to be erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table nominees (
        user_id text primary key references profiles (user_id),
        name text not null,
        email text not null,
        relation text not null,
        changed_at timestamptz not null
      )`,
    // Stays after it was done: a backup that is restored needs to know whom to erase again.
    sql`
      create table erasures (
        user_id text primary key references profiles (user_id),
        asked_at timestamptz not null,
        done_at timestamptz
      )`,
    sql`create index erasures_waiting on erasures (asked_at) where done_at is null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
