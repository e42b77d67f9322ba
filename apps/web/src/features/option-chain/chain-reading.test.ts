import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chainRow } from '../../testing/response-bodies.ts'
import { chainReading } from './chain-reading.ts'

const row = (strike: number, ce_oi: number, pe_oi: number) => chainRow(strike, { ce_oi, pe_oi })

it('shows nothing without rows or without open interest', () => {
  const nothing = { putCallRatio: undefined, maxPain: undefined, callWall: undefined, putWall: undefined }
  expect(chainReading([])).toEqual(nothing)
  expect(chainReading([row(24_500, 0, 0)])).toEqual(nothing)
})

it('finds the walls on their sides of the money, the ratio and the max pain', () => {
  const rows = [
    row(24_500, 100, 150),
    row(24_400, 900, 400),
    row(24_450, 50, 200),
    row(24_550, 300, 20),
    row(24_600, 700, 999),
  ]
  expect(chainReading(rows)).toEqual({
    putCallRatio: (150 + 400 + 200 + 20 + 999) / (100 + 900 + 50 + 300 + 700),
    maxPain: 24_500,
    callWall: 24_600,
    putWall: 24_400,
  })
})

it('reads ten strikes on each side for the ratio, and no farther', () => {
  const near = Array.from({ length: 21 }, (_, i) => row(24_000 + i * 50, 10, 20))
  const rows = [near[10]!, ...near.filter((_, i) => i !== 10), row(23_950, 0, 1_000_000), row(25_050, 1_000_000, 0)]
  expect(chainReading(rows)).toMatchObject({ putCallRatio: 2, callWall: 24_500, putWall: 24_500 })
})

it('the order of the rows after the first does not matter', () => {
  const oi = fc.nat(5_000_000)
  fc.assert(
    fc.property(fc.array(fc.tuple(oi, oi), { minLength: 2, maxLength: 30 }), (amounts) => {
      const rows = amounts.map(([calls, puts], i) => row(24_000 + i * 50, calls, puts))
      const [first, ...rest] = rows
      expect(chainReading([first!, ...rest.toReversed()])).toEqual(chainReading(rows))
    }),
  )
})
