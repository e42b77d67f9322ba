import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { DEPTH_LEVELS } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { ConsumedDepth, ExchangeContext } from '../state/exchange-state.ts'

interface TakenLevel {
  readonly price: Paise
  readonly quantity: number
}

/**
 * Takes up to `quantity` units from the displayed side a `side` order trades against, best level first, no worse than
 * `limit`. What is taken stays taken until the quote is refreshed (its receive time changes), so a second order finds
 * only what the first one left. Levels of 0 are empty.
 */
export function consumeDepth(
  context: ExchangeContext,
  token: number,
  side: OrderSide,
  limit: Paise,
  quantity: number,
): TakenLevel[] {
  const { quotes } = context.market
  const slot = quotes.slotOf(token)
  // A market that already shows another day has no book for today's orders.
  if (slot < 0 || context.market.day !== context.state.day) return []
  const use = useOf(context, token, quotes.receivedAt[slot]!)
  const [prices, quantities, used] =
    side === 'BUY' ? [quotes.askPrice, quotes.askQuantity, use.asks] : [quotes.bidPrice, quotes.bidQuantity, use.bids]
  const taken: TakenLevel[] = []
  let remaining = quantity
  for (let level = 0; level < DEPTH_LEVELS && remaining > 0; level += 1) {
    const price = prices[slot * DEPTH_LEVELS + level] as Paise
    if (price <= 0 || (side === 'BUY' ? price > limit : price < limit)) break
    const free = quantities[slot * DEPTH_LEVELS + level]! - used[level]!
    const share = Math.min(remaining, Math.max(0, free))
    if (share <= 0) continue
    used[level] = used[level]! + share
    remaining -= share
    taken.push({ price, quantity: share })
  }
  return taken
}

/** When the quote of `token` was last refreshed; -1 when it has none. */
export function refreshedAt(context: ExchangeContext, token: number): number {
  const slot = context.market.quotes.slotOf(token)
  return slot < 0 ? -1 : context.market.quotes.receivedAt[slot]!
}

function useOf(context: ExchangeContext, token: number, refreshed: number): ConsumedDepth {
  let use = context.state.bookUse.get(token)
  if (use === undefined || use.refreshedAt !== refreshed) {
    use = { refreshedAt: refreshed, bids: [0, 0, 0, 0, 0], asks: [0, 0, 0, 0, 0] }
    context.state.bookUse.set(token, use)
  }
  return use
}
