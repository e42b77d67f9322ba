import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OpenPosition } from '../pre-trade/day-pnl.ts'
import { unitsOf, valueOf } from '../trade/fill.ts'
import { countedFills } from '../trade/trade-pnl.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import type { QuoteFilter } from '../quotes/quote-filter.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/** The open positions with the bid they could be sold at. `wall`: now, by the wall clock. */
export function openPositions(unitOfWork: AccountUnitOfWork, market: QuoteFilter, wall: EpochMs): OpenPosition[] {
  return unitOfWork.state.held().map((trade) => {
    const view = unitOfWork.state.view(trade.id)
    const sold = soldOf(view)
    // The trades may show a sale before its order does: a unit that is sold is not open as well.
    const units = Math.max(0, Math.min(view.open, view.bought - sold.units))
    const bid = market.quoteOf(trade.contract.token, wall, trade.entryPrice)?.bid
    return { trade, units, bid, sold }
  })
}

/**
 * What has been sold of a position: by the trade book, and where that lags behind an order of ours, at the order's average
 * price. Left out until the book shows it, a loss already made would count neither as open nor as sold.
 */
function soldOf({ bought, orders, fills }: TradeSnapshot): OpenPosition['sold'] {
  // What was sold twice over is a short position of its own: counted here it would be a loss of units never paid for.
  const counted = unitsOf(fills, 'SELL') > bought ? countedFills(fills) : fills
  let units = unitsOf(counted, 'SELL')
  let value: number = valueOf(counted, 'SELL')
  for (const { orderId, side, filled, averagePrice } of orders) {
    if (side !== 'SELL' || averagePrice <= 0) continue
    const booked = fills.filter((fill) => fill.orderId === orderId)
    const ahead = filled - unitsOf(booked, 'SELL')
    const more = Math.min(ahead, bought - units)
    if (more <= 0) continue
    units += more
    value += ((filled * averagePrice - valueOf(booked, 'SELL')) * more) / ahead
  }
  return { units, value: Math.round(value) as Paise }
}
