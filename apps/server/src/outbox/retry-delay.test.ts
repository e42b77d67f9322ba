import { expect, it } from 'vitest'
import { retryDelay } from './retry-delay.ts'

it('waits longer each time, at most half an hour, and stops after twelve attempts', () => {
  expect([1, 2, 3, 4, 7, 8, 11, 12].map(retryDelay)).toEqual([2, 6, 18, 54, 1458, 1800, 1800, undefined])
})
