import { expect, it } from 'vitest'
import { bootstrapMean } from './day-bootstrap.ts'

/** A fixed row of numbers in [0, 1), from the golden ratio: even enough for a test. */
function evenly(): () => number {
  let at = 0
  return () => (at = (at + 0.618_033_988_749) % 1)
}

it('draws whole days, the same ones for the same numbers', () => {
  const days = [[1, 1, 1], [-1], [], [2, -3]]
  const interval = bootstrapMean(days, evenly())!
  expect(interval).toEqual(bootstrapMean(days, evenly()))
  expect(interval.low).toBeLessThan(1 / 6)
  expect(interval.high).toBeGreaterThan(1 / 6)
})

it('knows nothing of days without values', () => expect(bootstrapMean([[], []], evenly())).toBeUndefined())
