import { sql, type Kysely } from 'kysely'

/** The identity library's second factor, as its own schema compiler prints it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "identity_users" add column "twoFactorEnabled" boolean`.execute(db)
  await sql`
    create table "identity_two_factors" (
      "id" text not null primary key,
      "secret" text not null,
      "backupCodes" text not null,
      "userId" text not null references "identity_users" ("id") on delete cascade,
      "verified" boolean,
      "failedVerificationCount" integer,
      "lockedUntil" timestamptz
    )`.execute(db)
  await sql`create unique index "identity_two_factors_userId_idx" on "identity_two_factors" ("userId")`.execute(db)
}
