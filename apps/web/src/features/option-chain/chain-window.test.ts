import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chainRow } from '../../testing/response-bodies.ts'
import { chainWindow } from './chain-window.ts'

it("keeps what lies within 250 points of the first row's strike, ascending", () => {
  const rows = [24500, 24000, 24250, 24249, 24750, 24751, 24450].map((strike) => chainRow(strike))
  const shown = chainWindow(rows)
  expect(shown.centre).toBe(24500)
  expect(shown.rows.map((row) => row.strike)).toEqual([24250, 24450, 24500, 24750])
})

it('is empty without rows', () => expect(chainWindow([]).rows).toEqual([]))

it('always holds the first row, and the bars never pass their largest', () => {
  const strikes = fc.uniqueArray(fc.integer({ min: 20_000, max: 30_000 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(strikes, fc.nat(10_000_000), (list, oi) => {
      const shown = chainWindow(list.map((strike) => chainRow(strike, { ce_oi: oi })))
      expect(shown.rows.some((row) => row.strike === list[0])).toBe(true)
      expect(shown.rows.every((row) => Math.max(row.ce_oi, row.pe_oi) <= shown.fullBar)).toBe(true)
    }),
  )
})
