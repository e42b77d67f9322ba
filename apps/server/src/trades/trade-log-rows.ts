import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { ClosedTrade, HeldTrade, Trade, TradePnl } from '@strikewise/execution/trade/trade.ts'
import type { TradeLogRow } from '@strikewise/wire/trades.ts'
import { SHORT_COVERED } from '../store/tables/daily-report-body.ts'
import { entryFillOf, entryFillRow } from './entry-fill-row.ts'
import { averageOf, columnsOf, type Bought } from './trade-columns.ts'

/** What was bought and sold in one trade, from the broker's own fills. */
export interface Traded extends Bought {
  readonly sold: number
  readonly soldValue: Paise
}

/** A trade that got a position. */
export type LoggedTrade = HeldTrade | ClosedTrade

/** Sums the fills of one trade; prices in paise. */
export function tradedOf(
  fills: readonly { readonly side: OrderSide; readonly quantity: number; readonly price: number }[],
): Traded {
  const of = (side: OrderSide) => {
    const part = fills.filter((fill) => fill.side === side)
    return {
      units: part.reduce((sum, fill) => sum + fill.quantity, 0),
      value: part.reduce((sum, fill) => sum + fill.quantity * fill.price, 0) as Paise,
    }
  }
  const [buys, sells] = [of('BUY'), of('SELL')]
  return { bought: buys.units, boughtValue: buys.value, sold: sells.units, soldValue: sells.value }
}

/**
 * The rows of trades that got a position, oldest entry first; `tradedIn`: what was traded in one, by its id. Units that were
 * sold short and bought back have a row of their own behind the trade's.
 */
export function tradeLogRows(trades: readonly LoggedTrade[], tradedIn: (id: string) => Traded): TradeLogRow[] {
  return trades
    .toSorted((a, b) => a.enteredAt - b.enteredAt)
    .flatMap((trade) => [logRow(trade, tradedIn(trade.id)), ...coverRows(trade)])
}

function logRow(trade: LoggedTrade, traded: Traded): TradeLogRow {
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
function coverRows(trade: LoggedTrade): TradeLogRow[] {
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

/** Whether a trade got a position. */
export function isLogged(trade: Trade): trade is LoggedTrade {
  return trade.state === 'open' || trade.state === 'exiting' || trade.state === 'closed'
}
