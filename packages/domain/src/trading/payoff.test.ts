import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargesOf } from '../charges/charges.ts'
import { black76Price } from '../market/black76.ts'
import type { Paise } from '../money/paise.ts'
import type { IstDate } from '../time/ist.ts'
import {
  breakEvenAtExpiry,
  indexLevelForPremium,
  maxLoss,
  payoffAtExpiry,
  payoffNow,
  payoffSoldAt,
  type LongOption,
} from './payoff.ts'

const BROKERAGE = 2_000 as Paise

const ON = '2026-11-20' as IstDate
const CALL: LongOption = {
  side: 'CE',
  strike: 25_000,
  quantity: 75,
  paid: (75 * 15_000) as Paise,
  on: ON,
  brokerage: BROKERAGE,
}
const PUT: LongOption = { ...CALL, side: 'PE' }

const option = fc.record({
  side: fc.constantFrom('CE', 'PE'),
  strike: fc.integer({ min: 200, max: 1200 }).map((steps) => steps * 50),
  quantity: fc.integer({ min: 1, max: 1800 }),
  paid: fc.integer({ min: 500, max: 50_000_000 }).map((paise) => paise as Paise),
  on: fc.constant(ON),
  brokerage: fc.constant(BROKERAGE),
}) satisfies fc.Arbitrary<LongOption>
const level = fc.integer({ min: 5_000, max: 70_000 })
const pricing = fc.record({
  sigma: fc.double({ min: 0.03, max: 1.5, noNaN: true }),
  years: fc.double({ min: 0.0001, max: 0.1, noNaN: true }),
  rate: fc.constant(0.065),
  basis: fc.integer({ min: -20, max: 120 }),
})

describe('at expiry', () => {
  it.each<[what: string, of: LongOption, settlesAt: number, points: number]>([
    ['a call under its strike is worth nothing', CALL, 24_900, 0],
    ['a call at its strike is worth nothing', CALL, 25_000, 0],
    ['a call over its strike pays the difference', CALL, 25_200, 200],
    ['a put over its strike is worth nothing', PUT, 25_100, 0],
    ['a put under its strike pays the difference', PUT, 24_700, 300],
  ])('%s', (_what, of, settlesAt, points) => {
    const pays = points * 100 * 75
    const tax = Math.round(pays * 0.0015)
    const bought = chargesOf([{ side: 'BUY', value: of.paid, on: ON }], BROKERAGE).total
    expect(payoffAtExpiry(of, settlesAt)).toBe(pays - tax - of.paid - bought)
  })

  it('never loses more than what was paid and the charges of buying', () =>
    fc.assert(
      fc.property(option, level, (bought, at) => {
        expect(payoffAtExpiry(bought, at)).toBeGreaterThanOrEqual(0 - maxLoss(bought))
      }),
    ))

  it('a higher level never hurts a call nor helps a put', () =>
    fc.assert(
      fc.property(option, level, fc.nat(5000), (bought, at, more) => {
        const change = payoffAtExpiry(bought, at + more) - payoffAtExpiry(bought, at)
        expect(bought.side === 'CE' ? change : -change).toBeGreaterThanOrEqual(0)
      }),
    ))

  it('is even at the break-even, wins beyond and loses before', () =>
    fc.assert(
      fc.property(option, fc.integer({ min: 1, max: 500 }), (bought, points) => {
        const even = breakEvenAtExpiry(bought)
        const way = bought.side === 'CE' ? 1 : -1
        // Money is rounded to a paisa, once as value and once as tax.
        expect(Math.abs(payoffAtExpiry(bought, even))).toBeLessThanOrEqual(1)
        expect(payoffAtExpiry(bought, even + way * points)).toBeGreaterThan(0)
        expect(payoffAtExpiry(bought, even - way * points)).toBeLessThan(0)
      }),
    ))
})

describe('now', () => {
  it('never loses more than at worst, but for the charges of a sale', () =>
    fc.assert(
      fc.property(option, level, pricing, (bought, at, by) => {
        const value = payoffNow(bought, at, by)
        const saleOfNothing = payoffSoldAt(bought, 0 as Paise)
        expect(saleOfNothing + maxLoss(bought)).toBe(0)
        // One rupee of value can cost more in brokerage than it brings.
        expect(value).toBeGreaterThanOrEqual(saleOfNothing - 5_000)
      }),
    ))

  it('a higher level never hurts a call nor helps a put', () =>
    fc.assert(
      fc.property(option, level, fc.integer({ min: 50, max: 5000 }), pricing, (bought, at, more, by) => {
        const change = payoffNow(bought, at + more, by) - payoffNow(bought, at, by)
        // The first paisa of value brings the brokerage of selling it.
        expect(bought.side === 'CE' ? change : -change).toBeGreaterThanOrEqual(-5_000)
      }),
    ))

  it('comes down on what expiry pays as time runs out', () => {
    // Not at the strike, where a paisa of value decides whether a sale is charged for.
    for (const at of [24_500, 25_100, 25_600]) {
      const by = { sigma: 0.12, years: 1e-9, rate: 0.065, basis: 0 }
      const intrinsic = (Math.max(0, at - 25_000) * 100 * 75) as Paise
      expect(Math.abs(payoffNow(CALL, at, by) - payoffSoldAt(CALL, intrinsic))).toBeLessThanOrEqual(100)
    }
  })

  it('is worth what it pays when no time or no volatility is left', () => {
    const over = payoffSoldAt(CALL, (200 * 100 * 75) as Paise)
    expect(payoffNow(CALL, 25_200, { sigma: 0.12, years: 0, rate: 0.065, basis: 30 })).toBe(over)
    expect(payoffNow(CALL, 25_200, { sigma: 0, years: 0.01, rate: 0.065, basis: 30 })).toBe(over)
  })
})

describe('the level at which a unit is worth a price', () => {
  it('is the level the model made that price of', () =>
    fc.assert(
      fc.property(option, fc.double({ min: -0.03, max: 0.03, noNaN: true }), pricing, ({ side, strike }, away, by) => {
        const at = strike * (1 + away)
        const sign = side === 'CE' ? 1 : -1
        const price = black76Price(sign, at + by.basis, strike, by.years, by.sigma, Math.exp(-by.rate * by.years))
        // Far out of the money every level makes the same price: none.
        fc.pre(price > 0.05)
        expect(indexLevelForPremium({ side, strike }, price, by)).toBeCloseTo(at, 2)
      }),
    ))

  it('is none for what the option cannot be worth near its strike', () => {
    const by = { sigma: 0.12, years: 0.01, rate: 0.065, basis: 10 }
    expect(indexLevelForPremium(CALL, 20_000, by)).toBeUndefined()
    expect(indexLevelForPremium(PUT, -1, by)).toBeUndefined()
  })
})
