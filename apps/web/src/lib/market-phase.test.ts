import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { isFeedStale } from './market-phase.ts'

const at = (text: string) => Date.parse(`${text}+05:30`) as EpochMs

it.each<[when: string, ageSeconds: number, now: string, speed: number, stale: boolean]>([
  ['a price is fresh', 3, '2026-11-20T10:42:00', 1, false],
  ['a price is 16 s old in session', 16, '2026-11-20T10:42:00', 1, true],
  ['a price is old because the clock runs ten times as fast', 50, '2026-11-20T10:42:00', 10, false],
  ['a price is old even for that clock', 61, '2026-11-20T10:42:00', 10, true],
  ['the market is closed', 3600, '2026-11-20T17:00:00', 1, false],
  ['the index is in auction and may stand still', 600, '2026-11-20T15:30:00', 1, false],
])('when %s', (_when, ageSeconds, now, speed, stale) => {
  expect(isFeedStale((at(now) - ageSeconds * 1000) as EpochMs, at(now), speed)).toBe(stale)
})
