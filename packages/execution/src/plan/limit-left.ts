import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import type { OrderRecord } from '../order/order.ts'
import type { ClockPort, FeedQuote } from '../ports.ts'
import { isProtecting } from '../trade/protection.ts'
import { highestLimit, liveSells } from '../trade/sell-orders.ts'
import { isHeld, type Trade } from '../trade/trade.ts'
import type { UnconfirmedBids } from '../quotes/doubted-bids.ts'
import type { QuoteFilter } from '../quotes/quote-filter.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

interface LimitWatch {
  readonly ports: { readonly clock: Pick<ClockPort, 'mono'> }
  readonly config: ExecutionConfig
  readonly market: QuoteFilter
  /** Now, and now by the wall clock, which dates quotes. */
  readonly now: EpochMs
  readonly wall: EpochMs
  /** Since when the bid has been under the limit of each position's stop. */
  readonly bidBelowStopLimitSince: Map<string, EpochMs>
}

/**
 * Since when the bid has been under the limit of the trade's stop: that of a raise which no book has shown yet, or whose
 * fate is unknown, too, for the stop may have fired there. Of a stop that the broker does not confirm: since when the bid
 * has been at the trigger or under it, for such a stop fires nowhere. Kept while no price shows it.
 */
export function bidBelowStopLimitSince(
  watch: LimitWatch,
  view: TradeSnapshot,
  quote: FeedQuote | undefined,
): EpochMs | undefined {
  const { bidBelowStopLimitSince: since } = watch
  const { trade } = view
  const stop = isHeld(trade)
    ? liveSells(view).find(({ kind, phase }) => kind === 'SL' && (phase === 'armed' || phase === 'pending'))
    : undefined
  const limit = stop === undefined ? undefined : sellsFrom(watch, view, stop)
  const doubted = quote === undefined ? unconfirmedBids(watch, trade) : undefined
  const bid = quote?.bid ?? doubted?.newest.bid
  if (limit === undefined || (bid !== undefined && bid >= limit)) since.delete(trade.id)
  else if (bid !== undefined && !since.has(trade.id)) {
    const leftMs = isHeld(trade) ? doubted?.underFor(limit, trade.trigger, watch.ports.clock.mono()) : undefined
    since.set(trade.id, (watch.now - (leftMs ?? 0)) as EpochMs)
  }
  return since.get(trade.id)
}

/** The lowest bid at which the stop may still sell, in paise. */
function sellsFrom({ config, now }: LimitWatch, view: TradeSnapshot, stop: OrderRecord): Paise {
  if (stop.phase === 'armed' || isProtecting(view, stop, config, now)) return highestLimit(view, stop, config)
  return (stop.trigger + 1) as Paise
}

/**
 * The highest of the doubted bids of a held contract within the last three seconds, while all asks beside them are under the
 * stop's trigger as well: a low bid under a high ask is an empty book, and nothing is sold into it.
 */
export function unconfirmedBid(watch: LimitWatch, trade: Trade): Paise | undefined {
  const highest = unconfirmedBids(watch, trade)?.highest
  return highest !== undefined && isHeld(trade) && highest.ask <= trade.trigger ? highest.bid : undefined
}

/**
 * Bids of a held contract that are far under its last price, as repeated quotes show them: where nothing trades they are the
 * market all the same, but only while the ask is under the stop's trigger as well.
 */
function unconfirmedBids({ market, wall }: LimitWatch, trade: Trade): UnconfirmedBids | undefined {
  if (!isHeld(trade)) return undefined
  const doubted = market.unconfirmedBids(trade.contract.token, wall)
  return doubted?.isRepeated === true && doubted.newest.ask <= trade.trigger ? doubted : undefined
}
