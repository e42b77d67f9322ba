import type { OptionChainRow } from '@strikewise/wire/option-chain.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChainCuts, wallsOf } from './chain-cuts.ts'
import { snapshotOf } from './snapshot.ts'

const row = (strike: number, ce_oi = 1, pe_oi = 1): OptionChainRow => ({
  strike,
  ce_oi,
  ce_ltp: 1,
  ce_above_ema: null,
  pe_oi,
  pe_ltp: 1,
  pe_above_ema: null,
})
const chainOf = (rows: readonly OptionChainRow[]) => snapshotOf(JSON.stringify(rows))
const strikesOf = (snapshot: { readonly json: Buffer }) =>
  (JSON.parse(snapshot.json.toString()) as OptionChainRow[]).map(({ strike }) => strike)
/** The money first, as it is served. */
const around = (centre: number, from: number, count: number) => [
  row(centre),
  ...Array.from({ length: count }, (_, i) => row(from + 50 * i)).filter(({ strike }) => strike !== centre),
]

describe('the strikes around the money', () => {
  it('are seven on each side, in the order they came in, the money first', () => {
    const near = new ChainCuts().near(chainOf(around(24_500, 23_500, 61)))
    expect(strikesOf(near)).toEqual([
      24_500,
      ...Array.from({ length: 15 }, (_, i) => 24_150 + 50 * i).filter((strike) => strike !== 24_500),
    ])
  })

  it('are fewer where the chain ends, and none of an empty one', () => {
    const cuts = new ChainCuts()
    expect(strikesOf(cuts.near(chainOf(around(24_500, 24_450, 4))))).toEqual([24_500, 24_450, 24_550, 24_600])
    expect(strikesOf(cuts.near(chainOf([])))).toEqual([])
  })

  it('are cut once a snapshot, and the details of the same strikes with them', () => {
    const cuts = new ChainCuts()
    const rows = chainOf(around(24_500, 23_500, 61))
    const details = chainOf(Array.from({ length: 61 }, (_, i) => row(23_500 + 50 * i)))
    expect(cuts.near(rows)).toBe(cuts.near(rows))
    expect(strikesOf(cuts.nearDetails(details, rows))).toEqual(Array.from({ length: 15 }, (_, i) => 24_150 + 50 * i))
    expect(cuts.nearDetails(details, rows)).toBe(cuts.nearDetails(details, rows))
    // The money moves while the details stay.
    expect(strikesOf(cuts.nearDetails(details, chainOf(around(24_550, 23_500, 61))))[0]).toBe(24_200)
    expect(strikesOf(cuts.nearDetails(details, chainOf([])))).toEqual([])
  })
})

describe('the walls', () => {
  it('show nothing without rows or without open interest', () => {
    const nothing = { put_call_ratio: null, max_pain: null, call_wall: null, put_wall: null, ce_oi: 0, pe_oi: 0 }
    expect(wallsOf([])).toEqual(nothing)
    expect(wallsOf([row(24_500, 0, 0)])).toEqual(nothing)
  })

  it('stand on their sides of the money, with the ratio, the max pain and the totals', () => {
    const rows = [
      row(24_500, 100, 150),
      row(24_400, 900, 400),
      row(24_450, 50, 200),
      row(24_550, 300, 20),
      row(24_600, 700, 999),
    ]
    expect(wallsOf(rows)).toEqual({
      put_call_ratio: 0.86,
      max_pain: 24_500,
      call_wall: 24_600,
      put_wall: 24_400,
      ce_oi: 2050,
      pe_oi: 1769,
    })
  })

  it('come with the volatility beside them where it is known, and once for the same two snapshots', () => {
    const cuts = new ChainCuts()
    const rows = chainOf([row(24_500, 100, 150)])
    const standing = snapshotOf('{"percentile":63,"sessions":252}')
    const both = cuts.walls(rows, standing)
    expect(JSON.parse(both.json.toString())).toEqual({
      ...wallsOf([row(24_500, 100, 150)]),
      volatility: { percentile: 63, sessions: 252 },
    })
    expect(cuts.walls(rows, standing)).toBe(both)
    const later = cuts.walls(rows, snapshotOf('{"percentile":null,"sessions":41}'))
    expect(JSON.parse(later.json.toString())).toMatchObject({ volatility: { percentile: null, sessions: 41 } })
    expect(JSON.parse(cuts.walls(rows).json.toString())).not.toHaveProperty('volatility')
  })

  it('read ten strikes on each side for the ratio, and no farther', () => {
    const near = Array.from({ length: 21 }, (_, i) => row(24_000 + i * 50, 10, 20))
    const rows = [near[10]!, ...near.filter((_, i) => i !== 10), row(23_950, 0, 1_000_000), row(25_050, 1_000_000, 0)]
    expect(wallsOf(rows)).toMatchObject({ put_call_ratio: 2, call_wall: 24_500, put_wall: 24_500 })
  })

  it('do not depend on the order of the rows after the first', () => {
    const oi = fc.nat(5_000_000)
    fc.assert(
      fc.property(fc.array(fc.tuple(oi, oi), { minLength: 2, maxLength: 30 }), (amounts) => {
        const rows = amounts.map(([calls, puts], i) => row(24_000 + i * 50, calls, puts))
        const [first, ...rest] = rows
        expect(wallsOf([first!, ...rest.toReversed()])).toEqual(wallsOf(rows))
      }),
    )
  })
})
