import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { OfficialTick } from './official-parser.ts'

/** Throws when a field the official parser gave differs from the column of `table` that holds it. */
export function assertSameTick(table: QuoteTable, tick: OfficialTick): void {
  const slot = table.slotOf(tick.instrument_token)
  const same = (field: string, product: number, theirs: number) => {
    if (product !== theirs)
      throw new Error(`token ${tick.instrument_token}: ${field} is ${product} here and ${theirs} there`)
  }
  same('last price', table.lastPrice[slot]!, paise(tick.last_price))
  same('last quantity', table.lastQuantity[slot]!, tick.last_traded_quantity)
  same('average price', table.averagePrice[slot]!, paise(tick.average_traded_price))
  same('volume', table.volume[slot]!, tick.volume_traded)
  same('buy quantity', table.buyQuantity[slot]!, tick.total_buy_quantity)
  same('sell quantity', table.sellQuantity[slot]!, tick.total_sell_quantity)
  same('open', table.open[slot]!, paise(tick.ohlc.open))
  same('high', table.high[slot]!, paise(tick.ohlc.high))
  same('low', table.low[slot]!, paise(tick.ohlc.low))
  same('close', table.close[slot]!, paise(tick.ohlc.close))
  same('open interest', table.openInterest[slot]!, tick.oi)
  same('high of open interest', table.openInterestHigh[slot]!, tick.oi_day_high)
  same('low of open interest', table.openInterestLow[slot]!, tick.oi_day_low)
  same('last trade', table.lastTradeAt[slot]!, tick.last_trade_time?.getTime() ?? 0)
  same('exchange time', table.exchangeAt[slot]!, tick.exchange_timestamp?.getTime() ?? 0)
  for (let level = 0; level < DEPTH_LEVELS; level += 1) {
    const at = slot * DEPTH_LEVELS + level
    const [bid, ask] = [tick.depth.buy[level]!, tick.depth.sell[level]!]
    same(`bid ${level + 1}`, table.bidPrice[at]!, paise(bid.price))
    same(`bid quantity ${level + 1}`, table.bidQuantity[at]!, bid.quantity)
    same(`ask ${level + 1}`, table.askPrice[at]!, paise(ask.price))
    same(`ask quantity ${level + 1}`, table.askQuantity[at]!, ask.quantity)
  }
}

function paise(rupees: number): number {
  return Math.round(rupees * 100)
}
