import { sql, type Kysely } from 'kysely'

/** What a user is to this product: plan, consents, broker link with its encrypted secrets, settings, payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Rows of insert-only tables are history: a correction is a new row.
    sql`
      create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'table % is insert only', tg_table_name using errcode = 'insufficient_privilege';
      end $$`,
    sql`
      create table profiles (
        user_id text primary key references identity_users (id),
        plan text not null check (plan in ('starter', 'pro', 'elite', 'master')),
        plan_expiry timestamptz,
        joined_at timestamptz not null,
        telegram_chat_id text
      )`,
    sql`
      create table consents (
        id bigint generated always as identity primary key,
        user_id text not null references identity_users (id),
        kind text not null,
        version text not null,
        given boolean not null,
        at timestamptz not null
      )`,
    sql`create index consents_newest on consents (user_id, kind, id desc)`,
    sql`
      create table data_keys (
        owner text not null,
        version integer not null,
        wrapped bytea not null,
        primary key (owner, version)
      )`,
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
    sql`
      create table risk_settings (
        user_id text primary key references identity_users (id),
        capital_paise bigint check (capital_paise > 0),
        daily_loss_cap_bp integer not null check (daily_loss_cap_bp > 0),
        max_entries_per_symbol integer not null check (max_entries_per_symbol > 0)
      )`,
    sql`
      create table stop_switches (
        scope text primary key,
        engaged boolean not null,
        changed_at timestamptz not null,
        changed_by text not null,
        reason text
      )`,
    sql`
      create table payments (
        id text primary key,
        user_id text not null references identity_users (id),
        plan text not null,
        billing text not null,
        amount_paise bigint not null,
        provider text not null,
        provider_reference text not null,
        plan_expiry timestamptz not null,
        paid_at timestamptz not null
      )`,
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
      create table rate_buckets (
        key text primary key,
        window_start bigint not null,
        count integer not null
      )`,
    sql`
      create table outbox (
        id bigint generated always as identity primary key,
        channel text not null check (channel in ('mail')),
        recipient text not null,
        subject text not null,
        body text not null,
        created_at timestamptz not null default now(),
        due_at timestamptz not null default now(),
        attempts integer not null default 0,
        sent_at timestamptz,
        given_up_at timestamptz,
        last_error text
      )`,
    sql`create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null`,
    ...['consents', 'payments'].flatMap(insertOnly),
  ]
  for (const statement of statements) await statement.execute(db)
}

/** Makes `table` refuse every change of what was written. */
export function insertOnly(table: string) {
  return [
    sql`create trigger ${sql.raw(`${table}_insert_only`)} before update or delete on ${sql.table(table)}
        for each row execute function refuse_change()`,
    sql`create trigger ${sql.raw(`${table}_no_truncate`)} before truncate on ${sql.table(table)}
        for each statement execute function refuse_change()`,
  ]
}
