import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EDGE_Z, edgeCeiling, kellyFraction, wilsonInterval } from './kelly.ts'
import { drawdownFactor, riskBudget, volatilityFactor } from './risk-budget.ts'
import { paise, paiseFromRupees } from '../money/paise.ts'

const rs = paiseFromRupees
const capital = rs(300_000)
const none = { wins: 0, losses: 0, payoff: 0 }
const days = (count: number, rupees: number) => Array.from({ length: count }, () => rs(rupees))

describe('what a record proves', () => {
  // Signals reference §7, statistics.
  it('bounds 45 wins of 100', () => {
    const { low, high } = wilsonInterval(45, 100, 1.959964)
    expect(low).toBeCloseTo(0.3561, 4)
    expect(high).toBeCloseTo(0.5476, 4)
    expect(wilsonInterval(45, 100, EDGE_Z).low).toBeCloseTo(0.3876, 4)
  })

  it('takes a quarter of Kelly from the lower bound', () => {
    expect(kellyFraction(wilsonInterval(45, 100, EDGE_Z).low, 1.8)).toBeCloseTo(0.0473, 3)
    expect(edgeCeiling({ wins: 45, losses: 55, payoff: 1.8 })).toBeCloseTo(0.0118, 4)
  })

  it.each<[what: string, record: Parameters<typeof edgeCeiling>[0], ceiling: number | undefined]>([
    ['too short a record', { wins: 40, losses: 9, payoff: 3 }, undefined],
    ['a losing record', { wins: 20, losses: 80, payoff: 1 }, 0],
    ['no win', { wins: 0, losses: 60, payoff: 0 }, 0],
  ])('%s: %s', (_what, record, ceiling) => expect(edgeCeiling(record)).toBe(ceiling))

  it('keeps the bounds inside 0 and 1, around the rate', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (trades, share) => {
        const wins = Math.round(trades * share)
        const { low, high } = wilsonInterval(wins, trades, EDGE_Z)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(wins / trades + 1e-12)
        expect(high).toBeGreaterThanOrEqual(wins / trades - 1e-12)
      }),
    ))

  it('refuses a record that cannot be', () => expect(() => wilsonInterval(3, 2, 1)).toThrow(RangeError))
})

describe('the risk budget', () => {
  it('is 1.5 % of the capital for a new account', () =>
    expect(riskBudget({ capital, dailyResults: [], record: none })).toEqual({
      amount: rs(4_500),
      volatilityFactor: 1,
      drawdownFactor: 1,
      edgeCeiling: null,
      edgeGate: false,
    }))

  it('shrinks in a drawdown, down to a quarter', () => {
    expect(drawdownFactor(capital, [rs(10_000), rs(-15_000)])).toBeCloseTo(0.5, 9)
    expect(drawdownFactor(capital, [rs(-60_000)])).toBe(0.25)
  })

  it('follows the account’s own volatility after 30 days', () => {
    expect(volatilityFactor(capital, days(29, 9_000))).toBe(1)
    expect(volatilityFactor(capital, days(30, 4_000))).toBeCloseTo(0.75, 9)
    expect(volatilityFactor(capital, days(30, 30_000))).toBe(0.5)
    expect(volatilityFactor(capital, days(30, 300))).toBe(1.25)
    expect(volatilityFactor(capital, days(30, 0))).toBe(1.25)
  })

  it('is held under the record’s ceiling', () => {
    const record = { wins: 45, losses: 55, payoff: 1.8 }
    const { amount } = riskBudget({ capital, dailyResults: [], record })
    expect(amount).toBe(Math.floor(capital * edgeCeiling(record)!))
    expect(amount).toBeLessThan(rs(4_500))
  })

  it('closes the edge gate on a record without edge, and keeps a budget for paper', () =>
    expect(riskBudget({ capital, dailyResults: [], record: { wins: 20, losses: 80, payoff: 1 } })).toMatchObject({
      edgeGate: true,
      amount: rs(4_500),
    }))

  it('is never negative and never above 1.875 % of the capital', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }).map(paise),
        fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }).map(paise), { maxLength: 60 }),
        (capital, dailyResults) => {
          const { amount } = riskBudget({ capital, dailyResults, record: none })
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBeLessThanOrEqual(capital * 0.015 * 1.25 + 1)
        },
      ),
    ))
})
