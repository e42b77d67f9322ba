import { PUT } from './option-legs.ts'

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
