import type { OrderSide } from '../instruments/order-terms.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargesOf, type ExecutedOrder } from './charges.ts'
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
