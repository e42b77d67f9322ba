const DRAWS = 2_000

/**
 * 95 % interval of the mean of all values when whole days are drawn with replacement: values of a day belong together.
 * `unit` gives numbers in [0, 1): the same ones give the same interval. Undefined without values.
 */
export function bootstrapMean(
  days: readonly (readonly number[])[],
  unit: () => number,
): { low: number; high: number } | undefined {
  const sums = days.map((day) => ({ sum: day.reduce((total, value) => total + value, 0), count: day.length }))
  if (!sums.some(({ count }) => count > 0)) return undefined
  const means: number[] = []
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let total = 0
    let count = 0
    for (let i = 0; i < sums.length; i += 1) {
      const day = sums[Math.floor(unit() * sums.length)]!
      total += day.sum
      count += day.count
    }
    if (count > 0) means.push(total / count)
  }
  means.sort((a, b) => a - b)
  return { low: quantile(means, 0.025), high: quantile(means, 0.975) }
}

/** The value under which `share` of the sorted values lie, interpolated. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  return sorted[low]! + (at - low) * ((sorted[low + 1] ?? sorted[low]!) - sorted[low]!)
}
