import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { decisionBody } from '../../testing/response-bodies.ts'
import { decisionSummary } from './decision-summary.ts'

it('gives the most serious reason for no trade, and how many more there are', () => {
  expect(decisionSummary(i18n, decisionBody())).toEqual({
    headline: 'No trade',
    reason: 'The market moves sideways. +1 more reason',
    tone: 'none',
  })
})

it('names the contract and the limit of a trade', () => {
  const entry = {
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
  }
  const summary = decisionSummary(i18n, decisionBody({ action: 'buy_call', entry, no_trade: [] }))
  expect(summary).toMatchObject({ headline: 'Buy call', tone: 'up' })
  expect(summary.reason).toContain('NIFTY 24500 CE, limit ₹164.40')
})
