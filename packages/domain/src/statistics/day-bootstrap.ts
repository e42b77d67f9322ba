const DRAWS = 2_000

/** 95 % interval of the mean of all values (see `bootstrapMeans`). Undefined without values. */
export function bootstrapMean(
  days: readonly (readonly number[])[],
  unit: () => number,
): { low: number; high: number } | undefined {
  const means = bootstrapMeans(days, unit)
  return means.length === 0 ? undefined : { low: quantile(means, 0.025), high: quantile(means, 0.975) }
}

/**
 * Means of all values when whole days are drawn with replacement, sorted: values of a day belong together. `unit` gives
 * numbers in [0, 1): the same ones give the same means. None without values.
 */
export function bootstrapMeans(days: readonly (readonly number[])[], unit: () => number): number[] {
  const sums = days.map((day) => ({ sum: day.reduce((total, value) => total + value, 0), count: day.length }))
  if (!sums.some(({ count }) => count > 0)) return []
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
  return means.sort((a, b) => a - b)
}

/** The value under which `share` of the sorted values lie, interpolated. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  return sorted[low]! + (at - low) * ((sorted[low + 1] ?? sorted[low]!) - sorted[low]!)
}
