import { expect, it } from 'vitest'
import type { StagedDay } from './testing/day-fixture.ts'
import { MID, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, entered, EXIT, protectedDay, STOP } from './testing/fixtures.ts'
import { IN_DOUBT } from './testing/in-doubt.ts'

const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' }, outcome: IN_DOUBT } as const
const REFUSED = { answer: { type: 'refused', code: 'rate_limited', text: '' } } as const

const isUnprotected = (day: StagedDay) =>
  day.checker.violations.some(({ text }) => text.includes('neither a stop nor an exit'))

const known = () => entered().known('e1', 'complete')

/** A second trade has bought in the same contract. */
function enteredAgain(day: StagedDay): StagedDay {
  day.decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' })
  return day.taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2').known('e2', 'complete').trade('t2', 'open', 'd2')
}

it('judges of two trades in one contract each by its own causes', () => {
  expect(isUnprotected(enteredAgain(known()).place('s1', 'SELL', STOP, REFUSED).wait(2_500))).toBe(true)
})

it('counts the second trade from its own purchase, not from when the first lost its stop', () => {
  const day = enteredAgain(known().place('s1', 'SELL', STOP, DOUBT).wait(1_500)).wait(1_900)
  expect(isUnprotected(day)).toBe(false)
  expect(isUnprotected(day.wait(200))).toBe(true)
})

it('blames a second trade though the first is excused for longer', () => {
  expect(isUnprotected(enteredAgain(known().place('s1', 'SELL', STOP, DOUBT).wait(5_000)).wait(2_100))).toBe(true)
})

it('wants no cause of a trade whose stop is being filled, until its next step is late', () => {
  const day = enteredAgain(protectedDay())
    .place('s2', 'SELL', STOP, { ...DOUBT, tradeId: 't2' })
    .wait(1_000)
  day.status('s1', 'OPEN').known('s1', 'open').wait(2_900)
  expect(isUnprotected(day)).toBe(false)
  expect(isUnprotected(day.wait(2_300))).toBe(true)
})

it('takes what covers one trade twice for no cover of the other', () => {
  const day = enteredAgain(known()).place('x2', 'SELL', EXIT, { tradeId: 't2' }).taken('x2', 'SELL', EXIT)
  day.status('x2', 'REJECTED').wait(500).place('x3', 'SELL', EXIT, { tradeId: 't2', answer: undefined })
  expect(isUnprotected(day.wait(1_700))).toBe(true)
})
