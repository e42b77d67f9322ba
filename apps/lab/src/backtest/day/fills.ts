import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderTerms } from '@strikewise/execution/order/order.ts'
import type { FeedQuote } from '@strikewise/execution/ports.ts'

/** An order meets the price of this much later (signals reference §3.6). */
export const LATENCY_MS = 300
/** Half a tick for each tenth of the visible quantity that is taken. */
const IMPACT_TICKS = 5

/** What `quantity` moves the price against itself, in whole paise. */
function impact(quantity: number, visible: number, tick: Paise): number {
  return visible > 0 ? Math.round((IMPACT_TICKS * tick * quantity) / visible) : 0
}

/**
 * What a purchase of `quantity` pays a unit at `quote`: the ask, a tick and the impact. Undefined when that is more than
 * `limit`, or nothing is offered.
 */
export function purchasePrice(quote: FeedQuote, quantity: number, limit: Paise, tick: Paise): Paise | undefined {
  if (!(quote.ask > 0)) return undefined
  const price = quote.ask + tick + impact(quantity, quote.askQuantity, tick)
  return price <= limit ? (price as Paise) : undefined
}

/**
 * What a sale of `quantity` gets a unit: a tick under the bid less the impact, but a limit order never less than its
 * limit. Undefined when no bid is that high. The bids are taken to show as much as the asks.
 */
export function salePrice(quote: FeedQuote, quantity: number, terms: OrderTerms, tick: Paise): Paise | undefined {
  if (!(quote.bid > 0)) return undefined
  const price = Math.max(tick, quote.bid - tick - impact(quantity, quote.askQuantity, tick))
  if (terms.kind === 'MARKET') return price as Paise
  return quote.bid < terms.price ? undefined : (Math.max(terms.price, price) as Paise)
}

/**
 * What a stop that fired gets: max(limit, min(trigger, bid) − a tick) at the next bid. Undefined while that bid is under
 * the limit: the order stays open.
 */
export function stopPrice(bid: Paise, trigger: Paise, limit: Paise, tick: Paise): Paise | undefined {
  if (!(bid > 0) || bid < limit) return undefined
  return Math.max(limit, Math.min(trigger, bid) - tick) as Paise
}
