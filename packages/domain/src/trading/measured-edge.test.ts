import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, istDate, type IstDate } from '../time/ist.ts'
import type { Paise } from '../money/paise.ts'
import { edgeForLive, measureEdge, type MeasuredTrade } from './measured-edge.ts'

const FIRST = istDate('2026-08-03')

/** New streams of fixed numbers in [0, 1), from the golden ratio. */
const numbers = () => {
  let at = 0
  return () => (at = (at + 0.618_033_988_749) % 1)
}

function trade(net: number, on: IstDate = FIRST): MeasuredTrade {
  return { on, gross: (net + 7_000) as Paise, charges: 7_000 as Paise, net: net as Paise, risk: 100_000 as Paise }
}

/** `perDay` trades on each of `days` days, one result after the other. */
function record(days: number, perDay: number, results: readonly number[], from = FIRST): MeasuredTrade[] {
  return Array.from({ length: days * perDay }, (_, i) =>
    trade(results[i % results.length]!, addDays(from, Math.floor(i / perDay))),
  )
}

describe('what trades brought', () => {
  it('is counted net, with what it cost and how far it fell beside it', () => {
    const edge = measureEdge(
      [trade(50_000), trade(-30_000), trade(-40_000, addDays(FIRST, 1)), trade(0, addDays(FIRST, 3))],
      numbers,
    )
    expect(edge).toMatchObject({
      trades: 4,
      days: 3,
      from: '2026-08-03',
      to: '2026-08-06',
      gross: 8_000,
      charges: 28_000,
      net: -20_000,
      wins: 1,
      winRate: 0.25,
      expectancy: -5_000,
      profitFactor: 50_000 / 70_000,
      drawdown: { most: 40_000, longestDays: 2 },
      verdict: 'not_known',
    })
    expect(edge?.expectancyR).toBeCloseTo(-0.05, 9)
  })

  it('has no profit factor without a loss, and nothing at all without a trade', () => {
    expect(measureEdge([trade(5)], numbers)?.profitFactor).toBeNull()
    expect(measureEdge([], numbers)).toBeUndefined()
  })

  it('is that of the last 250 days with a trade', () => {
    const edge = measureEdge(record(300, 1, [1_000]), numbers)
    expect(edge).toMatchObject({ trades: 250, days: 250, from: addDays(FIRST, 50), to: addDays(FIRST, 299) })
  })

  it('adds up, keeps its mean inside the interval, and does not depend on the order of the trades', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -90_000, max: 90_000 }), fc.integer({ min: 0, max: 20 })), {
          minLength: 1,
          maxLength: 30,
        }),
        (rows) => {
          const trades = rows.map(([net, day]) => trade(net, addDays(FIRST, day)))
          const edge = measureEdge(trades, numbers)!
          expect(edge.gross - edge.charges).toBe(edge.net)
          expect(edge.expectancyInterval.low).toBeLessThanOrEqual(edge.expectancyInterval.high)
          const again = measureEdge(trades.toReversed(), numbers)!
          expect([again.net, again.expectancyInterval]).toEqual([edge.net, edge.expectancyInterval])
        },
      ),
      { numRuns: 20 },
    ))
})

it.each<[what: string, trades: MeasuredTrade[], verdict: string]>([
  ['49 trades', record(49, 1, [9_000]), 'not_known'],
  ['50 trades of nine days', record(9, 6, [9_000]), 'not_known'],
  ['50 trades that won each time', record(10, 5, [9_000]), 'positive'],
  ['50 trades that lost each time', record(10, 5, [-9_000]), 'not_positive'],
  ['a small gain with wide swings', record(60, 1, [90_000, -80_000, -85_000, 95_000]), 'not_positive'],
])('%s: %#', (_what, trades, verdict) => expect(measureEdge(trades, numbers)?.verdict).toBe(verdict))

describe('what speaks for a live account', () => {
  const [won, lost] = [record(12, 5, [9_000]), record(12, 5, [-9_000])]
  const later = (results: number[], trades = 60) => record(trades / 5, 5, results, addDays(FIRST, 30))

  it.each<[what: string, live: MeasuredTrade[], paper: MeasuredTrade[], of: string, verdict: string | undefined]>([
    ['nothing was traded', [], [], 'live', undefined],
    ['few live trades, none on paper', won.slice(0, 20), [], 'live', 'not_known'],
    ['few live trades, a forward test', won.slice(0, 20), won, 'paper', 'positive'],
    ['a forward test that lost', [], lost, 'paper', 'not_positive'],
    ['a good live record, whatever paper says', won, later([-9_000]), 'live', 'positive'],
    ['a live record that lost; paper before it excuses nothing', lost, won, 'live', 'not_positive'],
    ['a live record that lost; paper since then won', lost, later([9_000]), 'paper', 'positive'],
    ['a live record that lost; too little paper since', lost, later([9_000], 20), 'live', 'not_positive'],
  ])('%s', (_what, live, paper, of, verdict) => {
    const found = edgeForLive({ live, paper }, numbers)
    expect([found.of, found.edge?.verdict]).toEqual([of, verdict])
  })
})
