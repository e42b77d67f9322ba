import { sql } from 'kysely'
import { insertOnly, message, type Statement } from './statements.ts'

/**
 * What the trader role writes. `account_journal` is the history: insert only, numbered without gaps and hash-chained for
 * each account. The other tables are the state that it leads to, stored as well so that no reader has to replay it.
 */
export const EXECUTION: readonly Statement[] = [
  // One row an account that ever traded: the lock of every claim, its owner's epoch, the end of its journal.
  sql`
    create table execution_accounts (
      account_id text primary key references profiles (user_id),
      epoch bigint not null default 0,
      journal_seq bigint not null default 0,
      journal_hash text not null
    )`,
  sql`
    create table account_journal (
      account_id text not null references execution_accounts (account_id),
      seq bigint not null,
      at bigint not null,
      batch_id text not null,
      kind text not null,
      change jsonb not null,
      hash text not null,
      prev_hash text not null,
      primary key (account_id, seq)
    )`,
  sql`create index account_journal_batches on account_journal (batch_id)`,
  ...insertOnly('account_journal'),
  // Paper and live are counted apart (record 10): a trade's kind stands beside its result.
  sql`
    create table trades (
      id text primary key,
      account_id text not null references execution_accounts (account_id),
      on_day date not null,
      symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
      decision_id text not null,
      state text not null check (state in ('entering', 'open', 'exiting', 'closed', 'abandoned')),
      created_at bigint not null,
      net_paise bigint,
      body jsonb not null,
      mode text not null generated always as (body ->> 'mode') stored check (mode in ('paper', 'live')),
      unique (account_id, symbol, decision_id)
    )`,
  sql`create index trades_by_day on trades (account_id, on_day)`,
  sql`create index trades_by_date on trades (on_day)`,
  // Who traded today, and whose entry was abandoned.
  sql`create index trades_of_day on trades (on_day, state)`,
  sql`create index trades_live on trades (account_id) where state in ('entering', 'open', 'exiting')`,
  // `cover` buys back what was sold short.
  sql`
    create table intents (
      id text primary key,
      account_id text not null references execution_accounts (account_id),
      trade_id text not null references trades (id),
      kind text not null check (kind in ('enter', 'protect', 'move', 'exit', 'cancel', 'cover')),
      outcome text not null check (outcome in ('sending', 'in_doubt', 'accepted', 'refused', 'absent')),
      tag text unique,
      created_at bigint not null,
      body jsonb not null
    )`,
  sql`create index intents_of_trade on intents (trade_id)`,
  sql`
    create table broker_orders (
      account_id text not null references execution_accounts (account_id),
      on_day date not null,
      order_id text not null,
      trade_id text not null references trades (id),
      phase text not null,
      body jsonb not null,
      primary key (account_id, on_day, order_id)
    )`,
  sql`create index broker_orders_of_trade on broker_orders (trade_id)`,
  sql`
    create table fills (
      account_id text not null references execution_accounts (account_id),
      on_day date not null,
      trade_id text not null references trades (id),
      order_id text not null,
      fill_id text not null,
      side text not null check (side in ('BUY', 'SELL')),
      quantity integer not null check (quantity > 0),
      price_paise bigint not null check (price_paise > 0),
      filled_at bigint not null,
      by_hand boolean not null,
      tradingsymbol text not null,
      product text not null,
      primary key (account_id, on_day, trade_id, order_id, fill_id)
    )`,
  sql`create index fills_of_trade on fills (trade_id)`,
  ...insertOnly('fills'),
  // Here and below, rows from before there were messages have a sentence in `text`, and stay as they are: they are
  // evidence of what was shown.
  sql`
    create table entry_refusals (
      account_id text not null references execution_accounts (account_id),
      symbol text not null,
      decision_id text not null,
      on_day date not null,
      at bigint not null,
      code text not null,
      text text,
      ${message('message')},
      primary key (account_id, symbol, decision_id),
      check (message is not null or text is not null)
    )`,
  sql`create index entry_refusals_by_day on entry_refusals (account_id, on_day)`,
  sql`create index entry_refusals_by_date on entry_refusals (on_day)`,
  sql`create index entry_refusals_newest on entry_refusals (at)`,
  ...insertOnly('entry_refusals'),
  // A day is locked for one kind of link.
  sql`
    create table day_locks (
      account_id text not null references execution_accounts (account_id),
      on_day date not null,
      reason text not null,
      at bigint not null,
      mode text not null check (mode in ('paper', 'live')),
      primary key (account_id, on_day, mode)
    )`,
  // Events of trading for the role that delivers them. The key keeps one event from being sent twice.
  sql`
    create table trade_notes (
      id bigint generated always as identity primary key,
      user_id text not null references profiles (user_id),
      kind text not null check (kind in ('trade_opened', 'trade_closed', 'day_locked', 'alarm')),
      key text not null unique,
      at bigint not null,
      symbol text,
      text text,
      told_at timestamptz,
      ${message('message')},
      check (message is not null or text is not null)
    )`,
  sql`create index trade_notes_untold on trade_notes (id) where told_at is null`,
  // What the auditor found where store and broker disagree. The same finding is reported once a day.
  sql`
    create table audit_findings (
      id bigint generated always as identity primary key,
      account_id text not null references execution_accounts (account_id),
      on_day date not null,
      found_at bigint not null,
      code text not null,
      subject text not null,
      text text,
      ${message('message')},
      unique (account_id, on_day, code, subject),
      check (message is not null or text is not null)
    )`,
  ...insertOnly('audit_findings'),
  // A user's day after the close: one row, whatever writes it and however often it tries.
  sql`
    create table daily_reports (
      user_id text not null references profiles (user_id),
      on_day date not null,
      written_at bigint not null,
      body jsonb not null,
      primary key (user_id, on_day)
    )`,
  ...insertOnly('daily_reports'),
]
