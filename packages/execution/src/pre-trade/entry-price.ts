import type { Paise } from '@strikewise/domain/money/paise.ts'
import { floorToTick, ceilToTick } from '@strikewise/domain/money/ticks.ts'

/** The whole chase of an entry stays within this share above the decision's mid (signals reference §3.2). */
export const CHASE_SHARE = 0.01
const OVER_MID = 1.005
const OVER_ASK_TICKS = 2

/**
 * The limit of an entry at this quote: tickUp(min(ask + 2 ticks, 1.005 × mid)), never more than 1 % above `firstMid`.
 * Undefined when that is under the ask: the order could not fill.
 */
export function entryLimit(
  quote: { readonly bid: Paise; readonly ask: Paise },
  firstMid: Paise,
  tick: Paise,
): Paise | undefined {
  return limitWithin(quote, floorToTick(firstMid * (1 + CHASE_SHARE), tick), tick)
}

/** As `entryLimit`, never more than `most`, a multiple of the tick. Undefined when that is under the ask. */
export function limitWithin(
  quote: { readonly bid: Paise; readonly ask: Paise },
  most: Paise,
  tick: Paise,
): Paise | undefined {
  const mid = (quote.bid + quote.ask) / 2
  const desired = ceilToTick(Math.min(quote.ask + OVER_ASK_TICKS * tick, mid * OVER_MID), tick)
  const limit = Math.min(desired, most) as Paise
  return limit < quote.ask ? undefined : limit
}
