import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PERIOD_DAYS, PRICES, type PaidTerm } from './billing.ts'
import { BILLING_PERIODS, type BillingPeriod } from './plan.ts'
import { quotePurchase, type RunningPlan } from './purchase.ts'
import type { Paise } from '../money/paise.ts'
import { DAY_MS, type EpochMs } from '../time/ist.ts'

const NOW = 1_800_000_000_000 as EpochMs
const days = (count: number) => (NOW + count * DAY_MS) as EpochMs
const term = (paid: number, from: number, to: number): PaidTerm => ({
  paid: paid as Paise,
  startsAt: days(from),
  expiresAt: days(to),
})
const running = (plan: RunningPlan['plan'], until: number, ...terms: PaidTerm[]): RunningPlan => ({
  plan,
  expiresAt: days(until),
  terms,
})

describe('a purchase', () => {
  it.each<
    [
      what: string,
      RunningPlan | undefined,
      'pro' | 'elite' | 'master',
      BillingPeriod,
      kind: string,
      credit: number,
      due: number,
      from: number,
      to: number,
    ]
  >([
    ['the first', undefined, 'elite', 'monthly', 'new', 0, 400_000, 0, 30],
    [
      'an upgrade credits the unused half',
      running('elite', 15, term(400_000, -15, 15)),
      'master',
      'monthly',
      'upgrade',
      200_000,
      500_000,
      0,
      30,
    ],
    [
      'a renewal credits the unused days',
      running('pro', 3, term(200_000, -27, 3)),
      'pro',
      'yearly',
      'renewal',
      20_000,
      2_080_000,
      0,
      365,
    ],
    ['a plan that was given is worth nothing', running('elite', 15), 'master', 'monthly', 'upgrade', 0, 700_000, 0, 30],
    [
      'a downgrade waits for the end, at full price',
      running('master', 20, term(700_000, -10, 20)),
      'pro',
      'monthly',
      'downgrade',
      0,
      200_000,
      20,
      50,
    ],
    [
      'another downgrade replaces the one that waits',
      running('master', 20, term(700_000, -10, 20), term(200_000, 20, 50)),
      'elite',
      'monthly',
      'downgrade',
      200_000,
      200_000,
      20,
      50,
    ],
    [
      'an upgrade credits what waits as well',
      running('elite', 15, term(400_000, -15, 15), term(200_000, 15, 45)),
      'master',
      'monthly',
      'upgrade',
      400_000,
      300_000,
      0,
      30,
    ],
    [
      'credit above the price buys days',
      running('pro', 300, term(2_100_000, -65, 300)),
      'elite',
      'monthly',
      'upgrade',
      1_726_027,
      0,
      0,
      129,
    ],
  ])('%s', (_what, runs, plan, period, kind, credit, due, from, to) => {
    expect(quotePurchase(runs, plan, period, NOW)).toEqual({
      kind,
      price: PRICES[plan][period],
      credit,
      due,
      startsAt: days(from),
      expiresAt: days(to),
    })
  })

  it('never takes more than the price, and gives at least the period and what credit and money buy to a day', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('pro' as const, 'elite' as const, 'master' as const),
        fc.constantFrom(...BILLING_PERIODS),
        fc.nat(10_000_000),
        fc.integer({ min: 1, max: 365 }),
        fc.integer({ min: 0, max: 364 }),
        (plan, period, paid, length, gone) => {
          const until = length - Math.min(gone, length)
          const quote = quotePurchase(running('pro', until, term(paid, until - length, until)), plan, period, NOW)
          expect(quote.due >= 0 && quote.due <= quote.price).toBe(true)
          const bought = (quote.expiresAt - quote.startsAt) / DAY_MS
          expect(bought).toBeGreaterThanOrEqual(PERIOD_DAYS[period])
          const worth = ((quote.due + quote.credit) * PERIOD_DAYS[period]) / quote.price
          expect(Math.abs(bought - worth)).toBeLessThan(1)
        },
      ),
    ))
})
