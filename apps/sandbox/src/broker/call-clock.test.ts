import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { CallClock } from './call-clock.ts'
import { RateLimiter } from './rate-limit.ts'

const START = 1_789_500_000_000

it('never refuses a client of nine calls a real second, however slow the market’s clock is', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          gapMs: fc.double({ min: 112, max: 400, noNaN: true }),
          speed: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        {
          minLength: 20,
          maxLength: 120,
        },
      ),
      (calls) => {
        const clock = new CallClock(START as EpochMs, 0)
        const limiter = new RateLimiter()
        let [market, realMs] = [START, 0]
        for (const { gapMs, speed } of calls) {
          realMs += gapMs
          market += gapMs * speed
          expect(limiter.take('key', 'other', clock.at(market as EpochMs, realMs))).toBe(true)
        }
      },
    ),
  )
})

it('counts by the market’s clock where that is the faster one', () => {
  const clock = new CallClock(START as EpochMs, 0)
  expect(clock.at((START + 10_000) as EpochMs, 1_000)).toBe(START + 10_000)
  expect(clock.at((START + 10_000) as EpochMs, 3_000)).toBe(START + 12_000)
})
