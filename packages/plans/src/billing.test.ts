import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billingFrom, daysRemaining, planExpiryAfter, planFrom, PRICES, unusedCredit } from './billing.ts'
import { BILLING_PERIODS } from '@strikewise/domain/plans/plan.ts'
import { paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

const now = 1_790_000_000_000 as EpochMs
const after = (ms: number) => (now + ms) as EpochMs
const term = (paid: number, startMs: number, endMs: number) => ({
  paid: paise(paid),
  startsAt: after(startMs),
  expiresAt: after(endMs),
})
const anyTerm = fc
  .tuple(fc.integer({ min: 0, max: 7_800_000 }), fc.nat(365 * DAY_MS), fc.nat(365 * DAY_MS))
  .map(([paid, before, rest]) => term(paid, -before, rest))

describe('prices', () =>
  it.each([
    ['starter', [0, 0, 0]],
    ['pro', [2_000, 5_500, 21_000]],
    ['elite', [4_000, 11_500, 44_000]],
    ['master', [7_000, 20_000, 78_000]],
  ] as const)('of %s are %j rupees', (plan, rupees) =>
    expect(BILLING_PERIODS.map((period) => PRICES[plan][period] / 100)).toEqual(rupees),
  ))

describe('reading plan and billing', () => {
  it.each([
    ['ELITE', 'elite'],
    [' Pro ', 'pro'],
    ['gold', undefined],
    ['', undefined],
    [null, undefined],
  ])('plan %j is %j', (text, plan) => expect(planFrom(text)).toBe(plan))

  it.each([
    [null, 'monthly'],
    [undefined, 'monthly'],
    ['yearly', 'yearly'],
    ['weekly', undefined],
    ['', undefined],
  ])('billing %j is %j', (text, period) => expect(billingFrom(text)).toBe(period))
})

describe('the expiry', () => {
  it.each([
    ['monthly', 30],
    ['quarterly', 90],
    ['yearly', 365],
  ] as const)('of %s is %d days on', (period, days) => {
    expect(planExpiryAfter(now, period) - now).toBe(days * DAY_MS)
    expect(daysRemaining(planExpiryAfter(now, period), now)).toBe(days)
  })

  it.each([
    [DAY_MS, 1],
    [DAY_MS + 1, 2],
    [1, 1],
    [0, 0],
    [-1, 0],
  ])('in %d ms leaves %d days', (ms, days) => expect(daysRemaining(after(ms), now)).toBe(days))
})

describe('the credit of a running term', () => {
  it.each([
    [15 * DAY_MS, 200_000],
    [15 * DAY_MS - 1, 186_667],
    [14 * DAY_MS, 186_667],
    [1, 0],
  ])('is what its whole unused days cost: %d ms left', (left, credit) =>
    expect(unusedCredit(term(400_000, left - 30 * DAY_MS, left), now)).toBe(credit),
  )

  it('is nothing after the end, everything before the start, nothing for an empty term', () => {
    expect(unusedCredit(term(100_000, -30, -1), now)).toBe(0)
    expect(unusedCredit(term(100_000, 5, 30), now)).toBe(100_000)
    expect(unusedCredit(term(100_000, 5, 5), now)).toBe(0)
  })

  it('is less as time goes on, and never more than was paid', () =>
    fc.assert(
      fc.property(anyTerm, fc.nat(365 * DAY_MS), (running, wait) => {
        const [sooner, later] = [unusedCredit(running, now), unusedCredit(running, after(wait))]
        expect(later <= sooner && later >= 0 && sooner <= running.paid).toBe(true)
        expect(Number.isSafeInteger(sooner)).toBe(true)
      }),
    ))
})
