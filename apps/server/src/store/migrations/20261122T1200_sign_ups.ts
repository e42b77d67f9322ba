import { sql, type Kysely } from 'kysely'

/**
 * Sign-ups whose address is not proved yet, apart from the accounts: an account begins when its mailed link is opened.
 * Failed sign-ins, counted for each account and origin. What a session was proved with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table sign_ups (
      token_digest text primary key,
      email text not null,
      name text not null,
      password_hash text not null,
      expires_at timestamptz not null
    )`,
    sql`create index sign_ups_email_idx on sign_ups (email)`,
    sql`create table sign_in_failures (
      account text not null,
      origin text not null,
      window_start bigint not null,
      count integer not null,
      primary key (account, origin)
    )`,
    sql`alter table identity_sessions add column "secondFactor" boolean not null default false`,
    sql`alter table identity_sessions add column "authenticatedAt" timestamptz`,
    // Sessions of today were proved when they began.
    sql`update identity_sessions set "authenticatedAt" = "createdAt"`,
  ]
  for (const statement of statements) await statement.execute(db)
}
