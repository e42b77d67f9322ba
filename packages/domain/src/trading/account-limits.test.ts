import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ACCOUNT_LIMIT_BOUNDS, isLooserMaximum, NO_ACCOUNT_LIMITS, type LimitBounds } from './account-limits.ts'

it('sets none of the account limits at first', () => {
  expect(Object.values(NO_ACCOUNT_LIMITS).filter((limit) => limit !== null)).toEqual([])
})

it.each(Object.entries<LimitBounds>(ACCOUNT_LIMIT_BOUNDS))('%s has bounds in their order', (_name, { min, max }) => {
  expect(min).toBeLessThan(max)
})

it('holds a maximum for looser exactly when it lets some number through that was refused', () => {
  const maximum = fc.option(fc.integer({ min: 1, max: 5 }))
  const allows = (limit: number | null, count: number) => limit === null || count < limit
  fc.assert(
    fc.property(maximum, maximum, (requested, known) => {
      const isMore = [0, 1, 2, 3, 4, 5].some((count) => allows(requested, count) && !allows(known, count))
      expect(isLooserMaximum(requested, known)).toBe(isMore)
    }),
  )
})
