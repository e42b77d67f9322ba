import { expect, it } from 'vitest'
import { MID, UNITS } from './testing/facts-fixture.ts'
import { entered, STOP } from './testing/fixtures.ts'
import { IN_DOUBT } from './testing/in-doubt.ts'

const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' }, outcome: IN_DOUBT } as const

/** The answer to a stop is lost; its user sells a unit so long after that each time. Is the program blamed `waitMs` later? */
const isUnprotected = (times: readonly number[], waitMs: number) => {
  const day = entered().known('e1', 'complete').place('s1', 'SELL', STOP, DOUBT)
  const from = day.now
  day.taken('hand', 'SELL', { kind: 'LIMIT', quantity: UNITS })
  for (const at of times) day.wait(from + at - day.now).filled('hand', 1, MID, 't1', false)
  return day.wait(waitMs).checker.violations.some(({ text }) => text.includes('neither a stop nor an exit'))
}

it('a doubt is excused while its user goes on selling, not by a sale that was over before', () => {
  expect(isUnprotected([20_000], 4_000)).toBe(false)
  expect(isUnprotected([20_000], 6_000)).toBe(true)
  expect(isUnprotected([15_000], 9_000)).toBe(true)
})

it('a doubt is excused while its user goes on selling, not for longer than positions are awaited', () => {
  expect(isUnprotected([20_000, 22_000, 24_000], 1_500)).toBe(false)
  expect(isUnprotected([20_000, 22_000, 24_000, 26_000], 1_500)).toBe(true)
})
