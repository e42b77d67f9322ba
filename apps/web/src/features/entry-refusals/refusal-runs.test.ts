import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { refusalBody } from '../../testing/response-bodies.ts'
import { refusalRuns } from './refusal-runs.ts'

const row = (minute: number, code: string, symbol: IndexSymbol = 'NIFTY') =>
  refusalBody({ at: `2026-11-20T10:${minute}:04+05:30`, code, symbol, decision_id: `${symbol} ${minute}` })

it('joins what repeats in one index, whatever the other index has in between', () => {
  const rows = [
    row(19, 'cooldown'),
    row(19, 'token_stale', 'BANKNIFTY'),
    row(18, 'cooldown'),
    row(17, 'cooldown'),
    row(16, 'cash'),
    row(15, 'cooldown'),
  ]
  expect(
    refusalRuns(rows).map(({ newest, since, count }) => [newest.symbol, newest.code, since.slice(11, 16), count]),
  ).toEqual([
    ['NIFTY', 'cooldown', '10:17', 3],
    ['BANKNIFTY', 'token_stale', '10:19', 1],
    ['NIFTY', 'cash', '10:16', 1],
    ['NIFTY', 'cooldown', '10:15', 1],
  ])
})

it('counts every row once and never joins two that differ', () => {
  const anyRow = fc.record({
    minute: fc.integer({ min: 10, max: 59 }),
    code: fc.constantFrom('cash', 'cooldown', 'token_stale'),
    symbol: fc.constantFrom('NIFTY' as const, 'BANKNIFTY' as const),
  })
  fc.assert(
    fc.property(fc.array(anyRow), (drawn) => {
      const rows = drawn.map(({ minute, code, symbol }) => row(minute, code, symbol))
      const runs = refusalRuns(rows)
      expect(runs.reduce((sum, run) => sum + run.count, 0)).toBe(rows.length)
      for (const symbol of ['NIFTY', 'BANKNIFTY'] as const) {
        const codes = runs.filter((run) => run.newest.symbol === symbol).map((run) => run.newest.code)
        expect(codes.some((code, i) => code === codes[i + 1])).toBe(false)
      }
    }),
  )
})
