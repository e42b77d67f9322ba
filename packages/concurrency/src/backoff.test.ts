import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backoffCeilingMs, backoffMs, type Backoff } from './backoff.ts'

const backoffs: fc.Arbitrary<Backoff> = fc.record({
  firstMs: fc.integer({ min: 1, max: 60_000 }),
  factor: fc.double({ min: 1, max: 10, noNaN: true }),
  maxMs: fc.integer({ min: 1, max: 3_600_000 }),
  jitter: fc.double({ min: 0, max: 1, noNaN: true }),
})
/** Far more than are ever counted: the power is infinite by then. */
const failures = fc.nat(5000)
const draws = fc.double({ min: 0, max: 1, noNaN: true })

it('waits whole milliseconds between the share that is not drawn and the ceiling', () => {
  fc.assert(
    fc.property(backoffs, failures, draws, (backoff, failed, draw) => {
      const wait = backoffMs(backoff, failed, draw)
      const ceiling = backoffCeilingMs(backoff, failed)
      expect(Number.isSafeInteger(wait)).toBe(true)
      expect(wait).toBeLessThanOrEqual(ceiling)
      expect(wait).toBeGreaterThanOrEqual(Math.round(ceiling * (1 - backoff.jitter)))
    }),
  )
})

it('never lowers the ceiling after a further failure, nor raises it above the longest wait', () => {
  fc.assert(
    fc.property(backoffs, failures, (backoff, failed) => {
      const ceiling = backoffCeilingMs(backoff, failed)
      expect(ceiling).toBeGreaterThanOrEqual(1)
      expect(ceiling).toBeLessThanOrEqual(backoff.maxMs)
      expect(backoffCeilingMs(backoff, failed + 1)).toBeGreaterThanOrEqual(ceiling)
    }),
  )
})

it('reaches the longest wait when it grows', () => {
  fc.assert(
    fc.property(backoffs, fc.double({ min: 1.1, max: 10, noNaN: true }), (backoff, factor) => {
      expect(backoffCeilingMs({ ...backoff, factor }, 5000)).toBe(backoff.maxMs)
    }),
  )
})

it('waits longer for a larger draw', () => {
  fc.assert(
    fc.property(backoffs, failures, draws, draws, (backoff, failed, one, other) => {
      const waits = [one, other].toSorted((a, b) => a - b).map((draw) => backoffMs(backoff, failed, draw))
      expect(waits[0]).toBeLessThanOrEqual(waits[1]!)
    }),
  )
})

it.each<[what: string, jitter: number, draw: number, expected: number]>([
  ['the ceiling without jitter', 0, 0.3, 400],
  ['nothing at the lowest draw of full jitter', 1, 0, 0],
  ['half of the ceiling at the middle draw of full jitter', 1, 0.5, 200],
  ['three quarters of the ceiling at the lowest draw of a quarter', 0.25, 0, 300],
])('waits %s', (_what, jitter, draw, expected) => {
  expect(backoffMs({ firstMs: 100, factor: 2, maxMs: 1000, jitter }, 2, draw)).toBe(expected)
})
