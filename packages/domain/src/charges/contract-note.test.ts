import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, paiseFromRupees } from '../money/paise.ts'
import { istDate } from '../time/ist.ts'
import { contractNoteCharges, contractNoteRounding } from './contract-note.ts'

const BROKERAGE = paise(2_000)
const on = istDate('2026-11-20')

describe('the contract note', () => {
  // Market fact sheet §7, worked example: one lot of 65 from 120 to 150.
  const buy = contractNoteCharges({ side: 'BUY', value: paiseFromRupees(7_800), on }, BROKERAGE)
  const sell = contractNoteCharges({ side: 'SELL', value: paiseFromRupees(9_750), on }, BROKERAGE)

  it('rounds STT and stamp duty to rupees', () => {
    expect(buy).toMatchObject({ brokerage: 2_000, stt: 0, exchange: 277, sebi: 1, stamp: 0, gst: 410, total: 2_688 })
    expect(sell).toMatchObject({ brokerage: 2_000, stt: 1_500, exchange: 346, sebi: 1, gst: 423, total: 4_270 })
  })

  it('leaves 1,880.42 of the example’s 1,950', () => expect(975_000 - 780_000 - buy.total - sell.total).toBe(188_042))
})

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
