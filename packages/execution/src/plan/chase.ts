import type { Paise } from '@strikewise/domain/money/paise.ts'
import { floorToTick, ceilToTick } from '@strikewise/domain/money/ticks.ts'
import type { Call, Intent } from '../intent/intent.ts'
import type { OrderTerms } from '../order/order.ts'

/** How far under the bid each step of an exit reaches; after the last one the exit is a protected market order. */
const STEPS = [
  { ticks: 1, percent: 0 },
  { ticks: 4, percent: 2 },
  { ticks: 8, percent: 5 },
] as const

/** Steps that ask for a price. */
export const LIMIT_STEPS = STEPS.length
/** Steps until everything has been tried once: what comes later repeats the last. */
export const CHASE_STEPS = LIMIT_STEPS + 1
/** The longest pause before a repetition, in steps of the chase. */
const LONGEST_PAUSE = 10

/**
 * The lowest price a sale may ask for without leaving the exchange's price band: 30 % under the last price, under ₹50
 * it is ₹15. The band itself is 40 % or ₹20 (market fact sheet §5.3); its reference is a mean we do not see.
 */
export function lowestSalePrice(last: Paise, tick: Paise): Paise {
  const floor = last > 5_000 ? last * 0.7 : last - 1_500
  return Math.max(tick, ceilToTick(floor, tick)) as Paise
}

/**
 * The terms of the `step`-th attempt (0-based) to sell `quantity` at once: limit at the bid − 1 tick, wider, wider
 * still, then market with the broker's protection. Without a believable quote it is the market order from the start.
 */
export function exitTerms(
  step: number,
  quote: { readonly bid: Paise; readonly last: Paise } | undefined,
  tick: Paise,
  quantity: number,
): OrderTerms {
  const reach = STEPS[step]
  if (reach === undefined || quote === undefined) return { kind: 'MARKET', quantity }
  const slack = Math.max(reach.ticks * tick, (quote.bid * reach.percent) / 100)
  const price = Math.max(floorToTick(quote.bid - slack, tick), lowestSalePrice(quote.last, tick)) as Paise
  return { kind: 'LIMIT', quantity, price, validity: 'DAY' }
}

/**
 * Whether the exchange refused this step for its price alone. It knows its band and we only guess it, so what follows at
 * once is the market order, which is priced there.
 */
export function wasOutOfBand(step: Intent | undefined): boolean {
  if (step?.outcome.state !== 'refused' || step.outcome.code !== 'price_band') return false
  return termsOf(step.call)?.kind === 'LIMIT'
}

/**
 * How many steps of the chase to wait before the order `orderId`, for which no one bids, is asked for `terms`: one, but twice
 * as long each time once it was asked for them after all prices, for a change to what it asks already finds no buyer. Each
 * takes one of the changes that the broker allows an order, and one of the account's calls of the day. One that asks for
 * something else has not asked for them yet: it followed a buyer who is gone, or other sales were asked for them and rejected
 * while it was stuck.
 */
export function pauseBefore(terms: OrderTerms, exits: readonly Intent[], orderId: string): number {
  if (!askedLast(terms, exits)) return 1
  const asked = exits.slice(LIMIT_STEPS).filter(({ call, outcome }) => {
    return outcome.state === 'accepted' && outcome.orderId === orderId && isSame(termsOf(call), terms)
  })
  return Math.min(LONGEST_PAUSE, 2 ** Math.max(0, asked.length - 1))
}

/** Whether the last step of an exit asked for `terms`. */
export function askedLast(terms: OrderTerms, exits: readonly Intent[]): boolean {
  const last = exits.at(-1)
  return last !== undefined && isSame(termsOf(last.call), terms)
}

function isSame(asked: OrderTerms | undefined, terms: OrderTerms): boolean {
  if (asked?.kind !== terms.kind || asked.quantity !== terms.quantity) return false
  return asked.kind === 'MARKET' || terms.kind === 'MARKET' || asked.price === terms.price
}

function termsOf(call: Call): OrderTerms | undefined {
  return call.type === 'place' ? call.order.terms : call.type === 'modify' ? call.terms : undefined
}

/** The highest price a purchase may bid without leaving the exchange's price band, as `lowestSalePrice` on the other side. */
export function highestPurchasePrice(last: Paise, tick: Paise): Paise {
  return floorToTick(last > 5_000 ? last * 1.3 : last + 1_500, tick)
}

/**
 * The terms of the `step`-th attempt (0-based) to buy `quantity` back at once: an immediate limit at the ask + 1 tick, wider,
 * wider still, then market with the broker's protection. Without a believable quote it is the market order from the start.
 */
export function coverTerms(
  step: number,
  quote: { readonly ask: Paise; readonly last: Paise } | undefined,
  tick: Paise,
  quantity: number,
): OrderTerms {
  const reach = STEPS[step]
  if (reach === undefined || quote === undefined) return { kind: 'MARKET', quantity }
  const slack = Math.max(reach.ticks * tick, (quote.ask * reach.percent) / 100)
  const price = Math.min(ceilToTick(quote.ask + slack, tick), highestPurchasePrice(quote.last, tick)) as Paise
  return { kind: 'LIMIT', quantity, price, validity: 'IOC' }
}
