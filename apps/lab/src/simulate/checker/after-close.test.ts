import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { expect, it } from 'vitest'
import { ORDINARY_DAY } from '../session/contracts.ts'
import type { StagedDay } from './testing/day-fixture.ts'
import { protectedDay, STOP } from './testing/fixtures.ts'

const CLOSES_AT = nseCalendar.sessionOn(ORDINARY_DAY)!.closesAt
const AN_HOUR_MS = 3_600_000
const texts = (day: StagedDay) => day.checker.violations.map(({ text }) => text)
const LATE = 'modify left after the close'

/** A position just before the close, on a machine whose wall clock is off by so much. */
function closing(clockOffMs: number, leftMs: number): StagedDay {
  const day = protectedDay().clockOff(clockOffMs)
  return day.wait(CLOSES_AT - leftMs - day.now)
}

it('lets a call leave until the close, and none after it (I5)', () => {
  const callLog = (leftMs: number) => texts(closing(0, leftMs).modify('s1', STOP))
  expect(callLog(100)).not.toContain(LATE)
  expect(callLog(0)).toContain(LATE)
})

it('excuses a call by as much as neither clock of a machine that was suspended can show', () => {
  const callLog = (clockOffMs: number, waitMs: number) =>
    texts(closing(clockOffMs, 3_000).suspended(4_000).wait(100).readsOrders().wait(waitMs).modify('s1', STOP))
  expect(callLog(AN_HOUR_MS, 0)).not.toContain(LATE)
  expect(callLog(AN_HOUR_MS, 2_800)).not.toContain(LATE)
  expect(callLog(AN_HOUR_MS, 2_900)).toContain(LATE)
  expect(callLog(0, 0)).toContain(LATE)
})

it('excuses none once the answers of the broker have agreed for a minute', () => {
  const callLog = (shownMs: number) => {
    const day = closing(AN_HOUR_MS, 80_000).suspended(4_000).wait(100).readsOrders().wait(shownMs).readsOrders()
    return texts(day.wait(CLOSES_AT + 1_000 - day.now).modify('s1', STOP))
  }
  expect(callLog(50_000)).not.toContain(LATE)
  expect(callLog(70_000)).toContain(LATE)
})
