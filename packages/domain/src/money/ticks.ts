import type { Paise } from './paise.ts'

/** The price step of index options, ₹0.05. Contracts carry their own; this is the one for formulas without a contract. */
export const OPTION_TICK = 5 as Paise

/**
 * Computed prices (an average fill, 1.005 × mid) may miss a tick by float noise; this much of a tick is forgiven.
 * Real prices differ by whole paise, a fifth of the smallest tick, so it never hides a difference.
 */
const NOISE = 1e-6

/** The highest multiple of `tick` not above `price`, both in paise. `price` need not be whole. */
export function floorToTick(price: number, tick: Paise = OPTION_TICK): Paise {
  return onGrid(Math.floor(steps(price, tick) + NOISE), tick)
}

/** The lowest multiple of `tick` not below `price`. */
export function ceilToTick(price: number, tick: Paise = OPTION_TICK): Paise {
  return onGrid(Math.ceil(steps(price, tick) - NOISE), tick)
}

/** The multiple of `tick` nearest to `price`; exactly between two, the higher. */
export function roundToTick(price: number, tick: Paise = OPTION_TICK): Paise {
  return onGrid(Math.floor(steps(price, tick) + 0.5 + NOISE), tick)
}

/** True when `price` is a positive whole multiple of `tick`: what the exchange accepts as a price. */
export function isTickPrice(price: number, tick: Paise = OPTION_TICK): boolean {
  return Number.isSafeInteger(price) && price > 0 && price % tick === 0
}

function steps(price: number, tick: Paise): number {
  if (!Number.isFinite(price)) throw new RangeError(`not a price in paise: ${price}`)
  if (!Number.isSafeInteger(tick) || tick <= 0) throw new RangeError(`not a tick size in whole paise: ${tick}`)
  return price / tick
}

/** `+ 0` turns -0, which a small negative price would give, into 0. */
function onGrid(count: number, tick: Paise): Paise {
  return (count * tick + 0) as Paise
}
