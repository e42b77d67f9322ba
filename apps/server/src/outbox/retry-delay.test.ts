import { expect, it } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60_000

it('waits longer each time, at most half an hour, and stops after twelve attempts', () => {
  const delays = [1, 2, 3, 4, 7, 8, 11].map((attempts) => retryDelayMs(attempts, 1)! / SECOND_MS)
  expect(delays).toEqual([2, 6, 18, 54, 1458, 1800, 1800])
  expect(retryDelayMs(12, 1)).toBeUndefined()
})

it('spreads each wait downwards, by a quarter at most', () => {
  expect([1, 2, 11].map((attempts) => retryDelayMs(attempts, 0)! / SECOND_MS)).toEqual([1.5, 4.5, 1350])
})

it('keeps trying through an outage of more than 100 minutes, whatever is drawn', () => {
  const delays = Array.from({ length: 11 }, (_, failed) => retryDelayMs(failed + 1, 0)!)
  expect(delays.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(100 * MINUTE_MS)
})
