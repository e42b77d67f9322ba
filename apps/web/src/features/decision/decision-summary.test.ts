import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { decisionBody, written } from '../../testing/response-bodies.ts'
import { decisionReason, verdictOf } from './decision-summary.ts'

const ENTRY = {
  tradingsymbol: 'NIFTY26N2424500CE',
  strike: 24500,
  side: 'CE' as const,
  expiry: '2026-11-24',
  lot_size: 65,
  delta: 0.55,
  bid: 164,
  ask: 164.3,
  mid: 164.15,
  limit: 164.4,
  stop_distance: 24,
  quoted_at: '2026-11-20T10:42:00+05:30',
  cost: null,
}

describe('the verdict', () => {
  it.each([
    ['buy_call', 'buy_call', []],
    ['buy_put', 'buy_put', []],
    ['none', 'wait', []],
    ['none', 'wait', ['score_low']],
    ['none', 'wait', ['unconfirmed', 'opposed']],
    ['none', 'blocked', ['regime_range', 'score_low']],
    ['none', 'blocked', ['opening_minutes']],
    ['none', 'blocked', ['feed_stale']],
  ] as const)('on %s is %s for %j', (action, verdict, codes) => {
    expect(verdictOf({ action, no_trade: codes.map((code) => ({ code, ...written(code) })) })).toBe(verdict)
  })
})

it('gives the most serious reason for no trade, and how many more there are', () => {
  expect(decisionReason(i18n, decisionBody())).toBe('The market moves sideways. +1 more reason')
})

it('names the contract and the limit of a trade', () => {
  const decision = decisionBody({ action: 'buy_call', entry: ENTRY, no_trade: [] })
  expect(decisionReason(i18n, decision)).toContain('NIFTY 24500 CE, limit ₹164.40')
})
