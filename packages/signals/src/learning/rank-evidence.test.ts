// @invariant learning-deterministic
import { describe, expect, it } from 'vitest'
import type { HorizonMoves } from './horizon-moves.ts'
import { rankEvidence } from './rank-evidence.ts'
import { chance } from './testing/synthetic-sessions.ts'

/** Sessions of 40 rows in which the first agent knows so much of every horizon; the second never varies. */
function sessionsOf(count: number, knowledge: number): HorizonMoves[][] {
  return Array.from({ length: count }, (_, d) =>
    Array.from({ length: 40 }, (_, i) => {
      const signed = chance(d, i, 1) - 0.5
      const move = (horizon: number) =>
        knowledge * signed + (1 - Math.abs(knowledge)) * (chance(d, i, 2 + horizon) - 0.5)
      return { signed: [signed, 0], moves: [move(0), move(1), move(2)] }
    }),
  )
}

describe('the evidence of an agent', () => {
  it('is the rank correlation of vote and move: 1 where they go together, -1 where they oppose', () => {
    expect(rankEvidence(sessionsOf(20, 1), 0)).toMatchObject({ sessions: 20, rows: 800 })
    expect(rankEvidence(sessionsOf(20, 1), 0)!.correlation).toBeCloseTo(1, 12)
    expect(rankEvidence(sessionsOf(20, -1), 0)!.correlation).toBeCloseTo(-1, 12)
  })

  it('is the mean over the horizons: a stale or later end leaves a row out of that horizon alone', () => {
    const sessions = sessionsOf(20, 1).map((rows) =>
      rows.map(({ signed, moves }, i) => ({ signed, moves: [moves[0]!, -moves[1]!, i < 20 ? moves[2]! : Number.NaN] })),
    )
    const found = rankEvidence(sessions, 0)!
    expect(found.correlation).toBeCloseTo(1 / 3, 12)
    expect(found.rows).toBe(800)
  })

  it('has an interval that covers 0 without knowledge and lies above it with some', () => {
    const none = rankEvidence(sessionsOf(60, 0), 0)!
    expect(none.low < 0 && none.high > 0).toBe(true)
    const some = rankEvidence(sessionsOf(60, 0.3), 0)!
    expect(some.low).toBeGreaterThan(0)
    expect(rankEvidence(sessionsOf(60, -0.3), 0)!.high).toBeLessThan(0)
    expect(some.error).toBeGreaterThan(0)
  })

  it('has a standard error that shrinks with the root of the sessions', () => {
    const [few, many] = [rankEvidence(sessionsOf(20, 0), 0)!, rankEvidence(sessionsOf(80, 0), 0)!]
    expect(few.error / many.error).toBeGreaterThan(1.5)
    expect(few.error / many.error).toBeLessThan(2.7)
  })

  it('takes rows of a day together: a row repeated through its day is no more evidence than one', () => {
    const repeated = sessionsOf(40, 0.3).map((rows) => rows.map(() => rows[0]!))
    expect(rankEvidence(repeated, 0)!.error).toBeGreaterThan(3 * rankEvidence(sessionsOf(40, 0.3), 0)!.error)
  })

  it('is the same to the bit when it is measured again', () =>
    expect(rankEvidence(sessionsOf(30, 0.1), 0)).toEqual(rankEvidence(sessionsOf(30, 0.1), 0)))

  it.each([
    ['there are too few sessions', sessionsOf(19, 0.5), 0],
    ['there are too few rows', sessionsOf(20, 0.5).map((rows) => rows.slice(0, 14)), 0],
    ['the agent always reports the same', sessionsOf(30, 0.5), 1],
    ['nothing is recorded', [], 0],
  ])('is not known when %s', (_what, sessions, agent) => expect(rankEvidence(sessions, agent)).toBeUndefined())
})
