/** Median of the first `count` values, which it sorts in place. */
export function median(values: Float64Array, count: number): number {
  if (count === 0) return Number.NaN
  const sorted = values.subarray(0, count).sort()
  const middle = count >> 1
  return count % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
