import { sql } from 'kysely'
import { message, type Statement } from './statements.ts'

/** Mails, the list of notices in the app, and the chat. */
export const NOTIFICATIONS: readonly Statement[] = [
  // `language`: for the header of a mail; null: written before it was stored, or in English because there is no other.
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
      last_error text,
      html text,
      language text check (language in ('en', 'hi'))
    )`,
  sql`create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null`,
  // Every alert, by whichever channel it went. The key keeps one event from being sent twice.
  sql`
    create table notices (
      id bigint generated always as identity primary key,
      user_id text not null references profiles (user_id),
      kind text not null,
      key text not null,
      at bigint not null,
      text text,
      link text,
      read_at timestamptz,
      created_at timestamptz not null default now(),
      ${message('message')},
      unique (user_id, key),
      check (message is not null or text is not null)
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
      last_error text,
      ${message('problem')}
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
  // The cursor of each source of alerts.
  sql`create table alert_marks (name text primary key, mark bigint not null)`,
  // The stop of each trade that its user was last notified of.
  sql`
    create table told_stops (
      trade_id text primary key references trades (id),
      trigger_paise bigint not null,
      told_at bigint not null
    )`,
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
]
