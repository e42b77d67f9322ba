import type { TradeInstruction } from '@strikewise/execution/trade/trade-instruction.ts'
import { isHeld } from '@strikewise/execution/trade/trade.ts'
import type { ActiveTradeRow, TradeLogRow } from '@strikewise/wire/trades.ts'
import { activeTradeRows } from '../trades/active-trades.ts'
import type { Position } from '../trades/live-pnl.ts'
import { isLogged, tradedOf, tradeLogRows } from '../trades/trade-log-rows.ts'
import type { AccountAt } from './account-at.ts'

/** What the trader's screens showed of an account's day, in the rows that they are made of. */
export interface ScreensAt {
  readonly active_trades: readonly ActiveTradeRow[]
  /** With the running trades. */
  readonly trade_log: readonly TradeLogRow[]
  /** What the open P&L is computed from, beside prices. Oldest entry first. */
  readonly positions: readonly Position[]
}

/** The rows of the trader's screens out of the account's rows at an instant, by the functions that make the live ones. */
export function screensAt(
  { trades, intents, orders, fills }: AccountAt,
  instructions: ReadonlyMap<string, readonly TradeInstruction[]>,
): ScreensAt {
  const held = trades.filter(isHeld)
  const fillsOf = Map.groupBy(fills, ({ tradeId }) => tradeId)
  const ordersOf = Map.groupBy(orders, ({ tradeId }) => tradeId)
  const salesOf = Map.groupBy(
    intents.filter(({ kind }) => kind === 'exit' || kind === 'reduce'),
    ({ tradeId }) => tradeId,
  )
  return {
    active_trades: activeTradeRows(held, (id) => ({
      fills: fillsOf.get(id) ?? [],
      orders: ordersOf.get(id) ?? [],
      sales: salesOf.get(id) ?? [],
      instructions: instructions.get(id) ?? [],
    })),
    trade_log: tradeLogRows(trades.filter(isLogged), (id) => tradedOf(fillsOf.get(id) ?? [])),
    positions: held
      .toSorted((a, b) => a.enteredAt - b.enteredAt)
      .map((trade) => ({ trade, fills: fillsOf.get(trade.id) ?? [] })),
  }
}
