import { PUT } from './option-legs.ts'

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
