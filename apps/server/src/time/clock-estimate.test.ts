import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ClockEstimate, type ClockReading } from './clock-estimate.ts'

const SPEED = 10
/** A served clock that shows 0 when this machine's monotonic clock does. */
const reading = (askedAt: number, there: number, back: number, change: Partial<ClockReading> = {}): ClockReading => ({
  now: (askedAt + there) * SPEED,
  speed: SPEED,
  running: true,
  askedAt,
  answeredAt: askedAt + there + back,
  ...change,
})

it('keeps a sharp reading when the next one took long on one of its ways', () => {
  const estimate = new ClockEstimate(reading(0, 1, 1))
  estimate.add(reading(200, 1, 400))
  expect(estimate.at(601)).toBe(6_010)
  estimate.add(reading(800, 400, 1))
  expect(estimate.at(1_201)).toBe(12_010)
})

it('is never further out than the sharpest of the last readings, whatever the delays', () => {
  const delay = fc.integer({ min: 0, max: 500 })
  fc.assert(
    fc.property(fc.array(fc.tuple(delay, delay), { minLength: 2, maxLength: 40 }), (delays) => {
      let askedAt = 0
      let estimate: ClockEstimate | undefined
      let bound = Number.POSITIVE_INFINITY
      for (const [there, back] of delays) {
        const next = reading(askedAt, there, back)
        const elapsed = 200 + there + back
        if (estimate === undefined) estimate = new ClockEstimate(next)
        else estimate.add(next)
        // 0.02 of the time that passes is conceded, so that a sharper reading is never held permanently.
        bound = Math.min((there + back) / 2, bound + 0.02 * elapsed)
        askedAt += elapsed
        expect(Math.abs(estimate.at(askedAt) - askedAt * SPEED)).toBeLessThanOrEqual(
          (bound + 0.02 * elapsed) * SPEED + 1e-6,
        )
      }
    }),
  )
})

it.each<[change: string, next: ClockReading]>([
  ['jumps ahead', reading(200, 100, 100, { now: 60_000 })],
  ['jumps back', reading(200, 100, 100, { now: 100 })],
  ['changes its speed', reading(200, 100, 100, { speed: 1 })],
  ['is paused', reading(200, 100, 100, { running: false })],
])('takes a blurred reading at once when the clock %s', (_change, next) => {
  const estimate = new ClockEstimate(reading(0, 1, 1))
  estimate.add(next)
  expect([estimate.at(300), estimate.speed, estimate.running]).toEqual([next.now, next.speed, next.running])
})
