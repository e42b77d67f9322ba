import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closedTrade } from '../../testing/response-bodies.ts'
import { byEntryTime, resultOf, totalsOf } from './totals.ts'

const money = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((paise) => paise / 100)

it('nets a trade to the paisa', () => {
  expect(resultOf({ pnl: 1950, charges: 74.06 })).toEqual({ gross: 1950, charges: 74.06, net: 1875.94 })
  expect(resultOf({ pnl: null, charges: null })).toBeUndefined()
})

it('adds up exactly: the net of the day is the sum of the nets less what the contract note rounds', () => {
  const duty = fc.nat(1_000_000).map((paise) => paise / 100)
  fc.assert(
    fc.property(
      fc.array(fc.record({ pnl: money, charges: money, stt: duty, stamp: duty }), { maxLength: 50 }),
      (trades) => {
        const paise = trades.reduce((sum, trade) => sum + Math.round(resultOf(trade)!.net * 100), 0)
        const { net, rounding } = totalsOf(trades)
        expect(Math.round(net * 100)).toBe(paise - Math.round(rounding * 100))
      },
    ),
  )
})

it('rounds the STT and the stamp duty of the day to whole rupees, as its contract note does', () => {
  // STT 35.10 becomes 35, stamp duty 0.58 becomes 1.
  const day = [closedTrade({ stt: 17.55, stamp: 0.29 }), closedTrade({ stt: 17.55, stamp: 0.29 })]
  expect(totalsOf(day)).toMatchObject({ charges: 148.12, rounding: 0.32, net: 3751.56 })
})

it('leaves unknown results out of the sums and counts them', () => {
  const unknown = closedTrade({ pnl: null, charges: null, stt: null, stamp: null })
  expect(totalsOf([closedTrade(), unknown])).toMatchObject({ gross: 1950, charges: 74.06, unknown: 1 })
})

it('sorts by entry time', () => {
  const late = closedTrade({ trade_id: 'late', entry_time: '2026-11-20T11:00:00+05:30' })
  const early = closedTrade({ trade_id: 'early', entry_time: '2026-11-20T09:20:00+05:30' })
  expect(byEntryTime([late, early]).map((trade) => trade.trade_id)).toEqual(['early', 'late'])
})
