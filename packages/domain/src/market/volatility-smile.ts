import { PUT } from './option-legs.ts'

/** Volatility of the out-of-the-money option of strike `i`: the put under the forward, the call at or over it. */
function outerVolatility(strikes: Float64Array, iv: Float64Array, forward: number, i: number): number {
  const outer = iv[strikes[i]! < forward ? 2 * i + PUT : 2 * i]!
  return outer === outer ? outer : iv[strikes[i]! < forward ? 2 * i : 2 * i + PUT]!
}

/** At-the-money volatility: interpolated at the forward between the strikes on both sides; NaN when one is missing. */
export function volatilityAt(forward: number, strikes: Float64Array, iv: Float64Array): number {
  for (let i = 0; i + 1 < strikes.length; i += 1) {
    const below = strikes[i]!
    const above = strikes[i + 1]!
    if (!(below <= forward && forward <= above)) continue
    const share = (forward - below) / (above - below)
    return outerVolatility(strikes, iv, forward, i) * (1 - share) + outerVolatility(strikes, iv, forward, i + 1) * share
  }
  return Number.NaN
}

/**
 * Skew in volatility points: IV of the 25-delta put less IV of the 25-delta call, each interpolated in delta over
 * out-of-the-money strikes. NaN when a side does not reach 25 delta.
 */
export function skewAt25(strikes: Float64Array, iv: Float64Array, delta: Float64Array, forward: number): number {
  let first = 0
  while (first < strikes.length && !(strikes[first]! >= forward)) first += 1
  const call = volatilityAtDelta(iv, delta, 2 * first, 2 * strikes.length, 2)
  const put = volatilityAtDelta(iv, delta, 2 * (first - 1) + PUT, -1, -2)
  return 100 * (put - call)
}

function volatilityAtDelta(iv: Float64Array, delta: Float64Array, from: number, to: number, step: number): number {
  let inner = -1
  for (let leg = from; step > 0 ? leg < to : leg > to; leg += step) {
    const size = Math.abs(delta[leg]!)
    if (size !== size) continue
    if (size > 0.25) {
      inner = leg
      continue
    }
    if (inner < 0) return size === 0.25 ? iv[leg]! : Number.NaN
    const share = (Math.abs(delta[inner]!) - 0.25) / (Math.abs(delta[inner]!) - size)
    return iv[inner]! + share * (iv[leg]! - iv[inner]!)
  }
  return Number.NaN
}
