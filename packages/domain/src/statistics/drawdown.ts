/** The deepest fall of a running sum under its peak, and the longest time under one. */
export interface Drawdown {
  /** At or above 0, in the unit of the values. */
  readonly most: number
  /** Days from a peak until it is reached again, or until the end. */
  readonly longestDays: number
}

/** Of daily results in order; the first day starts from a peak of 0. */
export function drawdownOf(days: readonly number[]): Drawdown {
  let sum = 0
  let peak = 0
  let most = 0
  let under = 0
  let longestDays = 0
  for (const day of days) {
    sum += day
    if (sum >= peak) {
      peak = sum
      under = 0
    } else under += 1
    most = Math.max(most, peak - sum)
    longestDays = Math.max(longestDays, under)
  }
  return { most, longestDays }
}
