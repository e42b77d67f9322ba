import type { OrderSide } from '../instruments/order-terms.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargesOf, contractNoteCharges, contractNoteRounding, exerciseTax, type ExecutedOrder } from './charges.ts'
import { chargeRatesOn } from './rates.ts'
import { paise, paiseFromRupees, type Paise } from '../money/paise.ts'
import { istDate } from '../time/ist.ts'

const BROKERAGE = paise(2_000)

const order = (side: OrderSide, rupees: number, on = '2026-11-20'): ExecutedOrder => ({
  side,
  value: paiseFromRupees(rupees),
  on: istDate(on),
})
const anyOrder = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  value: fc.integer({ min: 1, max: 1_000_000_000 }).map(paise),
  on: fc.constantFrom('2024-09-30', '2025-06-02', '2026-03-02', '2026-11-20').map(istDate),
})

describe('charges of a trade', () => {
  it.each<[what: string, orders: ExecutedOrder[], total: number]>([
    ['65 units from 150 to 180, today', [order('BUY', 9_750), order('SELL', 11_700)], 7_406],
    [
      '65 units from 150 to 180, before April 2026',
      [order('BUY', 9_750, '2026-03-31'), order('SELL', 11_700, '2026-03-31')],
      6_821,
    ],
    ['65 units from 120 to a stop at 86', [order('BUY', 7_800), order('SELL', 5_590)], 6_145],
    ['nothing executed', [order('BUY', 0)], 0],
  ])('%s', (_what, orders, total) => expect(chargesOf(orders, BROKERAGE).total).toBe(total))

  it('differs between brokers by what each takes for an executed order, and the tax on it', () => {
    const orders = [order('BUY', 9_750), order('SELL', 11_700)]
    const [free, five] = [chargesOf(orders, paise(0)), chargesOf(orders, paise(500))]
    expect(free.brokerage).toBe(0)
    expect(five).toEqual({ ...free, brokerage: 1_000, gst: free.gst + 180, total: free.total + 1_180 })
  })

  it('takes STT from the sale alone, by date', () => {
    expect(chargesOf([order('BUY', 9_750), order('SELL', 11_700)], BROKERAGE).stt).toBe(1_755)
    expect(chargesOf([order('SELL', 10_000, '2016-05-31')], BROKERAGE).stt).toBe(170)
    expect(chargesOf([order('SELL', 10_000, '2022-06-01')], BROKERAGE).stt).toBe(500)
    expect(chargesOf([order('SELL', 10_000, '2024-09-30')], BROKERAGE).stt).toBe(625)
    expect(chargesOf([order('SELL', 10_000, '2024-10-01')], BROKERAGE).stt).toBe(1_000)
    expect(chargesOf([order('SELL', 10_000, '2026-04-01')], BROKERAGE).stt).toBe(1_500)
    expect(chargesOf([order('BUY', 10_000)], BROKERAGE).stt).toBe(0)
  })

  it.each([
    ['2020-12-31', 500, 0],
    ['2021-01-01', 530, 0],
    ['2023-04-01', 500, 5],
    ['2024-10-01', 350, 5],
    ['2026-03-01', 355, 0],
  ])('takes the exchange’s charge of %s', (on, exchange, fund) => {
    // Ten thousand rupees of premium; the two parts are rounded together.
    const { exchange: charged } = chargesOf([order('BUY', 10_000, on)], BROKERAGE)
    expect(Math.abs(charged - exchange - fund)).toBeLessThanOrEqual(1)
  })

  it('adds up to its total, whatever the orders', () =>
    fc.assert(
      fc.property(fc.array(anyOrder, { maxLength: 8 }), (orders) => {
        const { total, ...parts } = chargesOf(orders, BROKERAGE)
        expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total)
        for (const part of Object.values(parts)) expect(Number.isSafeInteger(part) && part >= 0).toBe(true)
      }),
    ))

  it('does not depend on the order of its orders', () =>
    fc.assert(
      fc.property(fc.array(anyOrder, { maxLength: 8 }), (orders) => {
        expect(chargesOf(orders.toReversed(), BROKERAGE)).toEqual(chargesOf(orders, BROKERAGE))
      }),
    ))

  it('differs from the exact sum by at most half a paisa a component', () =>
    fc.assert(
      fc.property(anyOrder, (one) => {
        const rates = chargeRatesOn(one.on)
        const sides = one.side === 'SELL' ? rates.sttOnSale : rates.stampOnPurchase
        const exchange = (one.value * rates.exchange) / 1e7
        const sebi = (one.value * rates.sebi) / 1e7
        const gst = 0.18 * (2_000 + exchange + sebi)
        const exact = 2_000 + (one.value * sides) / 1e7 + exchange + (one.value * rates.investorFund) / 1e7 + sebi + gst
        expect(Math.abs(chargesOf([one], BROKERAGE).total - exact)).toBeLessThanOrEqual(2.5 + 1e-6)
      }),
    ))

  it.each([-1, 0.5, Number.NaN, 1e12])('refuses a value of %d paise', (value) =>
    expect(() => chargesOf([{ side: 'BUY', value: value as Paise, on: istDate('2026-11-20') }], BROKERAGE)).toThrow(
      RangeError,
    ),
  )
})

describe('the contract note', () => {
  // Market fact sheet §7, worked example: one lot of 65 from 120 to 150.
  const buy = contractNoteCharges(order('BUY', 7_800), BROKERAGE)
  const sell = contractNoteCharges(order('SELL', 9_750), BROKERAGE)

  it('rounds STT and stamp duty to rupees', () => {
    expect(buy).toMatchObject({ brokerage: 2_000, stt: 0, exchange: 277, sebi: 1, stamp: 0, gst: 410, total: 2_688 })
    expect(sell).toMatchObject({ brokerage: 2_000, stt: 1_500, exchange: 346, sebi: 1, gst: 423, total: 4_270 })
  })

  it('leaves 1,880.42 of the example’s 1,950', () => expect(975_000 - 780_000 - buy.total - sell.total).toBe(188_042))
})

describe('exercise', () =>
  it('taxes the intrinsic value, by date', () => {
    expect(exerciseTax(paise(1_000_000), istDate('2026-03-31'))).toBe(1_250)
    expect(exerciseTax(paise(1_000_000), istDate('2026-04-01'))).toBe(1_500)
  }))

describe('the rounding of a day’s contract note', () => {
  it.each([
    ['both up: STT 26.77, stamp duty 0.55', 2_677, 55, 23, 45],
    ['one up, one down', 1_499, 149, 1, -49],
    ['none for whole rupees', 1_500, 100, 0, 0],
    ['half a rupee goes up', 1_550, 50, 50, 50],
    ['none for a day without trades', 0, 0, 0, 0],
  ])('%s', (_what, stt, stamp, addsToStt, addsToStamp) => {
    expect(contractNoteRounding({ stt: paise(stt), stamp: paise(stamp) })).toEqual({
      stt: addsToStt,
      stamp: addsToStamp,
      total: addsToStt + addsToStamp,
    })
  })

  it('always makes whole rupees, at most half a rupee away', () =>
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), (stt, stamp) => {
        const rounding = contractNoteRounding({ stt: paise(stt), stamp: paise(stamp) })
        expect([(stt + rounding.stt) % 100, (stamp + rounding.stamp) % 100]).toEqual([0, 0])
        expect(Math.max(Math.abs(rounding.stt), Math.abs(rounding.stamp))).toBeLessThanOrEqual(50)
      }),
    ))
})
