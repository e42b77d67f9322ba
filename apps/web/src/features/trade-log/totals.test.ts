import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closedTrade } from '../../testing/bodies.ts'
import { byEntryTime, resultOf, totalsOf } from './totals.ts'

const money = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((paise) => paise / 100)

it('nets a trade to the paisa', () => {
  expect(resultOf({ pnl: 1950, charges: 74.06 })).toEqual({ gross: 1950, charges: 74.06, net: 1875.94 })
  expect(resultOf({ pnl: null, charges: null })).toBeUndefined()
})

it('adds up exactly: the sum of the nets is the net of the sums', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ pnl: money, charges: money }), { maxLength: 50 }), (trades) => {
      const paise = trades.reduce((sum, trade) => sum + Math.round(resultOf(trade)!.net * 100), 0)
      expect(Math.round(totalsOf(trades).net * 100)).toBe(paise)
    }),
  )
})

it('leaves unknown results out of the sums and counts them', () => {
  expect(totalsOf([closedTrade(), closedTrade({ pnl: null, charges: null })])).toMatchObject({
    net: 1875.94,
    unknown: 1,
  })
})

it('sorts by entry time', () => {
  const late = closedTrade({ trade_id: 'late', entry_time: '2026-11-20T11:00:00+05:30' })
  const early = closedTrade({ trade_id: 'early', entry_time: '2026-11-20T09:20:00+05:30' })
  expect(byEntryTime([late, early]).map((trade) => trade.trade_id)).toEqual(['early', 'late'])
})
