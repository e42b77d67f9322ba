import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { feedAge, conditionOfAge } from './feed-chip.ts'

const NOW = 1_795_150_333_000 as EpochMs
const before = (seconds: number) => (NOW - seconds * 1000) as EpochMs

it.each([
  ['a price of this second', before(0), 0, 1, 0],
  ['a price that is newer than the clock', (NOW + 2000) as EpochMs, 0, 1, 0],
  ['a price of 3 s ago', before(3), 0, 1, 3],
  ['a price of 30 s of a clock that is ten times as fast', before(30), 0, 10, 3],
  ['a price that is as late as the plan sees it', before(61), 60, 1, 1],
  ['a price of a clock that stands', before(4), 0, 0, 4],
])('the age of %s', (_what, at, delay, speed, seconds) => {
  expect(feedAge(at, NOW, delay, speed)).toBe(seconds)
})

it('is late before it counts as stopped', () => {
  expect([0, 8, 9, 14].map(conditionOfAge)).toEqual(['fine', 'fine', 'late', 'late'])
})
