import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { chargesOf, type Charges } from '@strikewise/domain/charges/charges.ts'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, type IstDate } from '@strikewise/domain/time/ist.ts'
import { executedOrders, tradePnlOf } from '@strikewise/execution/trade/trade-pnl.ts'
import { unitsOf, type Fill } from '@strikewise/execution/trade/fill.ts'
import { isLive, type ClosedTrade } from '@strikewise/execution/trade/trade.ts'
import type { ReportTradeRow } from '@strikewise/wire/report-trade.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { ClosedTradeLine } from '../store/tables/daily-report-body.ts'
import { entryFillOf, entryFillRow } from '../trades/entry-fill-row.ts'
import { fillsOf } from '../trades/fills-of.ts'
import { originOf } from '../trades/trade-columns.ts'
import { SHORT_COVERED } from '../store/tables/daily-report-body.ts'

/** A user's trades of a period and kind, oldest entry first. */
export interface TradesOfPeriod {
  readonly closed: readonly ClosedTradeLine[]
  /** Still live, or closed without the broker's books having shown how: in no sum. */
  readonly unsettled: number
}

/** Which trades: both days count in. */
export interface Period {
  readonly mode: LinkMode
  readonly from: IstDate
  readonly to: IstDate
}

/** Reads the rows the trader role commits; an account is its user. */
export async function tradesOfPeriod(
  db: Kysely<Database>,
  userId: string,
  { mode, from, to }: Period,
): Promise<TradesOfPeriod> {
  const rows = await db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', userId)
    .where('mode', '=', mode)
    .where('on_day', '>=', from)
    .where('on_day', '<=', to)
    .execute()
  const trades = rows.map((row) => row.body)
  const settled = trades.filter((trade): trade is ClosedTrade => trade.state === 'closed' && trade.result !== null)
  const lost = trades.filter((trade) => trade.state === 'closed' && trade.result === null).length
  const fills = await fillsOf(
    db,
    settled.map((trade) => trade.id),
  )
  return {
    closed: settled
      .flatMap((trade) => [lineOf(trade, fills.get(trade.id) ?? []), ...coverLines(trade)])
      .toSorted((a, b) => a.enteredAt - b.enteredAt),
    unsettled: trades.filter(isLive).length + lost,
  }
}

/** The line of what buying back units sold short in the trade's contract came to; none where nothing was. */
function coverLines({ cover, ...trade }: ClosedTrade): ClosedTradeLine[] {
  if (cover === undefined) return []
  const { contract } = trade
  return [
    {
      id: trade.id,
      mode: trade.mode,
      on: trade.on,
      symbol: contract.symbol,
      strike: contract.strike,
      side: contract.side,
      tradingsymbol: contract.tradingsymbol,
      enteredAt: cover.soldAt,
      closedAt: cover.boughtAt,
      quantity: cover.units,
      entryValue: cover.boughtValue,
      exitValue: cover.soldValue,
      gross: cover.gross,
      charges: cover.charges,
      net: cover.net,
      risk: null,
      exitReason: SHORT_COVERED,
      decisionId: trade.decisionId,
      ...originOf(trade),
      isCover: true,
    },
  ]
}

/** Everything from the fills: so gross, the kinds of charges and net agree whatever the trade's row shows. */
function lineOf(trade: ClosedTrade, fills: readonly Fill[]): ClosedTradeLine {
  const { contract } = trade
  const { brokerage } = BROKER.profile
  const result = tradePnlOf(fills, trade.on, brokerage)
  const entryFill = entryFillOf(trade, { bought: unitsOf(fills, 'BUY'), boughtValue: result.entryValue })
  return {
    id: trade.id,
    mode: trade.mode,
    on: trade.on,
    symbol: contract.symbol,
    strike: contract.strike,
    side: contract.side,
    tradingsymbol: contract.tradingsymbol,
    enteredAt: trade.enteredAt,
    closedAt: trade.closedAt,
    quantity: trade.traded,
    ...(trade.reduced === undefined ? {} : { reduced: trade.reduced }),
    entryValue: result.entryValue,
    exitValue: result.exitValue,
    gross: result.gross,
    charges: chargesOf(executedOrders(fills, trade.on), brokerage),
    net: result.net,
    risk: (trade.risk * trade.traded) as Paise,
    exitReason: trade.exitReason,
    ...(entryFill === undefined ? {} : { entryFill }),
    decisionId: trade.decisionId,
    ...originOf(trade),
  }
}

/** A line as the wire has it: decimal rupees, instants with India's offset. */
export function tradeRow(trade: ClosedTradeLine): ReportTradeRow {
  return {
    trade_id: trade.id,
    mode: trade.mode,
    day: trade.on,
    symbol: trade.symbol,
    strike: trade.strike,
    side: trade.side,
    tradingsymbol: trade.tradingsymbol,
    entry_time: istIso(trade.enteredAt),
    exit_time: istIso(trade.closedAt),
    quantity: trade.quantity,
    ...(trade.reduced === undefined ? {} : { part_exit_quantity: trade.reduced }),
    bought_for: rupeesFromPaise(trade.entryValue),
    sold_for: rupeesFromPaise(trade.exitValue),
    gross: rupeesFromPaise(trade.gross),
    charges: chargesRow(trade.charges),
    net: rupeesFromPaise(trade.net),
    r: trade.risk === null || trade.risk === 0 ? null : Math.round((100 * trade.net) / trade.risk) / 100,
    exit_reason: trade.exitReason,
    decision_id: trade.decisionId,
    ...originOf(trade),
    ...(trade.entryFill === undefined ? {} : { entry_fill: entryFillRow(trade.entryFill, trade.origin) }),
  }
}

export function chargesRow({ brokerage, stt, exchange, sebi, stamp, gst, total }: Charges): ReportTradeRow['charges'] {
  return {
    brokerage: rupeesFromPaise(brokerage),
    stt: rupeesFromPaise(stt),
    exchange: rupeesFromPaise(exchange),
    sebi: rupeesFromPaise(sebi),
    stamp: rupeesFromPaise(stamp),
    gst: rupeesFromPaise(gst),
    total: rupeesFromPaise(total),
  }
}
