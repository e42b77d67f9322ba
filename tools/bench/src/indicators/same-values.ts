import type { Bar } from '@strikewise/signals/indicators/bar.ts'
import { INDICATOR_NAMES, LIBRARIES, WIDTHS, type Feeds, type IndicatorName, type LibraryName } from './library.ts'

/** Libraries begin their averages differently: after so many bars none of that is left in any digit. */
export const SETTLED_BARS = 2000
const TOLERANCE = 1e-9
/** `technicalindicators` rounds its RSI to two decimals. */
const ROUNDED = 0.005 + TOLERANCE

/** Throws at the first settled bar where `peer` shows something else than we do. Returns the largest difference seen. */
export async function assertSameValues(peer: LibraryName, bars: readonly Bar[]): Promise<number> {
  const [a, b] = [await LIBRARIES.product(), await LIBRARIES[peer]()]
  return Math.max(
    ...INDICATOR_NAMES.map((name) => largestDifference(peer, name, valuesOf(a, name, bars), valuesOf(b, name, bars))),
  )
}

function valuesOf(feeds: Feeds, name: IndicatorName, bars: readonly Bar[]): Float64Array {
  const out = new Float64Array(bars.length * WIDTHS[name])
  feeds[name]()(bars, out)
  return out
}

/** The same for values that came from outside, by the name of their indicator; null where there is none yet. */
export async function assertSameAsOutside(
  peer: string,
  values: Readonly<Record<IndicatorName, readonly (number | null)[]>>,
  bars: readonly Bar[],
): Promise<number> {
  const product = await LIBRARIES.product()
  return Math.max(
    ...INDICATOR_NAMES.map((name) => {
      const theirs = Float64Array.from(values[name], (value) => value ?? Number.NaN)
      return largestDifference(peer, name, valuesOf(product, name, bars), theirs)
    }),
  )
}

/** Relative to what we show, or absolute where that is under 1 (the MACD crosses 0). */
function largestDifference(peer: string, name: IndicatorName, a: Float64Array, b: Float64Array): number {
  const isRounded = peer === 'technicalindicators' && name === 'RSI'
  let largest = 0
  for (let i = SETTLED_BARS * WIDTHS[name]; i < a.length; i += 1) {
    const difference = Math.abs(a[i]! - b[i]!) / (isRounded ? 1 : Math.max(1, Math.abs(a[i]!)))
    if (!(difference <= (isRounded ? ROUNDED : TOLERANCE)))
      throw new Error(`${name} is ${a[i]} here and ${b[i]} in ${peer}, bar ${Math.floor(i / WIDTHS[name])}`)
    if (!isRounded && difference > largest) largest = difference
  }
  return largest
}
