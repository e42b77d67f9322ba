import { expect, it } from 'vitest'
import type { StagedDay } from './testing/day-fixture.ts'
import { UNITS } from './testing/facts-fixture.ts'
import { entered, MARKET } from './testing/fixtures.ts'

const isLate = (day: StagedDay) => day.checker.violations.some(({ text }) => text.includes('neither a stop nor'))

it('counts a change that was stuck from when it is carried out, not one that was thrown out', () => {
  const stuck = () => {
    const resting = entered().known('e1', 'complete').bid(0).place('x1', 'SELL', MARKET).taken('x1', 'SELL', MARKET)
    const asked = resting.status('x1', 'OPEN').known('x1', 'open').wait(2_000).modify('x1', MARKET)
    return asked.pending('x1', { orderType: 'MARKET', quantity: UNITS }).status('x1', 'MODIFY PENDING').wait(37_000)
  }
  const carriedOut = stuck().status('x1', 'MODIFIED').status('x1', 'OPEN').wait(31_000)
  expect(isLate(carriedOut)).toBe(false)
  expect(isLate(carriedOut.wait(3_000))).toBe(true)
  expect(isLate(stuck().status('x1', 'OPEN').wait(8_000))).toBe(true)
})
