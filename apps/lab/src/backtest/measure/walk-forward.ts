import { momentsOf } from '@strikewise/domain/statistics/moments.ts'
import { sharpeOf } from '@strikewise/domain/statistics/sharpe-ratio.ts'
import type { DailyResult } from './performance.ts'

/** Sessions to choose on, left out between, and to test on (signals reference §4). */
export const WALK_FORWARD = { fit: 60, gap: 1, test: 20 } as const

/** One step: which trial was the best on the sessions before, and what it brought on those after the gap. */
interface WalkStep {
  readonly fitFrom: string
  readonly testFrom: string
  readonly testTo: string
  readonly trial: number
  /** Mean net R a session of the chosen trial, where it was chosen and where it was tested. */
  readonly fitR: number
  readonly testR: number
  readonly trades: number
}

export interface WalkForward {
  readonly steps: readonly WalkStep[]
  /** Daily results of the chosen trials over all test sessions, in order. */
  readonly tested: readonly DailyResult[]
}

/**
 * Walks through the sessions: choose the trial with the best daily Sharpe on 60, leave one out, test it on the next 20,
 * step 20. With one trial nothing is chosen, and the tested sessions report how the frozen rules fared outside the first 60.
 * `trials`: daily results of each, the same days.
 */
export function walkForward(trials: readonly (readonly DailyResult[])[]): WalkForward {
  const days = trials[0]?.length ?? 0
  const steps: WalkStep[] = []
  const tested: DailyResult[] = []
  const { fit, gap, test } = WALK_FORWARD
  for (let from = 0; from + fit + gap < days; from += test) {
    const testFrom = from + fit + gap
    const testTo = Math.min(days, testFrom + test)
    const sharpes = trials.map((row) => sharpeOf(momentsOf(row.slice(from, from + fit).map(({ r }) => r))))
    const trial = sharpes.indexOf(Math.max(...sharpes))
    const chosen = trials[trial]!
    const after = chosen.slice(testFrom, testTo)
    tested.push(...after)
    steps.push({
      fitFrom: chosen[from]!.day,
      testFrom: after[0]!.day,
      testTo: after.at(-1)!.day,
      trial,
      fitR: momentsOf(chosen.slice(from, from + fit).map(({ r }) => r)).mean,
      testR: momentsOf(after.map(({ r }) => r)).mean,
      trades: after.reduce((sum, { trades }) => sum + trades, 0),
    })
  }
  return { steps, tested }
}
