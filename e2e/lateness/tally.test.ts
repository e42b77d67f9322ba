import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { shareOrdered, sum, tallyOf, type AccountObservation, type EntryDecision } from './tally.ts'

const NOON = 1_790_000_000_000
const at = (ms: number) => (NOON + ms) as EpochMs
const decision = (id: string, more: Partial<EntryDecision> = {}): EntryDecision => ({
  id,
  symbol: 'NIFTY',
  tradingsymbol: 'NIFTY26SEP25000CE',
  barEnd: at(0),
  ...more,
})
const account = (more: Partial<AccountObservation> = {}): AccountObservation => ({
  armedAt: at(-60_000),
  symbols: ['NIFTY'],
  refusals: new Map(),
  orders: [],
  ...more,
})
const order = (ms: number, tradingsymbol = 'NIFTY26SEP25000CE') => ({ tradingsymbol, at: at(ms) })

it.each<[string, EntryDecision, AccountObservation, 'ordered' | 'late' | 'others' | 'not counted']>([
  ['an order right after the bar', decision('d'), account({ orders: [order(1_500)] }), 'ordered'],
  [
    'an order whose re-price was refused',
    decision('d'),
    account({ orders: [order(900)], refusals: new Map([['d', 'price_stale']]) }),
    'ordered',
  ],
  ['an order of a later decision', decision('d'), account({ orders: [order(60_500)] }), 'late'],
  ['an order of an earlier decision', decision('d'), account({ orders: [order(-1)] }), 'late'],
  ['an order in another contract', decision('d'), account({ orders: [order(500, 'NIFTY26SEP25100CE')] }), 'late'],
  ['an old signal', decision('d'), account({ refusals: new Map([['d', 'decision_stale']]) }), 'late'],
  ['an old price', decision('d'), account({ refusals: new Map([['d', 'price_stale']]) }), 'late'],
  ['old funds', decision('d'), account({ refusals: new Map([['d', 'funds_unknown']]) }), 'late'],
  ['clocks apart', decision('d'), account({ refusals: new Map([['d', 'clock_skew']]) }), 'late'],
  ['no answer', decision('d'), account(), 'late'],
  ['an open position', decision('d'), account({ refusals: new Map([['d', 'position_in_symbol']]) }), 'others'],
  ['a price that moved', decision('d'), account({ refusals: new Map([['d', 'price_moved']]) }), 'others'],
  ['a bar before the account was armed', decision('d'), account({ armedAt: at(1) }), 'not counted'],
  ['an index that the account does not trade', decision('d', { symbol: 'BANKNIFTY' }), account(), 'not counted'],
])('counts %s', (_what, one, of, expected) => {
  const tally = tallyOf([one], [of])
  expect({ ordered: tally.ordered, late: sum(tally.late), others: sum(tally.others) }).toEqual({
    ordered: expected === 'ordered' ? 1 : 0,
    late: expected === 'late' ? 1 : 0,
    others: expected === 'others' ? 1 : 0,
  })
})

it('takes the share of those that could trade, account by account', () => {
  const decisions = [decision('a'), decision('b', { barEnd: at(60_000) })]
  const accounts = [
    account({ orders: [order(1_000), order(61_000)] }),
    account({ orders: [order(1_000)], refusals: new Map([['b', 'position_in_symbol']]) }),
    account({ orders: [order(1_000)], refusals: new Map([['b', 'decision_stale']]) }),
  ]
  expect(shareOrdered(tallyOf(decisions, accounts))).toBe(0.8)
  expect(shareOrdered(tallyOf([], accounts))).toBeUndefined()
})
