import { sql } from 'kysely'
import { insertOnly, type Statement } from './statements.ts'

/** What a user is to this product: plan, consents, broker link with its encrypted secrets, settings. */
export const ACCOUNTS: readonly Statement[] = [
  // An imported user may have no plan: then no expiry either, and the rights of starter. `next_plan` begins when the
  // current one ends.
  sql`
    create table profiles (
      user_id text primary key references identity_users (id),
      plan text check (plan in ('starter', 'pro', 'elite', 'master')),
      plan_expiry timestamptz,
      joined_at timestamptz not null,
      telegram_chat_id text,
      telegram_paired_at timestamptz,
      telegram_dead_at timestamptz,
      next_plan text,
      next_plan_expiry timestamptz,
      constraint profiles_expiry_of_a_plan check (plan is not null or plan_expiry is null)
    )`,
  sql`create index profiles_by_expiry on profiles (plan_expiry) where plan_expiry is not null`,
  // A chat id that was typed in gets nothing until its owner has confirmed it in that chat.
  sql`create unique index profiles_one_chat on profiles (telegram_chat_id) where telegram_paired_at is not null`,
  // `text_hash`: SHA-256 of the sentence, where it had to be typed.
  sql`
    create table consents (
      id bigint generated always as identity primary key,
      user_id text not null references identity_users (id),
      kind text not null,
      version text not null,
      given boolean not null,
      at timestamptz not null,
      text_hash text
    )`,
  sql`create index consents_newest on consents (user_id, kind, id desc)`,
  ...insertOnly('consents'),
  sql`
    create table broker_links (
      user_id text primary key references identity_users (id),
      mode text not null check (mode in ('paper', 'live')),
      api_key bytea,
      api_key_last4 text,
      api_secret bytea,
      access_token bytea,
      exit_token bytea,
      broker_user_id text,
      egress_address text,
      connected boolean not null default false,
      login_at timestamptz,
      token_expires_at timestamptz,
      check (connected = (access_token is not null))
    )`,
  // Two accounts may never hold the same broker account: each would trade against the other's book.
  sql`create unique index broker_links_one_owner on broker_links (mode, broker_user_id) where broker_user_id is not null`,
  // Paper and live never mix: a link keeps its kind for life. Another kind is another row, and a row may only go while
  // nothing of it trades (accounts/replace-link.ts).
  sql`
    create function refuse_other_mode() returns trigger language plpgsql as $$
      begin
        raise exception 'the kind of a broker link never changes' using errcode = 'insufficient_privilege';
      end $$`,
  sql`
    create trigger broker_links_mode_stays before update on broker_links
      for each row when (old.mode is distinct from new.mode or old.user_id is distinct from new.user_id)
      execute function refuse_other_mode()`,
  sql`
    create table broker_login_states (
      digest text primary key,
      user_id text not null references identity_users (id),
      session_id text not null,
      expires_at timestamptz not null,
      used boolean not null default false
    )`,
  sql`
    create table trade_settings (
      user_id text primary key references identity_users (id),
      consent_given boolean not null,
      updated_at timestamptz not null
    )`,
  sql`
    create table strategies (
      user_id text not null references trade_settings (user_id),
      symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
      lots integer not null check (lots >= 0),
      auto_execute boolean not null,
      tsl_enabled boolean not null,
      sl_buffer_rupees integer not null check (sl_buffer_rupees >= 0),
      primary key (user_id, symbol)
    )`,
  // `cover_manual_shorts`: buy back a short position that a manual sale of the user led to as well.
  sql`
    create table risk_settings (
      user_id text primary key references identity_users (id),
      capital_paise bigint check (capital_paise > 0),
      daily_loss_cap_bp integer not null check (daily_loss_cap_bp > 0),
      max_entries_per_symbol integer not null check (max_entries_per_symbol > 0),
      max_positions_per_symbol integer not null default 1 check (max_positions_per_symbol between 1 and 10),
      cover_manual_shorts boolean not null default false
    )`,
  // The key of a reply that was given: the same request again gets the same reply.
  sql`
    create table idempotency_keys (
      user_id text not null references identity_users (id),
      route text not null,
      key text not null,
      body_hash text not null,
      status integer not null,
      reply text not null,
      created_at timestamptz not null default now(),
      primary key (user_id, route, key)
    )`,
  sql`
    create table nominees (
      user_id text primary key references profiles (user_id),
      name text not null,
      email text not null,
      relation text not null,
      changed_at timestamptz not null
    )`,
  // Stays after it was done: a backup that is restored needs the list of the users to erase again.
  sql`
    create table erasures (
      user_id text primary key references profiles (user_id),
      asked_at timestamptz not null,
      done_at timestamptz
    )`,
  sql`create index erasures_waiting on erasures (asked_at) where done_at is null`,
]
