import { expect, it } from 'vitest'
import type { StagedDay } from './testing/day-fixture.ts'
import { entered, STOP } from './testing/fixtures.ts'
import { IN_DOUBT } from './testing/in-doubt.ts'

const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' }, outcome: IN_DOUBT } as const

/** Entered, and the rows report it: no reading is needed to know what is held. */
const known = () => entered().known('e1', 'complete')
const unprotected = () => known().place('s1', 'SELL', STOP, DOUBT)

const isUnprotected = (day: StagedDay) =>
  day.checker.violations.some(({ text }) => text.includes('neither a stop nor an exit'))
const isSilent = (day: StagedDay) => day.checker.violations.some(({ text }) => text.endsWith('no alarm'))

it('an alarm is excused while other work that takes every connection waits for such work before it, not without that', () => {
  const exhausted = (day: StagedDay) => day.fault('pool_exhausted', 1, 'slot0')
  const day = exhausted(exhausted(unprotected().wait(8_500)))
  expect(isSilent(day.wait(5_500))).toBe(false)
  expect(isSilent(day.wait(2_000))).toBe(true)
  expect(isSilent(exhausted(unprotected().wait(8_500)).wait(5_500))).toBe(true)
})

it('a slow commit whose process stands still before it excuses for as long after that, not one before the standstill', () => {
  const day = (freeze: (day: StagedDay) => StagedDay) =>
    freeze(known().fault('store_slow', 2, 'slot0'))
      .standsStill(5_000)
      .wait(5_500)
  const before = day((staged) => staged.fault('frozen_at_commit', 1, 'slot0'))
  expect(isUnprotected(before)).toBe(false)
  expect(isUnprotected(before.wait(1_000))).toBe(true)
  expect(isUnprotected(day((staged) => staged.fault('frozen_at_commit', 2, 'slot0')))).toBe(true)
  expect(isUnprotected(day((staged) => staged))).toBe(true)
})

it('the proof of a doubt begins once a successor has its rows, not later for a process that leads on', () => {
  const exhausted = (day: StagedDay) => day.fault('pool_exhausted', 2, 'slot0')
  const followed = () => exhausted(unprotected().wait(1_000).down(1_000)).wait(24_000)
  expect(isUnprotected(followed())).toBe(false)
  expect(isUnprotected(followed().wait(5_000))).toBe(true)
  expect(isUnprotected(unprotected().wait(1_000).down(1_000).wait(24_000))).toBe(true)
  expect(isUnprotected(exhausted(unprotected().wait(2_100)).wait(24_000))).toBe(true)
})

it('writings that are slow excuse what two of them take where nothing else goes wrong, and as long as they are beside other faults', () => {
  const day = known().fault('writes_slow', 1, 'store').wait(6_900)
  expect(isUnprotected(day)).toBe(false)
  expect(isUnprotected(day.wait(200))).toBe(true)
  const amongOthers = known().fault('writes_slow', 1, 'store').fault('feed_silent', 1, 'feed').wait(22_000)
  expect(isUnprotected(amongOthers)).toBe(false)
  expect(isUnprotected(amongOthers.wait(2_000))).toBe(true)
})

it('slow writings excuse one more where as many of other accounts as may be at once were written meanwhile, not among fewer', () => {
  const among = (others: number) => known().fault('writes_slow', 1, 'store').wait(2_400).othersWrite(others)
  expect(isUnprotected(among(4).wait(7_000))).toBe(false)
  expect(isUnprotected(among(4).wait(7_200))).toBe(true)
  expect(isUnprotected(among(3).wait(4_700))).toBe(true)
})

it('slow writings excuse what they take once a refused call may be made again, not what the store might take', () => {
  const refused = (code: 'session_closed' | 'rate_limited') => {
    const answer = { type: 'refused', code, text: 'refused' } as const
    return known().place('s1', 'SELL', STOP, { answer }).fault('writes_slow', 2, 'store')
  }
  expect(isUnprotected(refused('session_closed').wait(30_000))).toBe(false)
  expect(isUnprotected(refused('rate_limited').wait(7_900))).toBe(false)
  expect(isUnprotected(refused('rate_limited').wait(8_100))).toBe(true)
})
