import { foreignResult } from '@strikewise/execution/trade/foreign-trades.ts'
import type { Batch, Change } from '@strikewise/execution/store/account-changes.ts'
import { journalRow, type JournalRow } from '@strikewise/execution/store/journal.ts'
import { split } from '@strikewise/messages/split.ts'
import { netIncludingCovers } from '@strikewise/execution/trade/trade-pnl.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import { rowsOf, type Queryable, type PreparedStatement } from './statement.ts'

type Of<T extends Change['type']> = Extract<Change, { type: T }>

/** The end of an account's journal. */
export interface JournalEnd {
  readonly seq: number
  readonly hash: string
}

/** A batch on its way, with the end of the journal it goes on from. */
export interface Appended {
  readonly account: string
  readonly end: JournalEnd
  readonly batch: Batch
}

/**
 * All tables in one statement, each from its own JSON array. References are checked at its end, so the order of the
 * inserts does not matter; no row may stand in an array twice. Answers with those of the batches that are in the journal
 * already; when there is one, nothing is written.
 */
const WRITE: PreparedStatement = {
  name: 'write_changes',
  text: `
    with known as (
      select distinct batch_id from account_journal where batch_id = any ($9::text[])
    ), journal as (
      insert into account_journal (account_id, seq, at, batch_id, kind, change, hash, prev_hash)
      select account, seq, at, batch, kind, change, hash, prev
      from json_to_recordset($1) as (
        account text, seq bigint, at bigint, batch text, kind text, change jsonb, hash text, prev text
      )
      where not exists (select from known)
    ), ends as (
      update execution_accounts a
      set journal_seq = e.seq, journal_hash = e.hash
      from json_to_recordset($2) as e (account text, seq bigint, hash text)
      where a.account_id = e.account and not exists (select from known)
    ), new_trades as (
      insert into trades (id, account_id, on_day, symbol, decision_id, state, created_at, net_paise, body)
      select id, account, on_day, symbol, decision, state, at, net, body
      from json_to_recordset($3) as (
        id text, account text, on_day date, symbol text, decision text, state text, at bigint, net bigint, body jsonb
      )
      where not exists (select from known)
      on conflict (id) do update
      set state = excluded.state, net_paise = excluded.net_paise, body = excluded.body
    ), new_intents as (
      insert into intents (id, account_id, trade_id, kind, outcome, tag, created_at, body)
      select id, account, trade, kind, outcome, tag, at, body
      from json_to_recordset($4) as (
        id text, account text, trade text, kind text, outcome text, tag text, at bigint, body jsonb
      )
      where not exists (select from known)
      on conflict (id) do update set outcome = excluded.outcome, body = excluded.body
    ), new_orders as (
      insert into broker_orders (account_id, on_day, order_id, trade_id, phase, body)
      select account, on_day, id, trade, phase, body
      from json_to_recordset($5) as (account text, on_day date, id text, trade text, phase text, body jsonb)
      where not exists (select from known)
      on conflict (account_id, on_day, order_id) do update
      set trade_id = excluded.trade_id, phase = excluded.phase, body = excluded.body
    ), new_fills as (
      insert into fills (
        account_id, on_day, trade_id, order_id, fill_id, side, quantity, price_paise, filled_at, is_manual,
        tradingsymbol, product
      )
      select
        "accountId", on_day, "tradeId", "orderId", "fillId", side, quantity, price, at, "isManual", tradingsymbol, product
      from json_to_recordset($6) as (
        "accountId" text, on_day date, "tradeId" text, "orderId" text, "fillId" text, side text, quantity integer,
        price bigint, at bigint, "isManual" boolean, tradingsymbol text, product text
      )
      where not exists (select from known)
      on conflict do nothing
    ), new_refusals as (
      insert into entry_refusals (account_id, symbol, decision_id, on_day, at, code, message)
      select "accountId", symbol, "decisionId", "on", at, code, message
      from json_to_recordset($7) as (
        "accountId" text, symbol text, "decisionId" text, "on" date, at bigint, code text, message jsonb
      )
      where not exists (select from known)
      on conflict do nothing
    ), new_locks as (
      insert into day_locks (account_id, on_day, mode, reason, at, figures)
      select account, "on", mode, reason, at, figures
      from json_to_recordset($8) as (account text, "on" date, mode text, reason text, at bigint, figures jsonb)
      where not exists (select from known)
      on conflict (account_id, on_day, mode) do update
      set reason = excluded.reason, at = excluded.at, figures = excluded.figures
    ), new_peaks as (
      insert into day_peaks (account_id, on_day, mode, peak_paise, at)
      select account, "on", mode, peak, at
      from json_to_recordset($10) as (account text, "on" date, mode text, peak bigint, at bigint)
      where not exists (select from known)
      on conflict (account_id, on_day, mode) do update
      set peak_paise = excluded.peak_paise, at = excluded.at
      where excluded.peak_paise > day_peaks.peak_paise
    ), new_foreign_trades as (
      insert into foreign_trade_days (
        account_id, on_day, begun, closed, open_at_last_paise, exit_charges_paise, net_paise, at
      )
      select account, "on", begun, closed, "openAtLast", "exitCharges", net, at
      from json_to_recordset($11) as (
        account text, "on" date, begun integer, closed jsonb, "openAtLast" bigint, "exitCharges" bigint, net bigint,
        at bigint
      )
      where not exists (select from known)
      on conflict (account_id, on_day) do update
      set begun = excluded.begun, closed = excluded.closed, open_at_last_paise = excluded.open_at_last_paise,
        exit_charges_paise = excluded.exit_charges_paise, net_paise = excluded.net_paise, at = excluded.at
    )
    select batch_id as row from known`,
}

/**
 * Writes those batches of many accounts that are not written yet: journal rows, and the state they lead to. Answers the
 * new end of each journal that grew.
 */
export async function writeBatches(
  db: Queryable,
  batches: readonly Appended[],
): Promise<ReadonlyMap<string, JournalEnd>> {
  const rows: JournalRow[] = []
  const ends = new Map<string, JournalEnd>()
  for (const { account, end, batch } of batches)
    for (const change of batch.changes) {
      const row = journalRow(account, ends.get(account) ?? end, batch.at, batch.id, change)
      rows.push(row)
      ends.set(account, { seq: row.seq, hash: row.hash })
    }
  if (rows.length === 0) return ends
  const ids = batches.map(({ batch }) => batch.id)
  const changes = batches.flatMap(({ account, batch }) => batch.changes.map((change) => ({ account, change })))
  const all = <T extends Change['type']>(type: T) =>
    changes.filter((one): one is { account: string; change: Of<T> } => one.change.type === type)
  const tables = [
    rows.map(({ accountId, seq, at, batchId, change, hash, prevHash }) => ({
      account: accountId,
      seq,
      at,
      batch: batchId,
      kind: change.type,
      change,
      hash,
      prev: prevHash,
    })),
    [...ends].map(([account, { seq, hash }]) => ({ account, seq, hash })),
    newest(all('trade'), ({ change }) => change.trade.id).map(({ change: { trade } }) => ({
      id: trade.id,
      account: trade.accountId,
      on_day: trade.on,
      symbol: trade.contract.symbol,
      decision: trade.decisionId,
      state: trade.state,
      at: trade.createdAt,
      net: netOf(trade),
      body: trade,
    })),
    newest(all('intent'), ({ change }) => change.intent.id).map(({ change: { intent } }) => ({
      id: intent.id,
      account: intent.accountId,
      trade: intent.tradeId,
      kind: intent.kind,
      outcome: intent.outcome.state,
      tag: intent.call.type === 'place' ? intent.call.order.tag : null,
      at: intent.createdAt,
      body: intent,
    })),
    newest(all('order'), ({ change: { order, on } }) => `${order.accountId}/${on}/${order.orderId}`).map(
      ({ change: { order, on } }) => ({
        account: order.accountId,
        on_day: on,
        id: order.orderId,
        trade: order.tradeId,
        phase: order.phase,
        body: order,
      }),
    ),
    all('fill').map(({ change: { fill, on } }) => ({ ...fill, on_day: on })),
    all('refusal').map(({ change: { refusal } }) => ({ ...refusal, message: split(refusal.message) })),
    newest(all('lock'), ({ account, change }) => `${account}/${change.lock.on}/${change.lock.mode}`).map(
      ({ account, change }) => ({
        account,
        ...change.lock,
      }),
    ),
  ].map((values) => JSON.stringify(values))
  const peaks = JSON.stringify(highestPeaks(all('peak')))
  const foreignDays = JSON.stringify(newestForeignDays(all('foreign_trades')))
  const known = new Set(await rowsOf<string>(db, WRITE, [...tables, ids, peaks, foreignDays]))
  return known.size === 0
    ? ends
    : writeBatches(
        db,
        batches.filter(({ batch }) => !known.has(batch.id)),
      )
}

const IS_WRITTEN: PreparedStatement = {
  name: 'batch_is_written',
  text: 'select to_json(exists (select from account_journal where batch_id = $1)) as row',
}

/** Whether the journal holds a batch. */
export async function isWritten(db: Queryable, batchId: string): Promise<boolean> {
  const [found] = await rowsOf<boolean>(db, IS_WRITTEN, [batchId])
  return found === true
}

/** The last change of each thing: one statement may not touch a row twice. */
function newest<C>(changes: readonly C[], keyOf: (change: C) => string): C[] {
  return [...new Map(changes.map((change) => [keyOf(change), change])).values()]
}

/** The last row of each account and day. */
function newestForeignDays(changes: readonly { readonly account: string; readonly change: Of<'foreign_trades'> }[]) {
  return newest(changes, ({ account, change }) => `${account}/${change.day.on}`).map(
    ({ account, change: { day } }) => ({
      account,
      on: day.on,
      at: day.at,
      ...day.trades,
      net: foreignResult(day.trades),
    }),
  )
}

/** The highest peak of each day and kind of link: none falls. */
function highestPeaks(changes: readonly { readonly account: string; readonly change: Of<'peak'> }[]) {
  const rising = changes.toSorted((a, b) => a.change.peak.peak - b.change.peak.peak)
  return newest(rising, ({ account, change }) => `${account}/${change.peak.on}/${change.peak.mode}`).map(
    ({ account, change }) => ({ account, ...change.peak }),
  )
}

function netOf(trade: Trade): number | null {
  return trade.state === 'closed' ? netIncludingCovers(trade) : null
}
