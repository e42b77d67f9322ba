// @invariant fee-cap
import { BILLING_PERIODS } from '@strikewise/domain/plans/plan.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { expect, it } from 'vitest'
import { PRICES } from './billing.ts'
import { FEE_CAP, isWithinFeeCap } from './fee-cap.ts'

it.each([
  [0, FEE_CAP, true],
  [0, FEE_CAP + 1, false],
  [FEE_CAP - 1, 1, true],
  [FEE_CAP, 1, false],
  // A change that costs nothing charges nothing.
  [FEE_CAP + 1, 0, true],
])('after %d paise paid, a fee of %d is within the cap: %s', (paid, fee, within) => {
  expect(isWithinFeeCap(paid as Paise, fee as Paise)).toBe(within)
})

it('allows every plan once in a year', () => {
  for (const prices of Object.values(PRICES))
    for (const period of BILLING_PERIODS) expect(isWithinFeeCap(0 as Paise, prices[period])).toBe(true)
})
