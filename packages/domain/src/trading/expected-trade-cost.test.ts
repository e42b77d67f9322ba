import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargesOf } from '../charges/charges.ts'
import type { Paise } from '../money/paise.ts'
import { nseCalendar } from '../time/calendar.ts'
import { istDate, istInstant } from '../time/ist.ts'
import { expectedTradeCost, plannedHoldingMinutes, type TradeCostInputs } from './expected-trade-cost.ts'

const ON = istDate('2026-11-20')
const NIFTY: TradeCostInputs = {
  on: ON,
  bid: 14_980 as Paise,
  ask: 15_020 as Paise,
  lotSize: 75,
  lots: 2,
  brokerage: 2_000 as Paise,
  delta: 0.5,
  theta: -12,
  holdingMinutes: 77,
  sessionMinutes: 385,
  spot: 2_500_000 as Paise,
  risk: 450_000 as Paise,
}
const charges = (paid: number, sold: number) =>
  chargesOf(
    [
      { side: 'BUY', value: paid as Paise, on: ON },
      { side: 'SELL', value: sold as Paise, on: ON },
    ],
    2_000 as Paise,
  ).total

const price = fc.integer({ min: 5, max: 200_000 }).map((paise) => paise as Paise)
const inputs: fc.Arbitrary<TradeCostInputs> = fc
  .record({
    bid: price,
    width: fc.integer({ min: 0, max: 5_000 }),
    lotSize: fc.integer({ min: 1, max: 120 }),
    lots: fc.integer({ min: 1, max: 50 }),
    delta: fc.double({ min: 0.01, max: 1, noNaN: true }),
    theta: fc.double({ min: -500, max: 5, noNaN: true }),
    holdingMinutes: fc.integer({ min: 0, max: 375 }),
  })
  .map(({ bid, width, ...rest }) => ({ ...NIFTY, ...rest, bid, ask: (bid + width) as Paise }))
const cost = (of: TradeCostInputs) => expectedTradeCost(of)!

describe('the expected cost of a trade', () => {
  it('is spread, charges and decay of the planned holding time', () => {
    const found = cost(NIFTY)
    expect(found.spread).toBe(40 * 150)
    expect(found.charges).toBe(charges(15_020 * 150, 14_980 * 150))
    // A fifth of a day's ₹12 a unit.
    expect(found.decay).toBe(240 * 150)
    expect(found.total).toBe(found.spread + found.charges + found.decay!)
    expect(found.r).toBeCloseTo(found.total / 450_000, 12)
  })

  it('is paid by a move of the index of the cost a unit over delta', () => {
    const { perUnit, breakEven } = cost(NIFTY)
    expect(breakEven!.points * 0.5 * 100).toBeCloseTo(perUnit, 9)
    expect(breakEven!.ratio).toBeCloseTo(breakEven!.points / 25_000, 12)
    expect(cost({ ...NIFTY, delta: -0.5 }).breakEven).toEqual(breakEven)
  })

  it.each<[what: string, change: Partial<TradeCostInputs>]>([
    ['there is no bid', { bid: undefined }],
    ['there is no ask', { ask: undefined }],
    ['the bid is 0', { bid: 0 as Paise }],
    ['the quote is crossed', { bid: 15_030 as Paise }],
    ['there are no units', { lots: 0 }],
  ])('is unknown when %s', (_what, change) => expect(expectedTradeCost({ ...NIFTY, ...change })).toBeUndefined())

  it.each<[what: string, change: Partial<TradeCostInputs>, unknown: 'decay' | 'breakEven' | 'r']>([
    ['theta is not known', { theta: undefined }, 'decay'],
    ['delta is not known', { delta: undefined }, 'breakEven'],
    ['delta is 0', { delta: 0 }, 'breakEven'],
    ['the stop is not known', { risk: undefined }, 'r'],
    ['the stop risks nothing', { risk: 0 as Paise }, 'r'],
  ])('leaves a part open when %s', (_what, change, unknown) => {
    const found = cost({ ...NIFTY, ...change })
    expect(found[unknown]).toBeUndefined()
    expect(found.total).toBe(found.spread + found.charges + (found.decay ?? 0))
  })

  it('has no share of the index while the index is not known', () =>
    expect(cost({ ...NIFTY, spot: undefined }).breakEven).toEqual({
      points: cost(NIFTY).breakEven!.points,
      ratio: undefined,
    }))

  it('is never negative, whole paise, and the sum of its parts', () =>
    fc.assert(
      fc.property(inputs, (of) => {
        const { spread, charges: charged, decay, total } = cost(of)
        expect([spread, charged, decay!, total].every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true)
        expect(total).toBe(spread + charged + decay!)
        expect(decay).toBeLessThanOrEqual(of.bid! * of.lots * of.lotSize)
      }),
    ))

  it('rises with the spread', () =>
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 1_000 }), (of, more) => {
        const wider = cost({ ...of, ask: (of.ask! + more) as Paise })
        expect(wider.total - cost(of).total).toBeGreaterThanOrEqual(more * of.lots * of.lotSize)
        expect(wider.breakEven!.points).toBeGreaterThan(cost(of).breakEven!.points)
      }),
    ))

  it('never falls with the holding time', () =>
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 400 }), (of, more) => {
        const longer = cost({ ...of, holdingMinutes: of.holdingMinutes + more })
        expect(longer.total).toBeGreaterThanOrEqual(cost(of).total)
      }),
    ))

  it('needs a smaller move with a larger delta', () =>
    fc.assert(
      fc.property(inputs, fc.double({ min: 1.01, max: 5, noNaN: true }), (of, times) => {
        const deeper = cost({ ...of, delta: of.delta! * times })
        expect(deeper.breakEven!.points).toBeLessThan(cost(of).breakEven!.points)
      }),
    ))
})

describe('the planned holding time', () => {
  const session = nseCalendar.sessionOn(ON)
  const later = istDate('2026-11-24')

  it.each<[when: string, hour: number, minute: number, expiry: typeof ON, minutes: number]>([
    ['an entry in the morning is held until the time limit', 10, 0, later, 90],
    ['an entry in the afternoon is held until the square-off', 14, 0, later, 65],
    ['on its expiry day it ends earlier', 14, 0, ON, 45],
    ['after the square-off there is none', 15, 6, later, 0],
  ])('%s', (_when, hour, minute, expiry, minutes) =>
    expect(plannedHoldingMinutes(istInstant(ON, hour, minute), session, expiry)).toBe(minutes),
  )

  it('is the time limit where the session is not known', () =>
    expect(plannedHoldingMinutes(istInstant(ON, 14, 0), undefined, later)).toBe(90))
})
