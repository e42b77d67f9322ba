import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costPerUnit, dayTotal, openProfit, tradePnlOf } from './pnl.ts'
import type { ExecutedOrder } from '../charges/charges.ts'
import { paise, paiseFromRupees } from '../money/paise.ts'
import { istDate } from '../time/ist.ts'

const BROKERAGE = paise(2_000)

const on = istDate('2026-11-20')
const orders = (buy: number, sell: number): ExecutedOrder[] => [
  { side: 'BUY', value: paiseFromRupees(buy), on },
  { side: 'SELL', value: paiseFromRupees(sell), on },
]
const anyTrade = fc
  .tuple(fc.integer({ min: 1, max: 50_000_000 }), fc.integer({ min: 1, max: 50_000_000 }))
  .map(([buy, sell]) =>
    tradePnlOf(
      [
        { side: 'BUY', value: paise(buy), on },
        { side: 'SELL', value: paise(sell), on },
      ],
      BROKERAGE,
    ),
  )

describe('the result of a trade', () => {
  it('is gross less charges', () =>
    expect(tradePnlOf(orders(9_750, 11_700), BROKERAGE)).toMatchObject({
      gross: 195_000,
      net: 187_594,
      charges: { total: 7_406 },
    }))

  it('sums to the day’s total', () =>
    fc.assert(
      fc.property(fc.array(anyTrade), (results) => {
        const total = dayTotal(results)
        const charges = results.reduce((sum, result) => sum + result.charges.total, 0)
        expect(total.gross - charges).toBe(total.net)
        expect(total.net).toBe(results.reduce((sum, result) => sum + result.net, 0))
      }),
    ))

  it('counts each exit order of a position sold in parts', () => {
    const [buy, sell] = orders(9_750, 11_700)
    const half: ExecutedOrder = { ...sell!, value: paise(sell!.value / 2) }
    const inParts = tradePnlOf([buy!, half, half], BROKERAGE)
    expect(inParts.gross).toBe(195_000)
    expect(inParts.charges.brokerage).toBe(6_000)
  })
})

describe('an open position', () =>
  it('is worth its bid', () => expect(openProfit(paise(975_000), 65, paise(14_000))).toBe(-65_000)))

describe('the cost a unit', () =>
  it('is the charges of in and out over the quantity', () =>
    expect(costPerUnit(paise(975_000), paise(1_170_000), 65, on, BROKERAGE)).toBeCloseTo(7_406 / 65, 9)))
