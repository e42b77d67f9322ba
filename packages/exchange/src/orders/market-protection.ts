import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { floorToTick, roundToTick, ceilToTick } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { CircuitLimits } from '../price-path.ts'

/** Per cent of protection the broker picks for -1, by premium (fact sheet §7: under 10, 100, 500 rupees, above). */
export function autoProtectionPct(last: Paise): number {
  if (last < 1_000) return 5
  if (last < 10_000) return 3
  return last < 50_000 ? 2 : 1
}

interface ProtectedPrice {
  readonly price: Paise
  /** What the broker adds to the order's tags. */
  readonly tags: readonly string[]
}

/** The limit price a protected market order is turned into: last × (1 ± pct), on the tick, inside the day's band. */
export function protectedPrice(
  side: OrderSide,
  last: Paise,
  protection: number,
  tick: Paise,
  limits: CircuitLimits,
): ProtectedPrice {
  const pct = protection === -1 ? autoProtectionPct(last) : protection
  const raw = roundToTick(last * (1 + ((side === 'BUY' ? 1 : -1) * pct) / 100), tick)
  const price = Math.max(tick, limits.lower, Math.min(limits.upper, raw)) as Paise
  return { price, tags: ['mktp', `mktp:${pct.toFixed(2)}`] }
}

/** Limit price protection of options: 40 % either side of a reference above ₹50, else ₹20 (rules sheet §5.3). */
export function lppRange(reference: Paise, tick: Paise): CircuitLimits {
  const width = reference > 5_000 ? reference * 0.4 : 2_000
  return {
    lower: Math.max(tick, ceilToTick(reference - width, tick)) as Paise,
    upper: floorToTick(reference + width, tick),
  }
}

/** True when the exchange refuses the price: a buy above the range or a sale below it. The passive side is never refused. */
export function beyondLpp(side: OrderSide, price: Paise, reference: Paise, tick: Paise): boolean {
  if (reference <= 0) return false
  const range = lppRange(reference, tick)
  return side === 'BUY' ? price > range.upper : price < range.lower
}
