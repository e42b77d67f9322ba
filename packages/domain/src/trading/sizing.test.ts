import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgetForPosition, recoveryLots, sizeBasic, sizeToBudget, type SizeLimits } from './sizing.ts'
import { perLotWorstLoss, worstLoss, type PlannedEntry } from './worst-loss.ts'
import { paise, paiseFromRupees } from '../money/paise.ts'
import { istDate } from '../time/ist.ts'

const rs = paiseFromRupees
const entry: PlannedEntry = {
  on: istDate('2026-11-20'),
  entryPrice: rs(120),
  stopDistance: rs(24),
  slBuffer: rs(10),
  brokerage: rs(20),
  lotSize: 65,
}
const roomy: SizeLimits = {
  symbol: 'NIFTY',
  userLots: 2,
  freeCash: rs(500_000),
  dailyLossRemaining: rs(50_000),
  askQuantity: 10_000,
  freezeQuantity: 1_800,
}

describe('the worst planned loss', () => {
  it('of one lot is the reference’s', () => expect(perLotWorstLoss(entry)).toBe(rs(2_271.45)))
  it('of two lots is twice that', () => expect(worstLoss(entry, 2)).toBe(rs(4_542.9)))
  it('of no lots is nothing', () => expect(worstLoss(entry, 0)).toBe(0))
})

describe('basic sizing', () => {
  it('takes the user’s lots', () =>
    expect(sizeBasic(entry, roomy)).toEqual({
      ok: true,
      lots: 2,
      quantity: 130,
      outlay: rs(15_600),
      worstLoss: worstLoss(entry, 2),
      boundBy: 'user_lots',
    }))

  it.each<[why: string, change: Partial<SizeLimits>, code: string]>([
    ['no lots are set', { userLots: 0 }, 'lots_not_set'],
    ['lots are no whole number', { userLots: 1.5 }, 'lots_not_set'],
    ['the day’s cap leaves less', { dailyLossRemaining: rs(4_000) }, 'day_cap'],
    ['it costs more than half the cash', { freeCash: rs(31_199) }, 'cash'],
    ['the asks are thin', { askQuantity: 389 }, 'liquidity'],
    ['it is above the freeze quantity', { freezeQuantity: 129 }, 'freeze'],
    ['cap and cash are both short', { dailyLossRemaining: paise(0), freeCash: paise(0) }, 'day_cap'],
  ])('refuses when %s', (_why, change, code) => {
    const result = sizeBasic(entry, { ...roomy, ...change })
    expect(result).toMatchObject({ ok: false, refusal: { code: `refusal.${code}` } })
  })

  it('shows by which figures', () => {
    const result = sizeBasic(entry, { ...roomy, freeCash: rs(20_000) })
    expect(result).toEqual({
      ok: false,
      refusal: { code: 'refusal.cash', needed: rs(15_600), limit: rs(10_000), share: 0.5 },
    })
  })
})

describe('sizing to a budget', () => {
  it.each<[capital: number, lots: number]>([
    [300_000, 1],
    [100_000, 0],
  ])('of 1.5 %% of %d rupees buys %d lots', (capital, lots) => {
    const result = sizeToBudget(entry, roomy, rs(capital * 0.015))
    expect(result.ok ? result.lots : 0).toBe(lots)
    if (!result.ok) expect(result.refusal.code).toBe('refusal.capital_below_minimum_risk')
  })

  it.each<[bound: string, change: Partial<SizeLimits>, lots: number]>([
    ['user_lots', {}, 2],
    ['day_cap', { dailyLossRemaining: rs(2_300) }, 1],
    ['cash', { freeCash: rs(16_000) }, 1],
    ['liquidity', { askQuantity: 200 }, 1],
    ['freeze', { freezeQuantity: 100 }, 1],
  ])('is bound by %s', (boundBy, change, lots) =>
    expect(sizeToBudget(entry, { ...roomy, ...change }, rs(50_000))).toMatchObject({ ok: true, lots, boundBy }),
  )

  it('names what forbids the first lot', () =>
    expect(sizeToBudget(entry, { ...roomy, freeCash: rs(10_000) }, rs(50_000))).toMatchObject({
      refusal: { code: 'refusal.cash' },
    }))

  const limits = fc.record({
    symbol: fc.constantFrom('NIFTY' as const, 'BANKNIFTY' as const),
    userLots: fc.integer({ min: 1, max: 60 }),
    freeCash: fc.integer({ min: 0, max: 100_000_000 }).map(paise),
    dailyLossRemaining: fc.integer({ min: 0, max: 10_000_000 }).map(paise),
    askQuantity: fc.nat(20_000),
    freezeQuantity: fc.constantFrom(600, 900, 1_800),
  })
  const entries = fc
    .tuple(fc.integer({ min: 400, max: 20_000 }), fc.nat(20_000), fc.nat(50), fc.constantFrom(30, 65))
    .map(([ticks, distance, slBuffer, lotSize]) => ({
      ...entry,
      entryPrice: paise(ticks * 5),
      stopDistance: paise(distance),
      slBuffer: paise(slBuffer * 100),
      lotSize,
    }))

  it('never breaks a limit, and refuses only when one lot would', () =>
    fc.assert(
      fc.property(entries, limits, fc.integer({ min: 0, max: 10_000_000 }), (planned, given, budget) => {
        const result = sizeToBudget(planned, given, paise(budget))
        if (result.ok) {
          expect(result.lots).toBeLessThanOrEqual(given.userLots)
          expect(result.quantity).toBe(result.lots * planned.lotSize)
          expect(result.worstLoss).toBeLessThanOrEqual(Math.min(budget, given.dailyLossRemaining))
          expect(result.outlay * 2).toBeLessThanOrEqual(given.freeCash)
          expect(result.quantity * 3).toBeLessThanOrEqual(given.askQuantity)
          expect(result.quantity).toBeLessThanOrEqual(given.freezeQuantity)
        } else if (result.refusal.code === 'refusal.capital_below_minimum_risk')
          expect(perLotWorstLoss(planned)).toBeGreaterThan(budget)
        else expect(sizeBasic(planned, { ...given, userLots: 1 })).toEqual(result)
      }),
    ))
})

describe('the second attempt', () => {
  it.each([
    [1, 0],
    [2, 1],
    [3, 1],
    [10, 5],
  ])('after %d lots has %d', (first, second) =>
    expect(recoveryLots(entry, first, worstLoss(entry, first))).toBe(second),
  )

  it('is smaller still when its lots risk more than the first ones did', () =>
    expect(recoveryLots({ ...entry, slBuffer: rs(25) }, 10, worstLoss(entry, 10))).toBe(3))
})

describe('further positions', () =>
  it('get half a budget, and all open losses one and a half', () => {
    expect(budgetForPosition(rs(4_500), false, paise(0))).toBe(rs(4_500))
    expect(budgetForPosition(rs(4_500), true, rs(4_000))).toBe(rs(2_250))
    expect(budgetForPosition(rs(4_500), true, rs(5_000))).toBe(rs(1_750))
    expect(budgetForPosition(rs(4_500), true, rs(9_000))).toBe(0)
  }))
