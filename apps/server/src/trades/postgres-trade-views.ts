import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, type IstDate } from '@strikewise/domain/time/ist.ts'
import {
  HELD_STATES,
  type ClosedTrade,
  type HeldTrade,
  type Trade,
  type TradePnl,
} from '@strikewise/execution/trade/trade.ts'
import type { TradeLogRow } from '@strikewise/wire/trades.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { UserScopedDbs } from '../store/user-scoped-db.ts'
import { activeTradesOn } from './active-trades.ts'
import { entryRefusalsOn } from './entry-refusals.ts'
import { readTradeHistory } from './trade-history.ts'
import type { TradeViews } from './trade-views.ts'
import { SHORT_COVERED } from '../store/tables/daily-report-body.ts'
import { isNotCover } from './exclude-covers.ts'
import { entryFillOf, entryFillRow } from './entry-fill-row.ts'
import { averageOf, columnsOf, type Bought } from './trade-columns.ts'

/** What was bought and sold in one trade, from the broker's own fills. */
interface Traded extends Bought {
  readonly sold: number
  readonly soldValue: Paise
}

type Shown = HeldTrade | ClosedTrade

/** Reads the rows the trader role commits, each user's through their own session; an account is its user. */
export function postgresTradeViews(userDbOf: UserScopedDbs): TradeViews {
  return {
    activeTrades: (userId, day) => userDbOf(userId).read((db) => activeTradesOn(db, userId, day)),
    tradeLogs: (userId, day, closedOnly) => userDbOf(userId).read((db) => tradeLogsOn(db, userId, day, closedOnly)),
    history: (userId, tradeId) => userDbOf(userId).read((db) => readTradeHistory(db, userId, tradeId)),
    entryRefusals: (userId, day, page) => userDbOf(userId).read((db) => entryRefusalsOn(db, userId, day, page)),
  }
}

/**
 * All trades of a user on a day that got a position, oldest entry first; `closedOnly` leaves the running ones out. Units that
 * were sold short and bought back have a row of their own behind the trade's.
 */
export async function tradeLogsOn(
  db: Kysely<Database>,
  userId: string,
  day: IstDate,
  closedOnly: boolean,
): Promise<TradeLogRow[]> {
  const rows = await tradesOn(db, userId, day, closedOnly ? ['closed'] : [...HELD_STATES, 'closed'])
  return rows.flatMap(({ trade, traded }) => [logRow(trade, traded), ...coverRows(trade)])
}

/** Trades of a day that got a position, oldest entry first, with their fills summed. */
async function tradesOn(db: Kysely<Database>, userId: string, day: IstDate, states: readonly Shown['state'][]) {
  const rows = await db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', userId)
    .where('on_day', '=', day)
    .where('state', 'in', states)
    .execute()
  const trades = rows.map((row) => row.body).filter(isShown)
  const sums = await tradedIn(
    db,
    trades.map((trade) => trade.id),
  )
  return trades
    .toSorted((a, b) => a.enteredAt - b.enteredAt)
    .map((trade) => ({ trade, traded: sums.get(trade.id) ?? NOTHING }))
}

const NOTHING: Traded = { bought: 0, boughtValue: 0 as Paise, sold: 0, soldValue: 0 as Paise }

async function tradedIn(db: Kysely<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, Traded>> {
  if (ids.length === 0) return new Map()
  const fills = await db
    .selectFrom('fills')
    .select(['trade_id', 'side', 'quantity', 'price_paise'])
    .where('trade_id', 'in', ids)
    .where(isNotCover())
    .execute()
  return new Map(
    [...Map.groupBy(fills, (fill) => fill.trade_id)].map(([id, userDb]) => {
      const of = (side: OrderSide) => {
        const part = userDb.filter((fill) => fill.side === side)
        return {
          units: part.reduce((sum, fill) => sum + fill.quantity, 0),
          value: part.reduce((sum, fill) => sum + fill.quantity * fill.price_paise, 0) as Paise,
        }
      }
      const [buys, sells] = [of('BUY'), of('SELL')]
      return [id, { bought: buys.units, boughtValue: buys.value, sold: sells.units, soldValue: sells.value }]
    }),
  )
}

function logRow(trade: Shown, traded: Traded): TradeLogRow {
  const closed = trade.state === 'closed' ? trade : undefined
  const result = closed?.result
  const noted = result == null ? undefined : dutiesOf(trade.on, result)
  const fill = entryFillOf(trade, traded)
  return {
    ...columnsOf(trade, traded),
    exit_time: closed === undefined ? null : istIso(closed.closedAt),
    exit_price: closed === undefined ? null : averageOf(traded.soldValue, traded.sold),
    quantity: traded.bought,
    pnl: result == null ? null : rupees(result.gross),
    gross_pnl: result == null ? null : rupees(result.gross),
    net_pnl: result == null ? null : rupees(result.net),
    charges: result == null ? null : rupees(result.charges),
    stt: noted === undefined ? null : rupees(noted.stt),
    stamp: noted === undefined ? null : rupees(noted.stamp),
    status: trade.state === 'closed' ? 'Closed' : trade.state === 'open' ? 'Open' : 'Exiting',
    exit_reason: trade.state === 'open' ? null : trade.exitReason,
    ...(fill === undefined ? {} : { entry_fill: entryFillRow(fill, trade.origin) }),
  }
}

/** The row of what buying back units sold short in the trade's contract came to; none where nothing was. */
function coverRows(trade: Shown): TradeLogRow[] {
  const cover = trade.state === 'closed' ? trade.cover : undefined
  if (cover === undefined) return []
  const { units, boughtValue, soldValue, gross, charges, net } = cover
  const traded = { bought: units, boughtValue, sold: units, soldValue }
  return [
    {
      ...columnsOf(trade, traded),
      entry_time: istIso(cover.soldAt),
      exit_time: istIso(cover.boughtAt),
      exit_price: averageOf(soldValue, units),
      quantity: units,
      pnl: rupees(gross),
      gross_pnl: rupees(gross),
      net_pnl: rupees(net),
      charges: rupees(charges.total),
      stt: rupees(charges.stt),
      stamp: rupees(charges.stamp),
      status: 'Closed',
      exit_reason: SHORT_COVERED,
    },
  ]
}

/** STT and stamp duty hang on what was bought and sold, not on how many orders it took. */
function dutiesOf(on: IstDate, { entryValue, exitValue }: Pick<TradePnl, 'entryValue' | 'exitValue'>) {
  const orders = [
    { side: 'BUY', value: entryValue, on },
    { side: 'SELL', value: exitValue, on },
  ] as const
  return chargesOf(orders, BROKER.profile.brokerage)
}

function rupees(paise: number): number {
  return paise / 100
}

function isShown(trade: Trade): trade is Shown {
  return trade.state === 'open' || trade.state === 'exiting' || trade.state === 'closed'
}
