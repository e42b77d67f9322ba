import type { ForeignTrades } from '@strikewise/execution/trade/foreign-trades.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { DailyResult } from '@strikewise/domain/trading/period-limits.ts'
import type { ResultsRequest } from '@strikewise/execution/ports.ts'
import type { AccountHistory, AccountRecords, EntryRows } from '@strikewise/execution/store/account-changes.ts'
import { historyFrom, type PastResult } from '@strikewise/execution/store/history.ts'
import type { EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import type { TradeInstruction } from '@strikewise/execution/trade/trade-instruction.ts'
import { LIVE_STATES_SQL } from './live-states.ts'
import { rowsOf, type Queryable, type PreparedStatement } from './statement.ts'

/** `account_id` against one parameter, trades of the day in another, and those of any day that are not over. */
const OF_DAY_OR_LIVE = `(t.on_day = $2::date or t.state in (${LIVE_STATES_SQL}))`

/** A row of `day_locks`, without the figures that it has none of. */
const FOREIGN_TRADES = `json_build_object(
  'begun', f.begun, 'closed', f.closed, 'openAtLast', f.open_at_last_paise, 'exitCharges', f.exit_charges_paise
)`
const LOCK = `json_strip_nulls(json_build_object(
          'on', d.on_day, 'mode', d.mode, 'reason', d.reason, 'at', d.at, 'figures', d.figures
        ))`

const RECORDS: PreparedStatement = {
  name: 'account_records',
  text: `
    with mine as (
      select t.id, t.created_at, t.body from trades t where t.account_id = $1 and ${OF_DAY_OR_LIVE}
    )
    select json_build_object(
      'trades', coalesce((select json_agg(m.body order by m.created_at, m.id) from mine m), '[]'),
      'intents', coalesce((
        select json_agg(i.body order by i.created_at, i.id) from intents i where i.trade_id in (select id from mine)
      ), '[]'),
      'orders', coalesce((
        select json_agg(o.body) from broker_orders o where o.trade_id in (select id from mine)
      ), '[]'),
      'fills', coalesce((
        select json_agg(json_build_object(
          'accountId', f.account_id,
          'tradeId', f.trade_id,
          'orderId', f.order_id,
          'fillId', f.fill_id,
          'side', f.side,
          'quantity', f.quantity,
          'price', f.price_paise,
          'at', f.filled_at,
          'isManual', f.is_manual,
          'tradingsymbol', f.tradingsymbol,
          'product', f.product
        ))
        from fills f
        where f.trade_id in (select id from mine)
      ), '[]'),
      'locks', coalesce((
        select json_agg(${LOCK} order by d.mode)
        from day_locks d
        where d.account_id = $1 and d.on_day = $2::date
      ), '[]'),
      'peaks', coalesce((
        select json_agg(
          json_build_object('on', p.on_day, 'mode', p.mode, 'peak', p.peak_paise, 'at', p.at) order by p.mode
        )
        from day_peaks p
        where p.account_id = $1 and p.on_day = $2::date
      ), '[]'),
      'foreignTrades', (
        select json_build_object('on', f.on_day, 'at', f.at, 'trades', ${FOREIGN_TRADES})
        from foreign_trade_days f
        where f.account_id = $1 and f.on_day = $2::date
      ),
      'refused', coalesce((
        select json_agg(r.decision_id order by r.at) from entry_refusals r where r.account_id = $1 and r.on_day = $2::date
      ), '[]')
    ) as row`,
}

const ENTRY_RECORDS: PreparedStatement = {
  name: 'entry_records',
  text: `
    select json_build_object(
      'account', a.id,
      'trades', coalesce((
        select json_agg(t.body order by t.created_at, t.id)
        from trades t
        where t.account_id = a.id and ${OF_DAY_OR_LIVE}
      ), '[]'),
      'locks', coalesce((
        select json_agg(${LOCK} order by d.mode)
        from day_locks d
        where d.account_id = a.id and d.on_day = $2::date
      ), '[]')
    ) as row
    from unnest($1::text[]) as a (id)`,
}

const PAST_RESULTS: PreparedStatement = {
  name: 'past_results',
  text: `
    select json_build_object('account', account_id, 'mode', mode, 'on', on_day, 'net', net_paise) as row
    from trades
    where account_id = any ($1::text[]) and on_day < $2::date and net_paise is not null`,
}

const FOREIGN_TRADES_OF_DAY: PreparedStatement = {
  name: 'foreign_trades_of_day',
  text: `
    select ${FOREIGN_TRADES} as row
    from foreign_trade_days f
    where f.account_id = $1 and f.on_day = $2::date`,
}

const DAILY_RESULTS: PreparedStatement = {
  name: 'daily_results',
  text: `
    select json_build_object(
      'account', w.account, 'results', json_agg(json_build_object('on', d.on_day, 'net', d.net_paise) order by d.on_day)
    ) as row
    from json_to_recordset($1) as w (account text, mode text, "from" date)
    cross join lateral (
      select on_day, sum(net_paise)::bigint as net_paise
      from (
        select r.on_day, r.net_paise
        from daily_results r
        where r.account_id = w.account and r.mode = w.mode and r.on_day >= w."from" and r.on_day < $2::date
        union all
        select f.on_day, f.net_paise
        from foreign_trade_days f
        where f.account_id = w.account and w.mode = 'live' and f.on_day >= w."from" and f.on_day < $2::date
      ) each_kind
      group by on_day
    ) d
    group by w.account`,
}

const INSTRUCTIONS: PreparedStatement = {
  name: 'trade_instructions',
  text: `
    select json_strip_nulls(json_build_object(
      'id', i.id, 'tradeId', i.trade_id, 'kind', i.kind, 'price', i.price_paise, 'units', i.units, 'at', i.at, 'channel', i.channel
    )) as row
    from trades t
    join trade_instructions i on i.trade_id = t.id and i.account_id = t.account_id
    where t.account_id = $1 and ${OF_DAY_OR_LIVE} and t.state <> 'closed'
    order by i.at, i.id`,
}

const TICKETS: PreparedStatement = {
  name: 'entry_tickets',
  text: `
    select json_build_object(
      'id', e.id, 'mode', e.mode, 'contract', e.contract, 'lots', e.lots, 'limit', e.limit_paise,
      'stopDistance', e.stop_distance_paise, 'slBuffer', e.sl_buffer_paise, 'trailing', e.trails,
      'spot', e.spot_paise, 'askedAt', e.asked_at, 'validUntil', e.valid_until, 'channel', e.channel
    ) as row
    from entry_tickets e
    where e.account_id = $1 and e.on_day = $2::date
      and not exists (
        select from trades t where t.account_id = $1 and t.symbol = e.symbol and t.decision_id = e.id
      )
      and not exists (
        select from entry_refusals r where r.account_id = $1 and r.symbol = e.symbol and r.decision_id = e.id
      )
    order by e.asked_at, e.id`,
}

/** The account's tickets of the day that neither a trade nor a refusal answers. */
export function loadTickets(db: Queryable, account: string, on: IstDate): Promise<readonly EntryTicket[]> {
  return rowsOf<EntryTicket>(db, TICKETS, [account, on])
}

/** What was asked for an account's trades that are not over, and for its abandoned entries of the day. */
export function loadInstructions(db: Queryable, account: string, on: IstDate): Promise<readonly TradeInstruction[]> {
  return rowsOf<TradeInstruction>(db, INSTRUCTIONS, [account, on])
}

/** An account's trades of a day and those of any day that are not over, with everything that belongs to them. */
export async function loadRecords(db: Queryable, account: string, on: IstDate): Promise<AccountRecords> {
  const [records] = await rowsOf<AccountRecords>(db, RECORDS, [account, on])
  return records!
}

/** The same trades of many accounts, and their day locks. */
export async function loadEntryRecords(
  db: Queryable,
  accounts: readonly string[],
  on: IstDate,
): Promise<ReadonlyMap<string, Pick<EntryRows, 'trades' | 'locks'>>> {
  const rows = await rowsOf<Pick<EntryRows, 'trades' | 'locks'> & { account: string }>(db, ENTRY_RECORDS, [
    accounts,
    on,
  ])
  return new Map(rows.map(({ account, trades, locks }) => [account, { trades, locks }]))
}

/** Net results of the days before `on`, oldest first, of each account that has any. */
export async function loadDailyResults(
  db: Queryable,
  accounts: ReadonlyMap<string, ResultsRequest>,
  on: IstDate,
): Promise<ReadonlyMap<string, readonly DailyResult[]>> {
  const requested = Array.from(accounts, ([account, { mode, from }]) => ({ account, mode, from }))
  const rows = await rowsOf<{ account: string; results: DailyResult[] }>(db, DAILY_RESULTS, [
    JSON.stringify(requested),
    on,
  ])
  return new Map(rows.map(({ account, results }) => [account, results]))
}

/** What the user of an account traded on a day without the product, as it was last stored; undefined: nothing was seen. */
export async function loadForeignTrades(
  db: Queryable,
  account: string,
  on: IstDate,
): Promise<ForeignTrades | undefined> {
  const [row] = await rowsOf<ForeignTrades>(db, FOREIGN_TRADES_OF_DAY, [account, on])
  return row
}

/** What the days before `on` show to an entry of each account by a link of the given kind. */
export async function loadHistories(
  db: Queryable,
  accounts: ReadonlyMap<string, LinkMode>,
  on: IstDate,
): Promise<ReadonlyMap<string, AccountHistory>> {
  const rows = await rowsOf<PastResult & { account: string }>(db, PAST_RESULTS, [[...accounts.keys()], on])
  const past = Map.groupBy(rows, (row) => row.account)
  return new Map(Array.from(accounts, ([account, mode]) => [account, historyFrom(past.get(account) ?? [], mode)]))
}
