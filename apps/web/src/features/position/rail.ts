/** Prices that a position is drawn between, rupees a unit; undefined ones are not drawn. */
export interface RailPrices {
  readonly entry: number
  readonly stop: number | undefined
  readonly target: number | undefined
  readonly last: number | undefined
}

/** Where each price stands on the rail, in per cent of its length. */
export interface Rail {
  readonly entry: number
  readonly last: number | undefined
}

/** Width of the rail where stop or target is missing: this share of the entry price on that side. */
const OPEN_SIDE = 0.15

/** The stop at the left end and the target at the right; a price beyond them stands at that end. */
export function railOf({ entry, stop, target, last }: RailPrices): Rail {
  const from = stop ?? Math.min(entry * (1 - OPEN_SIDE), last ?? entry)
  const to = target ?? Math.max(entry * (1 + OPEN_SIDE), last ?? entry)
  const place = (price: number) =>
    to <= from ? 50 : Math.round(Math.min(1, Math.max(0, (price - from) / (to - from))) * 1000) / 10
  return { entry: place(entry), last: last === undefined ? undefined : place(last) }
}
