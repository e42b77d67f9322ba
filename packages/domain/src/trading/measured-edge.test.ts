import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, istDate, type IstDate } from '../time/ist.ts'
import type { Paise } from '../money/paise.ts'
import { boughtOption, meanOf } from '../statistics/testing/synthetic-results.ts'
import { seededNumbers } from '../statistics/seeded-numbers.ts'
import { edgeForLive, measureEdge, type ClosedTradeSample } from './measured-edge.ts'

const FIRST = istDate('2026-08-03')

function trade(net: number, on: IstDate = FIRST): ClosedTradeSample {
  return { on, gross: (net + 7_000) as Paise, charges: 7_000 as Paise, net: net as Paise, risk: 100_000 as Paise }
}

/** `perDay` trades on each of `days` days, one result after the other. */
function record(days: number, perDay: number, results: readonly number[], from = FIRST): ClosedTradeSample[] {
  return Array.from({ length: days * perDay }, (_, i) =>
    trade(results[i % results.length]!, addDays(from, Math.floor(i / perDay))),
  )
}

describe('what trades brought', () => {
  it('is counted net, with what it cost and how far it fell beside it', () => {
    const edge = measureEdge([
      trade(50_000),
      trade(-30_000),
      trade(-40_000, addDays(FIRST, 1)),
      trade(0, addDays(FIRST, 3)),
    ])
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

  it('has no profit factor without a loss, and nothing without a trade', () => {
    expect(measureEdge([trade(5)])?.profitFactor).toBeNull()
    expect(measureEdge([])).toBeUndefined()
  })

  it('is that of every day with a trade', () => {
    const edge = measureEdge(record(300, 1, [1_000]))
    expect(edge).toMatchObject({ trades: 300, days: 300, from: FIRST, to: addDays(FIRST, 299) })
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
          const edge = measureEdge(trades)!
          expect(edge.gross - edge.charges).toBe(edge.net)
          const { low, high } = edge.expectancyInterval ?? { low: -Infinity, high: Infinity }
          expect(low).toBeLessThanOrEqual(high)
          expect(edge.winRateInterval.low).toBeLessThanOrEqual(edge.winRate)
          expect(edge.winRateInterval.high).toBeGreaterThanOrEqual(edge.winRate)
          const again = measureEdge(trades.toReversed())!
          expect([again.net, again.expectancyInterval]).toEqual([edge.net, edge.expectancyInterval])
        },
      ),
      { numRuns: 20 },
    ))
})

it.each<[what: string, trades: ClosedTradeSample[], verdict: string]>([
  ['49 trades', record(49, 1, [9_000]), 'not_known'],
  ['50 trades of nine days', record(9, 6, [9_000]), 'not_known'],
  ['50 trades that won each time', record(10, 5, [9_000]), 'positive'],
  ['50 trades that lost each time', record(10, 5, [-9_000]), 'not_positive'],
  ['a small gain with wide swings', record(60, 1, [90_000, -80_000, -85_000, 95_000]), 'not_positive'],
])('%s: %#', (_what, trades, verdict) => expect(measureEdge(trades)?.verdict).toBe(verdict))

describe('the verdict, evaluated after every day of a year', { timeout: 60_000 }, () => {
  const ACCOUNTS = 40
  const SESSIONS = 250
  /** Results of bought options that average `mean` R, on so many days. */
  const record = (unit: () => number, mean: number, sessions: number): ClosedTradeSample[] =>
    Array.from({ length: sessions }, (_, session) =>
      Array.from({ length: Math.floor(unit() * 4) }, () =>
        trade(Math.round(100_000 * (boughtOption(unit) + mean)), addDays(FIRST, session)),
      ),
    ).flat()
  const usual = meanOf(boughtOption, seededNumbers(1))

  it('is ever "positive" of at most 2.5 % of accounts without an edge', () => {
    const unit = seededNumbers(5)
    const positive = Array.from({ length: ACCOUNTS }, () => record(unit, -usual, SESSIONS)).filter((trades) =>
      Array.from({ length: SESSIONS }, (_, session) => addDays(FIRST, session)).some(
        (day) => measureEdge(trades.filter(({ on }) => on <= day))?.verdict === 'positive',
      ),
    )
    console.log(`accounts without an edge that were ever called positive in a year: ${positive.length} of ${ACCOUNTS}`)
    expect(positive.length / ACCOUNTS).toBeLessThanOrEqual(0.025)
  })

  it('finds an edge that is there: 0.3 R a trade within a year', () =>
    expect(measureEdge(record(seededNumbers(11), 0.3 - usual, SESSIONS))?.verdict).toBe('positive'))
})

describe('what speaks for a live account', () => {
  const [won, lost] = [record(12, 5, [9_000]), record(12, 5, [-9_000])]
  const later = (results: number[], trades = 60) => record(trades / 5, 5, results, addDays(FIRST, 30))

  it.each<
    [what: string, live: ClosedTradeSample[], paper: ClosedTradeSample[], of: string, verdict: string | undefined]
  >([
    ['nothing was traded', [], [], 'live', undefined],
    ['few live trades, none on paper', won.slice(0, 20), [], 'live', 'not_known'],
    ['few live trades, a forward test', won.slice(0, 20), won, 'paper', 'positive'],
    ['a forward test that lost', [], lost, 'paper', 'not_positive'],
    ['a good live record, whatever paper shows', won, later([-9_000]), 'live', 'positive'],
    ['a live record that lost; paper before it excuses nothing', lost, won, 'live', 'not_positive'],
    ['a live record that lost; paper since then won', lost, later([9_000]), 'paper', 'positive'],
    ['a live record that lost; too little paper since', lost, later([9_000], 20), 'live', 'not_positive'],
  ])('%s', (_what, live, paper, of, verdict) => {
    const found = edgeForLive({ live, paper })
    expect([found.of, found.edge?.verdict]).toEqual([of, verdict])
  })
})
