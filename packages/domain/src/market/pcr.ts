import { PUT } from './option-legs.ts'

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
