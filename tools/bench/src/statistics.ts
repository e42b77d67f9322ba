/** What several measurements of the same thing show: the middle one, and how far they lie apart. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The spread of at least one finite number. Throws RangeError otherwise. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = ascending(values)
  const middle = sorted.length / 2
  const median = sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return { median, min: sorted[0]!, max: sorted.at(-1)! }
}

/**
 * The smallest measured value that at least `share` of all values do not exceed (nearest rank: always a value that was
 * measured). `share` in (0, 1]: 0.99 of 100 values is the second largest. Throws RangeError on no values or a bad share.
 */
export function percentile(values: readonly number[], share: number): number {
  if (!(share > 0 && share <= 1)) throw new RangeError(`share must be above 0 and at most 1, not ${share}`)
  const sorted = ascending(values)
  // 0.07 * 100 is 7.000000000000001: a hair above a whole rank still means that rank.
  return sorted[Math.ceil(share * sorted.length - 1e-9) - 1]!
}

/**
 * Round by round `over[i] / under[i]`: both halves of a round ran on the same machine within seconds, so their ratio
 * means more than the ratio of two medians. Throws RangeError when the rounds do not pair up or one is not above 0.
 */
export function ratiosOf(over: readonly number[], under: readonly number[]): number[] {
  if (over.length !== under.length) throw new RangeError(`${over.length} rounds against ${under.length}`)
  return over.map((value, round) => {
    const other = under[round]!
    if (!(value > 0 && other > 0)) throw new RangeError(`round ${round + 1}: no ratio of ${value} and ${other}`)
    return value / other
  })
}

function ascending(values: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError('no values: nothing was measured')
  const odd = values.find((value) => !Number.isFinite(value))
  if (odd !== undefined) throw new RangeError(`not a measurement: ${odd}`)
  return values.toSorted((a, b) => a - b)
}
