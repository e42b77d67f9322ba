import type { ShownTradeRow } from '@strikewise/wire/trades.ts'

/** Rupees a unit, for a row without the tick size of its contract. */
const TICK = 0.05

/** Between which prices a new stop or target of a trade is tighter than the present one. Rupees a unit, both excluded. */
export interface PriceRange {
  /** Undefined: no stop is placed. */
  readonly stop: number | undefined
  readonly target: number | undefined
  readonly tick: number
}

/** The present stop and target of a trade, those that its user has asked for and that are not in force yet included. */
export function priceRange({ stop_price, target_price, tick_size, instructions = [] }: ShownTradeRow): PriceRange {
  const asked = (of: 'stop' | 'target') => instructions.flatMap(({ kind, price }) => (kind === of ? (price ?? []) : []))
  const stops = [...asked('stop'), stop_price ?? []].flat()
  const targets = [...asked('target'), target_price ?? []].flat()
  return {
    stop: stops.length === 0 ? undefined : Math.max(...stops),
    target: targets.length === 0 ? undefined : Math.min(...targets),
    tick: tick_size ?? TICK,
  }
}

/** '₹ 1,250.5' → 1250.5; undefined for what is no price within `range` on its tick. */
export function priceWithin(text: string, { stop, target, tick }: PriceRange): number | undefined {
  const digits = text.replaceAll(/[₹,\s]/g, '')
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(digits)) return undefined
  const price = Number(digits)
  // In paise, where both are whole.
  if (price <= 0 || Math.round(price * 100) % Math.round(tick * 100) !== 0) return undefined
  return (stop !== undefined && price <= stop) || (target !== undefined && price >= target) ? undefined : price
}

/** Rupees, exact: what selling all units at `price` brings more than at `present`, before charges. */
export const differenceAt = (price: number, present: number, units: number): number =>
  ((Math.round(price * 100) - Math.round(present * 100)) * units) / 100
