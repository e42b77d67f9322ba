import { Rng } from '@strikewise/exchange/random/rng.ts'
import type { Check, ReferenceValue } from './check.ts'
import { errorOf } from './day-band.ts'
import type { DayCheck } from './day-checks.ts'
import type { SessionFacts } from '../facts/session-facts.ts'
import { toleranceFactorOf } from './tolerance.ts'

/**
 * `inside`: the figure lies in the stated range. `within error`: it does not, but by no more than its sampling error
 * allows: its interval reaches the range. `outside`: the model is not what is stated.
 */
export type CheckVerdict = 'inside' | 'within error' | 'outside'

export interface CheckFigure {
  readonly value: number
  /** Of the sessions at hand; NaN when they do not show it. */
  readonly error: number
  /** As many errors either way as are allowed. */
  readonly low: number
  readonly high: number
}

const DRAWS = 300

/**
 * A check's figure with its standard error, from a circular block bootstrap over sessions, and `allowed` of these either
 * way. The same seed, the same error.
 */
export function figureOf(check: Check, sessions: readonly SessionFacts[], seed: string, allowed: number): CheckFigure {
  const value = check.of(sessions)
  if (!Number.isFinite(value)) return { value: Number.NaN, error: Number.NaN, low: Number.NaN, high: Number.NaN }
  const rng = new Rng(seed, 'bootstrap', check.name)
  const draws: number[] = []
  const stretch = toleranceFactorOf(sessions.length)
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const drawn: SessionFacts[] = []
    while (drawn.length < sessions.length) {
      const from = Math.floor(rng.unit() * sessions.length)
      for (let i = 0; i < stretch && drawn.length < sessions.length; i += 1)
        drawn.push(sessions[(from + i) % sessions.length]!)
    }
    const found = check.of(drawn)
    if (Number.isFinite(found)) draws.push(found)
  }
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length
  const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / Math.max(1, draws.length - 1)
  const error = Math.sqrt(variance)
  return { value, error, low: value - allowed * error, high: value + allowed * error }
}

/** The figure of days that stand for themselves; `allowed` errors of `errorOf` either way. */
export function figureOfDays<T>(
  { name, of }: DayCheck<T>,
  days: readonly T[],
  seed: string,
  allowed: number,
): CheckFigure {
  const value = of(days)
  if (!Number.isFinite(value)) return { value: Number.NaN, error: Number.NaN, low: Number.NaN, high: Number.NaN }
  const error = errorOf(of, days, seed, name)
  return { value, error, low: value - allowed * error, high: value + allowed * error }
}

/** Whether a figure lies where the recorded market does. */
export function verdictInBand(
  value: number,
  { low, high }: { readonly low: number; readonly high: number },
): CheckVerdict {
  return value >= low && value <= high ? 'inside' : 'outside'
}

/** What a figure shows about the model. A figure that could not be taken is outside: a check that checks nothing failed. */
export function verdictOf({ value, low, high }: Omit<CheckFigure, 'error'>, stated: ReferenceValue): CheckVerdict {
  if (value >= stated.low && value <= stated.high) return 'inside'
  return low <= stated.high && high >= stated.low ? 'within error' : 'outside'
}
