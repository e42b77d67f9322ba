import type { SessionFacts } from '../facts/session-facts.ts'
import type { Check } from './check.ts'
import { mean } from './statistics.ts'
import { studentQuantile } from './tolerance.ts'

/** Probability that a fresh sample of the recorded market lies in its band. */
const COVERAGE = 0.99
/** Samples of the records that a band needs at least. */
const LEAST_SAMPLES = 5
/** Of so many tables of a sound model one may have more rows out of their bands than are allowed. */
const SOUND_TABLES = 100

/** Where the recorded market itself lies in as many sessions as were simulated. */
export interface RecordBand {
  readonly low: number
  readonly high: number
  readonly samples: number
}

/**
 * The records' own sampling interval of a figure: they are cut into samples of as many successive sessions as were
 * simulated, and one more of them lies in the band with `COVERAGE` (prediction interval of Student's t). What changes by
 * the quarter is in it. Undefined where the records do not hold five samples that show the figure.
 */
export function recordBand(check: Check, recorded: readonly SessionFacts[], sessions: number): RecordBand | undefined {
  const values: number[] = []
  for (let from = 0; from + sessions <= recorded.length; from += sessions) {
    const value = check.of(recorded.slice(from, from + sessions))
    if (Number.isFinite(value)) values.push(value)
  }
  const samples = values.length
  if (samples < LEAST_SAMPLES) return undefined
  const middle = mean(values)
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (samples - 1)
  const half = studentQuantile((1 + COVERAGE) / 2, samples - 1) * Math.sqrt(variance * (1 + 1 / samples))
  return { low: middle - half, high: middle + half, samples }
}

/** Rows that may lie out of their bands before the model is to blame: one sound table in a hundred has more. */
export function outsideAllowed(rows: number): number {
  let term = COVERAGE ** rows
  let within = term
  let count = 0
  while (1 - within > 1 / SOUND_TABLES) {
    term *= ((rows - count) / (count + 1)) * ((1 - COVERAGE) / COVERAGE)
    within += term
    count += 1
  }
  return count
}
