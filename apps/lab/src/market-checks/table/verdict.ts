import { Rng } from '@strikewise/exchange/random/rng.ts'
import type { Check, Stated } from './check.ts'
import type { SessionFacts } from '../facts/session-facts.ts'

/**
 * `inside`: the figure lies in the stated range. `within error`: it does not, but forty sessions are few, and its interval
 * reaches the range. `outside`: the model is not what is stated.
 */
export type Verdict = 'inside' | 'within error' | 'outside'

export interface Figure {
  readonly value: number
  /** 99.9 % interval; NaN when the sessions do not tell. */
  readonly low: number
  readonly high: number
}

const DRAWS = 300
/** Standard errors either way: of a hundred rows of a sound model five would leave a 95 % interval, none a 99.9 % one. */
const ERRORS = 3.29
/** Restless days come together: sessions are drawn in stretches of up to a week, an eighth of all at the most. */
const LONGEST_STRETCH = 5
const STRETCHES = 8

/** A check's figure with its interval, its error from a circular block bootstrap over sessions. The same seed, the same interval. */
export function figureOf(check: Check, sessions: readonly SessionFacts[], seed: string): Figure {
  const value = check.of(sessions)
  if (!Number.isFinite(value)) return { value: Number.NaN, low: Number.NaN, high: Number.NaN }
  const rng = new Rng(seed, 'bootstrap', check.name)
  const draws: number[] = []
  const stretch = Math.max(1, Math.min(LONGEST_STRETCH, Math.floor(sessions.length / STRETCHES)))
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
  const reach = ERRORS * Math.sqrt(variance)
  return { value, low: value - reach, high: value + reach }
}

/** What a figure says about the model. A figure that could not be taken is outside: a check that checks nothing failed. */
export function verdictOf({ value, low, high }: Figure, stated: Stated): Verdict {
  if (value >= stated.low && value <= stated.high) return 'inside'
  return low <= stated.high && high >= stated.low ? 'within error' : 'outside'
}
