/** The value below which `share` of at least one value lie, nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function mean(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

/** Root of the mean square: returns of a minute have no mean worth the name. */
export function deviation(values: readonly number[]): number {
  return Math.sqrt(mean(values.map((value) => value * value)))
}

/** Fourth moment over the squared second, three for a normal one. */
export function kurtosis(values: readonly number[]): number {
  return mean(values.map((value) => value ** 4)) / deviation(values) ** 4
}

/** Correlation of paired values of equal length. */
export function correlation(xs: readonly number[], ys: readonly number[]): number {
  const [x0, y0] = [mean(xs), mean(ys)]
  let [both, ofX, ofY] = [0, 0, 0]
  for (const [i, x] of xs.entries()) {
    both += (x - x0) * (ys[i]! - y0)
    ofX += (x - x0) ** 2
    ofY += (ys[i]! - y0) ** 2
  }
  return both / Math.sqrt(ofX * ofY)
}

/** Least-squares slope of ys on xs. */
export function slope(xs: readonly number[], ys: readonly number[]): number {
  const [x0, y0] = [mean(xs), mean(ys)]
  let [both, ofX] = [0, 0]
  for (const [i, x] of xs.entries()) {
    both += (x - x0) * (ys[i]! - y0)
    ofX += (x - x0) ** 2
  }
  return both / ofX
}

/** Autocorrelation at `lag` of rows that are not connected, one mean for all. */
export function autocorrelation(rows: readonly (readonly number[])[], lag: number): number {
  const now: number[] = []
  const then: number[] = []
  for (const row of rows)
    for (let i = lag; i < row.length; i += 1) {
      now.push(row[i]!)
      then.push(row[i - lag]!)
    }
  return correlation(now, then)
}
