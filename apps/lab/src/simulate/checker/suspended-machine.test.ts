import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { HOUR_MS } from '@strikewise/domain/time/ist.ts'
import { squareOffDeadline } from '@strikewise/domain/time/square-off.ts'
import { describe, expect, it } from 'vitest'
import { ORDINARY_DAY } from '../session/contracts.ts'
import { StagedDay } from './testing/day-fixture.ts'
import { MID, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, entered, protectedDay } from './testing/fixtures.ts'

const known = () => entered().known('e1', 'complete')
const isSilent = (day: StagedDay) => day.checker.violations.some(({ text }) => text.endsWith('no alarm'))

describe('silence about a position without a stop', () => {
  it('is excused for as long as a machine was suspended whose wall clock is wrong too, not where that shows it', () => {
    const slept = () => known().suspended(4_000).wait(200).readsOrders()
    expect(isSilent(slept().wait(6_300))).toBe(true)
    const wrong = slept().clockOff(4_000).wait(9_300)
    expect(isSilent(wrong)).toBe(false)
    expect(isSilent(wrong.wait(1_000))).toBe(true)
  })

  it('is excused for as long as a machine was suspended while the broker has not answered since, not once it has', () => {
    const slept = () => known().suspended(4_000)
    const unanswered = slept().wait(9_500)
    expect(isSilent(unanswered)).toBe(false)
    expect(isSilent(unanswered.wait(1_000))).toBe(true)
    expect(isSilent(slept().wait(1_000).readsOrders().wait(5_500))).toBe(true)
  })

  it('is excused until a wall clock that was wrong after a suspension has been right for a moment, no longer', () => {
    const right = () => known().suspended(4_000).wait(200).readsOrders().clockOff(4_000).wait(5_300).clockOff(0)
    expect(isSilent(right().wait(1_500))).toBe(false)
    expect(isSilent(right().wait(2_500))).toBe(true)
  })

  it('is excused by what was left of a suspension that had begun before the fill', () => {
    const wrong = (filledAfterMs: number) => {
      const sent = new StagedDay().trade('t1', 'entering').place('e1', 'BUY', ENTRY).taken('e1', 'BUY', ENTRY)
      const bought = sent.suspended(4_000, filledAfterMs).filled('e1', UNITS, MID).trade('t1', 'open')
      const woken = bought.known('e1', 'complete').wait(4_000 - filledAfterMs + 200)
      return woken.readsOrders().clockOff(4_000)
    }
    expect(isSilent(wrong(100).wait(9_300))).toBe(false)
    expect(isSilent(wrong(100).wait(10_300))).toBe(true)
    expect(isSilent(wrong(3_900).wait(9_500))).toBe(false)
    expect(isSilent(wrong(3_900).wait(10_300))).toBe(true)
  })
})

it('what its user takes away before a suspended machine can know that it is late in the day need not be reported', () => {
  const late = (day: StagedDay, afterMs: number) => {
    day
      .wait(9_900 + afterMs)
      .converts(UNITS)
      .end()
    return day.checker.violations.some(({ text }) => text.includes('was held late in the day'))
  }
  const day = () => {
    const before = protectedDay()
    return before.leap(squareOffDeadline(nseCalendar.sessionOn(ORDINARY_DAY)!) - before.now - 10_000).wait(100)
  }
  const slept = () => day().suspended(4_000).readsOrders().clockOff(4_000)
  const sinceSlept = (afterMs: number) => late(slept(), afterMs - 4_000)
  expect(sinceSlept(3_000)).toBe(false)
  expect(sinceSlept(5_000)).toBe(true)
  expect(late(day(), 3_000)).toBe(true)
})

describe('a chase that a successor does not go on with while the broker answers nothing', () => {
  const isLate = (day: StagedDay) => day.checker.violations.some(({ text }) => text.includes('neither a stop nor'))
  const followed = (clockOffsetMs: number) => {
    const fired = protectedDay()
      .status('s1', 'OPEN')
      .known('s1', 'open')
      .readsNoBooks()
      .fault('broker_down', 1, 'broker')
    return fired.clockOff(clockOffsetMs).down(1_000).wait(10_000)
  }

  it('is excused where its clock is behind, for the rows are still to come for it, not by a clock that is right or ahead', () => {
    expect(isLate(followed(-5.5 * HOUR_MS))).toBe(false)
    expect(isLate(followed(5.5 * HOUR_MS))).toBe(true)
    expect(isLate(followed(0))).toBe(true)
  })

  it('is excused for two seconds once the broker has shown its time', () => {
    const shown = followed(-5.5 * HOUR_MS)
      .readsOrders()
      .wait(1_900)
    expect(isLate(shown)).toBe(false)
    expect(isLate(shown.wait(300))).toBe(true)
  })

  it('is excused no longer than the broker’s books could not be read', () => {
    expect(isLate(followed(-5.5 * HOUR_MS).wait(12_000))).toBe(true)
  })
})
