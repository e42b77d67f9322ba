import { PUT } from './option-legs.ts'

/** Measures of an option chain. Legs: 2i the call of strike i, 2i + 1 its put; missing prices and volatilities are NaN. */

/** Room for the strikes nearest the money, filled again at every call: no allocation a snapshot. */
const nearest = new Float64Array(16)
const candidates = new Float64Array(16)

/**
 * Forward by put-call parity: median over the `count` strikes with the smallest |C - P| of K + growth × (C - P).
 * `growth` = e^(rT). NaN when no strike has both prices (signals reference §1.4).
 */
export function parityForward(strikes: Float64Array, price: Float64Array, growth: number, count: number): number {
  let found = 0
  for (let i = 0; i < strikes.length; i += 1) {
    const difference = price[2 * i]! - price[2 * i + PUT]!
    if (difference !== difference) continue
    const distance = Math.abs(difference)
    if (found === count && distance >= nearest[count - 1]!) continue
    let at = found < count ? found : count - 1
    for (; at > 0 && nearest[at - 1]! > distance; at -= 1) {
      nearest[at] = nearest[at - 1]!
      candidates[at] = candidates[at - 1]!
    }
    nearest[at] = distance
    candidates[at] = strikes[i]! + growth * difference
    if (found < count) found += 1
  }
  return found === 0 ? Number.NaN : median(candidates, found)
}

/** Median of the first `count` values, which it sorts in place. */
export function median(values: Float64Array, count: number): number {
  if (count === 0) return Number.NaN
  const sorted = values.subarray(0, count).sort()
  const middle = count >> 1
  return count % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Puts over calls, strikes `low` to `high` inclusive; NaN without calls. */
export function putCallRatio(amounts: Float64Array, low: number, high: number): number {
  let calls = 0
  let puts = 0
  for (let i = low; i <= high; i += 1) {
    calls += amounts[2 * i]!
    puts += amounts[2 * i + PUT]!
  }
  return calls > 0 ? puts / calls : Number.NaN
}

/**
 * Strike at which option holders would be paid least: minimises Σ callOI max(0, X - K) + Σ putOI max(0, K - X);
 * of equal ones the nearer to the forward. Prefix sums, O(strikes). NaN without open interest.
 */
export function maxPain(strikes: Float64Array, openInterest: Float64Array, forward: number): number {
  let putSum = 0
  let putWeighted = 0
  let total = 0
  for (let i = 0; i < strikes.length; i += 1) {
    const put = openInterest[2 * i + PUT]!
    putSum += put
    putWeighted += put * strikes[i]!
    total += put + openInterest[2 * i]!
  }
  if (!(total > 0)) return Number.NaN
  let callSum = 0
  let callWeighted = 0
  let best = Number.NaN
  let bestPain = Number.POSITIVE_INFINITY
  for (let i = 0; i < strikes.length; i += 1) {
    const strike = strikes[i]!
    const put = openInterest[2 * i + PUT]!
    putSum -= put
    putWeighted -= put * strike
    const pain = callSum * strike - callWeighted + (putWeighted - putSum * strike)
    const nearer = pain === bestPain && Math.abs(strike - forward) < Math.abs(best - forward)
    if (pain < bestPain || nearer) {
      best = strike
      bestPain = pain
    }
    callSum += openInterest[2 * i]!
    callWeighted += openInterest[2 * i]! * strike
  }
  return best
}

/**
 * Walls among strikes `low` to `high`: resistance is the strike at or above the forward with most call open interest,
 * support the one at or below it with most put open interest. NaN where there is none.
 */
export function openInterestWalls(
  strikes: Float64Array,
  openInterest: Float64Array,
  forward: number,
  low: number,
  high: number,
): { resistance: number; support: number } {
  let resistance = Number.NaN
  let support = Number.NaN
  let most = 0
  let highestPutOi = 0
  for (let i = low; i <= high; i += 1) {
    const strike = strikes[i]!
    if (strike >= forward && openInterest[2 * i]! > most) {
      most = openInterest[2 * i]!
      resistance = strike
    }
    // At equal interest the wall nearer the forward counts: going up, that is the later put strike.
    if (strike <= forward && openInterest[2 * i + PUT]! >= highestPutOi && openInterest[2 * i + PUT]! > 0) {
      highestPutOi = openInterest[2 * i + PUT]!
      support = strike
    }
  }
  return { resistance, support }
}

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

/** Rank and percentile (0 … 1) of `now` among daily values, of which the last 252 count; undefined under 60. */
export function volatilityRank(
  daily: readonly number[],
  now: number,
): { rank: number; percentile: number } | undefined {
  const year = daily.slice(-252)
  if (year.length < 60 || now !== now) return undefined
  const low = Math.min(...year)
  const high = Math.max(...year)
  const below = year.filter((value) => value < now).length
  return { rank: high === low ? 0 : (now - low) / (high - low), percentile: below / year.length }
}
