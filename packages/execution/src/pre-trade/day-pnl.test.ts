import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { expect, it } from 'vitest'
import { DAY, rs } from '../testing/scenario.ts'
import { ENTERING, OPEN } from '../testing/trade-fixture.ts'
import { openWorstLoss } from './day-pnl.ts'

const BROKERAGE = 2_000 as Paise
/** Of 65 units that were bought at ₹150 and fill at ₹110, the limit of a stop at ₹120. */
const CHARGES = chargesOf(
  [
    { side: 'BUY', value: (65 * rs(150)) as Paise, on: DAY },
    { side: 'SELL', value: (65 * rs(110)) as Paise, on: DAY },
  ],
  BROKERAGE,
).total

it('counts the charges with what a position loses at its stop, as with an entry under way', () => {
  expect(CHARGES).toBeGreaterThan(4_000)
  const worst = 65 * rs(40) + CHARGES
  expect(openWorstLoss([OPEN], BROKERAGE)).toBe(worst)
  expect(openWorstLoss([ENTERING], BROKERAGE)).toBe(worst)
  expect(openWorstLoss([OPEN, ENTERING], BROKERAGE)).toBe(2 * worst)
})

it('counts the charges of a position whose stop has reached its entry, and nothing once it locks a gain in', () => {
  const stopAt = (trigger: Paise) => openWorstLoss([{ ...OPEN, trigger }], BROKERAGE)
  expect(stopAt(rs(160))).toBeGreaterThan(4_000)
  expect(stopAt(rs(160))).toBeLessThan(10_000)
  expect(stopAt(rs(170))).toBe(0)
})
