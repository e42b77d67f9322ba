import type { EntryRefusalRow } from '@strikewise/wire/trades.ts'
import { expect, it } from 'vitest'
import { groupRefusals } from './refusals.ts'

const row = (minute: number, change: Partial<EntryRefusalRow> = {}): EntryRefusalRow => ({
  at: `2026-11-20T10:${minute}:04+05:30`,
  symbol: 'NIFTY',
  decision_id: `d${minute}`,
  code: 'position_in_symbol',
  text: `at ${minute}`,
  ...change,
})

it('gives each reason of an index once, with its newest words, the newest first', () => {
  const rows = [
    row(11),
    row(12, { symbol: 'BANKNIFTY' }),
    row(14),
    row(13),
    row(15, { code: 'funds', text: 'no cash' }),
  ]
  expect(groupRefusals(rows).map(({ symbol, code, text, count }) => [symbol, code, text, count])).toEqual([
    ['NIFTY', 'funds', 'no cash', 1],
    ['NIFTY', 'position_in_symbol', 'at 14', 3],
    ['BANKNIFTY', 'position_in_symbol', 'at 12', 1],
  ])
})
