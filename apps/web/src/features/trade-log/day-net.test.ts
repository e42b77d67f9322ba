import type { LivePnlRow } from '@strikewise/wire/trades.ts'
import { expect, it } from 'vitest'
import { closedTrade } from '../../testing/response-bodies.ts'
import { dayNets } from './day-net.ts'

const held = (change: Partial<LivePnlRow> = {}): LivePnlRow => ({
  trade_id: 't9',
  mode: 'paper',
  last_price: 168.5,
  as_of: '2026-11-20T10:42:10+05:30',
  gross: 273,
  net: 206.4,
  ...change,
})

it('adds what is open to what is closed', () => {
  expect(dayNets([closedTrade()], [held()])).toEqual([{ mode: 'paper', net: 2082.34 }])
})

it('never adds live and paper', () => {
  expect(dayNets([closedTrade({ mode: 'live' })], [held({ net: -10 })])).toEqual([
    { mode: 'live', net: 1875.94 },
    { mode: 'paper', net: -10 },
  ])
})

it('leaves out what has no price, and a kind of account without trades', () => {
  expect(dayNets([], [held({ net: null })])).toEqual([])
  expect(dayNets([closedTrade()], [held({ net: null })])).toEqual([{ mode: 'paper', net: 1875.94 }])
})
