import { normalCdf } from '../market/black76.ts'

/** The value a standard normal number stays under with probability `p`, 0 < p < 1; by bisection, to 1e-12. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`not a probability between 0 and 1: ${p}`)
  let low = -40
  let high = 40
  while (high - low > 1e-12) {
    const middle = (low + high) / 2
    if (normalCdf(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}
