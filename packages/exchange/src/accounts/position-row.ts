import type { Paise } from '@strikewise/domain/money/paise.ts'
import { netQuantity, type Position } from '../state/account-state.ts'

/** One row of `GET /portfolio/positions`, in rupees (kite-connect fact sheet §14). */
export interface PositionRow {
  readonly tradingsymbol: string
  readonly exchange: 'NFO'
  readonly instrument_token: number
  readonly product: string
  readonly quantity: number
  readonly overnight_quantity: number
  readonly multiplier: 1
  readonly average_price: number
  readonly close_price: number
  readonly last_price: number
  readonly value: number
  readonly pnl: number
  readonly m2m: number
  readonly unrealised: number
  readonly realised: 0
  readonly buy_quantity: number
  readonly buy_price: number
  readonly buy_value: number
  readonly buy_m2m: number
  readonly sell_quantity: number
  readonly sell_price: number
  readonly sell_value: number
  readonly sell_m2m: number
  readonly day_buy_quantity: number
  readonly day_buy_price: number
  readonly day_buy_value: number
  readonly day_sell_quantity: number
  readonly day_sell_price: number
  readonly day_sell_value: number
}

/** The net row: carried quantity and today's trades. pnl = (sell value - buy value) + quantity × last price. */
export function netRow(position: Position, lastPrice: Paise): PositionRow {
  return row(position, lastPrice, position.overnightQuantity, position.overnightValue)
}

/** The day row: today's trades alone; undefined when there were none. */
export function dayRow(position: Position, lastPrice: Paise): PositionRow | undefined {
  if (position.dayBuyQuantity === 0 && position.daySellQuantity === 0) return undefined
  return row(position, lastPrice, 0, 0)
}

function row(position: Position, lastPrice: Paise, carried: number, carriedValue: number): PositionRow {
  const carriedClose = Math.abs(carried) * position.closePrice
  const buyQuantity = position.dayBuyQuantity + Math.max(0, carried)
  const sellQuantity = position.daySellQuantity + Math.max(0, -carried)
  const buyValue = position.dayBuyValue + (carried > 0 ? carriedValue : 0)
  const sellValue = position.daySellValue + (carried < 0 ? carriedValue : 0)
  const buyM2m = position.dayBuyValue + (carried > 0 ? carriedClose : 0)
  const sellM2m = position.daySellValue + (carried < 0 ? carriedClose : 0)
  const quantity = buyQuantity - sellQuantity
  const pnl = (sellValue - buyValue + quantity * lastPrice) / 100
  return {
    tradingsymbol: position.contract.tradingsymbol,
    exchange: 'NFO',
    instrument_token: position.contract.token,
    product: position.product,
    quantity,
    overnight_quantity: carried,
    multiplier: 1,
    average_price:
      quantity === 0 ? 0 : quantity > 0 ? average(buyValue, buyQuantity) : average(sellValue, sellQuantity),
    close_price: carried === 0 ? 0 : position.closePrice / 100,
    last_price: lastPrice / 100,
    value: (sellValue - buyValue) / 100,
    pnl,
    m2m: (sellM2m - buyM2m + quantity * lastPrice) / 100,
    unrealised: pnl,
    realised: 0,
    buy_quantity: buyQuantity,
    buy_price: average(buyValue, buyQuantity),
    buy_value: buyValue / 100,
    buy_m2m: buyM2m / 100,
    sell_quantity: sellQuantity,
    sell_price: average(sellValue, sellQuantity),
    sell_value: sellValue / 100,
    sell_m2m: sellM2m / 100,
    day_buy_quantity: position.dayBuyQuantity,
    day_buy_price: average(position.dayBuyValue, position.dayBuyQuantity),
    day_buy_value: position.dayBuyValue / 100,
    day_sell_quantity: position.daySellQuantity,
    day_sell_price: average(position.daySellValue, position.daySellQuantity),
    day_sell_value: position.daySellValue / 100,
  }
}

function average(value: number, quantity: number): number {
  return quantity === 0 ? 0 : value / quantity / 100
}

/** Carries what is open into the next day at its average cost and forgets the day's trades. Returns false when flat. */
export function rollPosition(position: Position, closePrice: Paise): boolean {
  const quantity = netQuantity(position)
  if (quantity === 0) return false
  const carried = position.overnightQuantity
  const buys = position.dayBuyQuantity + Math.max(0, carried)
  const sells = position.daySellQuantity + Math.max(0, -carried)
  const value =
    quantity > 0
      ? ((position.dayBuyValue + (carried > 0 ? position.overnightValue : 0)) * quantity) / buys
      : ((position.daySellValue + (carried < 0 ? position.overnightValue : 0)) * -quantity) / sells
  position.overnightQuantity = quantity
  position.overnightValue = Math.round(value) as Paise
  position.closePrice = closePrice
  position.dayBuyQuantity = 0
  position.dayBuyValue = 0 as Paise
  position.daySellQuantity = 0
  position.daySellValue = 0 as Paise
  // Intraday positions the broker could not close are carried as ordinary ones.
  position.product = 'NRML'
  return true
}
