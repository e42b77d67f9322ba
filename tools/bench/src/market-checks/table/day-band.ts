import { Rng } from '@strikewise/exchange/random/rng.ts'
import type { RecordBand } from './record-band.ts'
import { mean } from './statistics.ts'
import { studentQuantile } from './tolerance.ts'

/** Probability that a sound model's figure lies in the band. */
const COVERAGE = 0.99
const DRAWS = 400
/** Volatile days cluster: days are drawn in stretches of up to a month, a fifth of all at the most. */
const LONGEST_STRETCH = 20
const STRETCHES = 5

/** Days that the bootstrap draws at a time. */
function stretchOf(days: number): number {
  return Math.max(1, Math.min(LONGEST_STRETCH, Math.floor(days / STRETCHES)))
}

/** Standard error of a figure of `days`, from a circular block bootstrap over them. The same seed, the same error. */
export function errorOf<T>(of: (days: readonly T[]) => number, days: readonly T[], ...seed: readonly string[]): number {
  const rng = new Rng('bootstrap over days', ...seed)
  const stretch = stretchOf(days.length)
  const figures: number[] = []
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const drawn: T[] = []
    while (drawn.length < days.length) {
      const from = Math.floor(rng.unit() * days.length)
      for (let i = 0; i < stretch && drawn.length < days.length; i += 1) drawn.push(days[(from + i) % days.length]!)
    }
    const figure = of(drawn)
    if (Number.isFinite(figure)) figures.push(figure)
  }
  const middle = mean(figures)
  return Math.sqrt(figures.reduce((sum, figure) => sum + (figure - middle) ** 2, 0) / (figures.length - 1))
}

/**
 * The records' own sampling interval where their days are too few to be cut into samples: their figure, give or take
 * Student's t times its bootstrap error, widened by what `simulated` days more or fewer add. The error of n days in
 * stretches of l is as uncertain as one of 1.5 n / l degrees of freedom (see `errorsAllowed`).
 */
export function dayBand<T>(
  of: (days: readonly T[]) => number,
  recorded: readonly T[],
  simulated: number,
  ...seed: readonly string[]
): RecordBand | undefined {
  const figure = of(recorded)
  if (!Number.isFinite(figure) || simulated === 0) return undefined
  const count = recorded.length
  const error = errorOf(of, recorded, ...seed) * Math.sqrt(1 + count / simulated)
  const half = studentQuantile((1 + COVERAGE) / 2, (1.5 * count) / stretchOf(count)) * error
  return { low: figure - half, high: figure + half, samples: count }
}
