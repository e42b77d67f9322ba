import { sql, type Kysely } from 'kysely'

/** Tables of the identity library, as its own schema compiler printed them; frozen here, never made at run time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table "identity_users" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" boolean not null, "image" text, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz default CURRENT_TIMESTAMP not null)`,
    sql`create table "identity_sessions" ("id" text not null primary key, "expiresAt" timestamptz not null, "token" text not null unique, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz not null, "ipAddress" text, "userAgent" text, "userId" text not null references "identity_users" ("id") on delete cascade)`,
    sql`create table "identity_accounts" ("id" text not null primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "identity_users" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, "scope" text, "password" text, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz not null)`,
    sql`create table "identity_verifications" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" timestamptz not null, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz default CURRENT_TIMESTAMP not null)`,
    sql`create table "identity_rate_limits" ("id" text not null primary key, "key" text not null unique, "count" integer not null, "lastRequest" bigint not null)`,
    sql`create index "identity_sessions_userId_idx" on "identity_sessions" ("userId")`,
    sql`create index "identity_accounts_userId_idx" on "identity_accounts" ("userId")`,
    sql`create index "identity_verifications_identifier_idx" on "identity_verifications" ("identifier")`,
  ]
  for (const statement of statements) await statement.execute(db)
}
