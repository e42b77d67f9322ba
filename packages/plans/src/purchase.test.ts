// @invariant plan-change-loses-nothing
// @invariant payment-booked-once
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PERIOD_DAYS, PRICES, type PaidTerm } from './billing.ts'
import { BILLING_PERIODS, type BillingPeriod } from '@strikewise/domain/plans/plan.ts'
import { quotePurchase, settlePurchase, type CurrentPlan } from './purchase.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '@strikewise/domain/time/ist.ts'

const NOW = 1_800_000_000_000 as EpochMs
const days = (count: number) => (NOW + count * DAY_MS) as EpochMs
const term = (paid: number, from: number, to: number): PaidTerm => ({
  paid: paid as Paise,
  startsAt: days(from),
  expiresAt: days(to),
})
const running = (plan: CurrentPlan['plan'], until: number, ...terms: PaidTerm[]): CurrentPlan => ({
  plan,
  expiresAt: days(until),
  terms,
})

describe('a purchase', () => {
  it.each<
    [
      what: string,
      CurrentPlan | undefined,
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
        (plan, period, paid, length, elapsed) => {
          const until = length - Math.min(elapsed, length)
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

describe('money that has arrived', () => {
  const elite = running('elite', 15, term(400_000, -15, 15))

  it.each<
    [
      what: string,
      CurrentPlan | undefined,
      paid: number,
      quotedAgoMs: number,
      credit: number,
      price: number,
      to: number,
    ]
  >([
    ['in time, as quoted', elite, 500_000, HOUR_MS, 200_000, 700_000, 30],
    // A day of the running plan was used up meanwhile: it is not credited twice.
    ['a day late', running('elite', 14, term(400_000, -16, 14)), 500_000, DAY_MS, 186_667, 686_667, 29],
    ['after the credited plan has ended', undefined, 500_000, 15 * DAY_MS, 0, 500_000, 21],
    ['a second time', running('master', 30, term(700_000, 0, 30)), 700_000, HOUR_MS, 700_000, 1_400_000, 60],
  ])('%s', (_what, runs, paid, agoMs, credit, price, to) => {
    const quotedAt = (NOW - agoMs) as EpochMs
    const settled = settlePurchase(runs, 'master', 'monthly', { paid: paid as Paise, quotedAt, now: NOW })
    expect(settled).toMatchObject({ credit, price, due: paid, startsAt: NOW, expiresAt: days(to) })
  })

  it('buys what was quoted when it comes at once', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('pro' as const, 'elite' as const, 'master' as const),
        fc.constantFrom(...BILLING_PERIODS),
        fc.constantFrom('pro' as const, 'elite' as const, 'master' as const),
        fc.nat(10_000_000),
        fc.integer({ min: 1, max: 365 }),
        (plan, period, runs, paid, left) => {
          const now = running(runs, left, term(paid, left - 365, left))
          const quote = quotePurchase(now, plan, period, NOW)
          expect(settlePurchase(now, plan, period, { paid: quote.due, quotedAt: NOW, now: NOW })).toEqual(quote)
        },
      ),
    ))

  it('is worth its days to a day, whatever ran and however late', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('elite' as const, 'master' as const),
        fc.constantFrom(...BILLING_PERIODS),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.nat(40 * DAY_MS),
        (plan, period, worth, left, paid, late) => {
          const runs = running('elite', left, term(worth, left - 300, left))
          const quotedAt = (NOW - late) as EpochMs
          const settled = settlePurchase(runs, plan, period, { paid: paid as Paise, quotedAt, now: NOW })
          expect(settled.price - settled.credit <= settled.due).toBe(true)
          const bought = (settled.expiresAt - settled.startsAt) / DAY_MS
          const value = ((paid + settled.credit) * PERIOD_DAYS[period]) / PRICES[plan][period]
          expect(value - bought >= 0 && value - bought < 1).toBe(true)
        },
      ),
    ))
})
