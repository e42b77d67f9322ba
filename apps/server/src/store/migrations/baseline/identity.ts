import { sql } from 'kysely'
import type { Statement } from './statements.ts'

/**
 * Who may sign in. Tables and columns in quotes are those of the identity library, in the form its own schema compiler
 * prints; the others are ours.
 */
export const IDENTITY: readonly Statement[] = [
  // `language`: of mails, chat messages and answers; null: not chosen yet.
  sql`
    create table identity_users (
      "id" text not null primary key,
      "name" text not null,
      "email" text not null unique,
      "emailVerified" boolean not null,
      "image" text,
      "createdAt" timestamptz not null default current_timestamp,
      "updatedAt" timestamptz not null default current_timestamp,
      "twoFactorEnabled" boolean,
      language text check (language in ('en', 'hi'))
    )`,
  // `token` is a digest. `authenticatedAt`: when the owner last proved who they are, `secondFactor`: with a code as well.
  sql`
    create table identity_sessions (
      "id" text not null primary key,
      "expiresAt" timestamptz not null,
      "token" text not null unique,
      "createdAt" timestamptz not null default current_timestamp,
      "updatedAt" timestamptz not null,
      "ipAddress" text,
      "userAgent" text,
      "userId" text not null references identity_users ("id") on delete cascade,
      "secondFactor" boolean not null default false,
      "authenticatedAt" timestamptz
    )`,
  sql`create index "identity_sessions_userId_idx" on identity_sessions ("userId")`,
  // One row for a password, one for each external identity.
  sql`
    create table identity_accounts (
      "id" text not null primary key,
      "accountId" text not null,
      "providerId" text not null,
      "userId" text not null references identity_users ("id") on delete cascade,
      "accessToken" text,
      "refreshToken" text,
      "idToken" text,
      "accessTokenExpiresAt" timestamptz,
      "refreshTokenExpiresAt" timestamptz,
      "scope" text,
      "password" text,
      "createdAt" timestamptz not null default current_timestamp,
      "updatedAt" timestamptz not null
    )`,
  sql`create index "identity_accounts_userId_idx" on identity_accounts ("userId")`,
  sql`
    create table identity_verifications (
      "id" text not null primary key,
      "identifier" text not null,
      "value" text not null,
      "expiresAt" timestamptz not null,
      "createdAt" timestamptz not null default current_timestamp,
      "updatedAt" timestamptz not null default current_timestamp
    )`,
  sql`create index identity_verifications_identifier_idx on identity_verifications ("identifier")`,
  sql`
    create table identity_two_factors (
      "id" text not null primary key,
      "secret" text not null,
      "backupCodes" text not null,
      "userId" text not null references identity_users ("id") on delete cascade,
      "verified" boolean,
      "failedVerificationCount" integer,
      "lockedUntil" timestamptz
    )`,
  sql`create unique index "identity_two_factors_userId_idx" on identity_two_factors ("userId")`,
  // Apart from the accounts: an account begins when the link in its mail is opened. In the language of the page.
  sql`
    create table sign_ups (
      token_digest text primary key,
      email text not null,
      name text not null,
      password_hash text not null,
      expires_at timestamptz not null,
      language text check (language in ('en', 'hi'))
    )`,
  sql`create index sign_ups_email_idx on sign_ups (email)`,
  sql`
    create table sign_in_failures (
      account text not null,
      origin text not null,
      window_start bigint not null,
      count integer not null,
      primary key (account, origin)
    )`,
  // By the digest of the session's token: the device that still has the token gets the reason.
  sql`
    create table ended_sessions (
      digest text primary key,
      user_id text not null,
      reason text not null check (reason in ('expired', 'signed_out', 'password_changed')),
      ended_at timestamptz not null default now()
    )`,
  sql`create index ended_sessions_user_idx on ended_sessions (user_id)`,
  // Changes that the owner of an account is to be notified of. A row goes when its notification is written.
  sql`
    create table account_changes (
      id bigint generated always as identity primary key,
      user_id text not null,
      change text not null,
      at timestamptz not null default now()
    )`,
  sql`create index account_changes_user_idx on account_changes (user_id)`,
]
