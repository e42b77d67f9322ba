import { sql, type Kysely } from 'kysely'
import { insertOnly } from './20261121T0910_accounts.ts'

/** What people are told: the list in the app, what waits for Telegram, whose chat it is, who stopped entries from where. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // A chat id that was typed in gets nothing before its owner has said yes in that chat.
    sql`alter table profiles add column telegram_paired_at timestamptz, add column telegram_dead_at timestamptz`,
    sql`create unique index profiles_one_chat on profiles (telegram_chat_id) where telegram_paired_at is not null`,
    // Every alert there was, whichever way it took. The key keeps one event from being told twice.
    sql`
      create table notices (
        id bigint generated always as identity primary key,
        user_id text not null references profiles (user_id),
        kind text not null,
        key text not null,
        at bigint not null,
        text text not null,
        link text,
        read_at timestamptz,
        created_at timestamptz not null default now(),
        unique (user_id, key)
      )`,
    sql`create index notices_newest on notices (user_id, id)`,
    sql`create index notices_unread on notices (user_id) where read_at is null`,
    sql`
      create table chat_outbox (
        id bigint generated always as identity primary key,
        user_id text not null references profiles (user_id),
        chat_id text not null,
        notice_id bigint not null unique references notices (id) on delete cascade,
        expires_at bigint not null,
        due_at timestamptz not null default now(),
        attempts integer not null default 0,
        sent_at timestamptz,
        given_up_at timestamptz,
        last_error text
      )`,
    sql`create index chat_outbox_waiting on chat_outbox (chat_id, id) where sent_at is null and given_up_at is null`,
    sql`
      create table alert_switches (
        user_id text not null references profiles (user_id),
        kind text not null,
        channel text not null check (channel in ('telegram', 'mail')),
        is_on boolean not null,
        primary key (user_id, kind, channel)
      )`,
    // How far each source of alerts has been read.
    sql`create table alert_marks (name text primary key, mark bigint not null)`,
    sql`
      create table told_stops (
        trade_id text primary key references trades (id),
        trigger_paise bigint not null,
        told_at bigint not null
      )`,
    sql`create index entry_refusals_newest on entry_refusals (at)`,
    sql`
      create table chat_codes (
        digest text primary key,
        user_id text not null references profiles (user_id),
        expires_at timestamptz not null,
        used_at timestamptz
      )`,
    sql`
      create table chat_questions (
        digest text primary key,
        user_id text not null references profiles (user_id),
        chat_id text not null,
        question text not null check (question in ('stop', 'pause', 'pair')),
        expires_at timestamptz not null,
        answered_at timestamptz
      )`,
    // A pause ends by itself at this instant of the market's clock; a stop stands until it is released.
    sql`alter table stop_switches add column resume_at timestamptz`,
    sql`
      create table stop_changes (
        id bigint generated always as identity primary key,
        scope text not null,
        engaged boolean not null,
        channel text not null check (channel in ('web', 'telegram', 'schedule')),
        changed_by text not null,
        at timestamptz not null,
        resume_at timestamptz,
        reason text
      )`,
    ...insertOnly('stop_changes'),
  ]
  for (const statement of statements) await statement.execute(db)
}
