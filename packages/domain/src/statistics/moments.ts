/** Mean, sample deviation (n − 1), skewness and kurtosis (not excess) of a row of values. */
export interface Moments {
  readonly count: number
  readonly mean: number
  readonly deviation: number
  readonly skewness: number
  readonly kurtosis: number
}

/** Of no values the mean is 0; a row that does not vary has no skewness (0) and the kurtosis of a normal one (3). */
export function momentsOf(values: readonly number[]): Moments {
  const count = values.length
  if (count === 0) return { count, mean: 0, deviation: 0, skewness: 0, kurtosis: 3 }
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  let second = 0
  let third = 0
  let fourth = 0
  for (const value of values) {
    const off = value - mean
    second += off * off
    third += off ** 3
    fourth += off ** 4
  }
  const variance = second / count
  if (variance === 0) return { count, mean, deviation: 0, skewness: 0, kurtosis: 3 }
  return {
    count,
    mean,
    deviation: count > 1 ? Math.sqrt(second / (count - 1)) : 0,
    skewness: third / count / variance ** 1.5,
    kurtosis: fourth / count / variance ** 2,
  }
}
