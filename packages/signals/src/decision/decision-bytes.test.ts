// @invariant insert-only-history
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, istIso } from '@strikewise/domain/time/ist.ts'
import { chainedHash, DECISION_BYTES, decisionBytes, decisionsDigest, FIRST_HASH } from './decision-bytes.ts'
import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { NoTradeCode } from '../registry/no-trade-codes.ts'
import { decisionId } from './decision-id.ts'
import type { Decision } from './decision.ts'

const barEnd = istInstant(istDate('2026-11-20'), 10, 30)
const configHash = 'ab'.repeat(32)
const contract: OptionContract = {
  token: 12073986,
  tradingsymbol: 'NIFTY26NOV25000CE',
  symbol: 'NIFTY',
  expiry: istDate('2026-11-23'),
  strike: 25000,
  side: 'CE',
  tickSize: paise(5),
  lotSize: 65,
}
const decision: Decision = {
  id: decisionId('NIFTY', barEnd, 'up', configHash),
  symbol: 'NIFTY',
  barEnd,
  action: 'buy_call',
  direction: 'up',
  score: 0.1 + 0.2,
  coverage: 0.8,
  threshold: 0.4,
  spike: 0,
  contributions: [
    { agent: 'candle_signal', bias: 'bullish', weight: 0.2, signed: 0.55, stale: false, asOf: istIso(barEnd) },
  ],
  noTrade: [],
  entry: {
    contract,
    delta: 0.551,
    bid: paise(15000),
    ask: paise(15010),
    mid: paise(15005),
    limit: paise(15020),
    stopDistance: paise(2200),
    quotedAt: barEnd,
  },
  spot: paise(2500000),
  atr5: paise(2000),
  flips: [{ code: 'flip.any_filter' }],
  version: '1.1.0',
  configHash,
}

describe('canonical bytes of a decision', () => {
  it('survive JSON', () => {
    const stored = JSON.parse(JSON.stringify(decision)) as Decision
    expect(decisionBytes(stored)).toEqual(decisionBytes(decision))
    expect(decisionBytes(decision).length).toBe(DECISION_BYTES)
  })

  it.each<[string, Partial<Decision>]>([
    ['score', { score: 0.3 }],
    ['direction', { direction: 'down' }],
    ['action', { action: 'buy_put' }],
    [
      'a reason',
      { noTrade: [{ code: 'score_low', message: { code: 'no_trade.score_low', score: 0.1, threshold: 0.4 } }] },
    ],
    ['a voice', { contributions: [{ ...decision.contributions[0]!, stale: true }] }],
    ['the contract', { entry: { ...decision.entry!, contract: { ...contract, strike: 25050 } } }],
    ['no entry', { entry: null }],
    ['the threshold', { threshold: 0.45 }],
    ['a spike', { spike: -7.1 }],
    ['spot', { spot: paise(2500005) }],
    ['the configuration', { configHash: 'cd'.repeat(32) }],
  ])('change with %s', (_what, change) =>
    expect(decisionBytes({ ...decision, ...change })).not.toEqual(decisionBytes(decision)),
  )

  /** What version 1.0.0 wrote for the decision above: stored chains are made of such hashes. */
  const OLD = 'cb09533863e80162c93752bdffbba5c40d405571f559f1a88c901efe827da7b3'

  it('keep the first layout for records that were made with it', () => {
    const { threshold, spike, ...old } = { ...decision, version: '1.0.0' }
    expect(hash('sha256', decisionBytes(old as Decision), 'hex')).toBe(OLD)
    expect([threshold, spike]).toEqual([0.4, 0])
  })

  it('leave words out: they follow from the figures', () =>
    expect(decisionBytes({ ...decision, flips: [] })).toEqual(decisionBytes(decision)))

  it('refuse a code they do not know', () =>
    expect(() =>
      decisionBytes({ ...decision, noTrade: [{ code: 'mood' as NoTradeCode, message: legacyText('') }] }),
    ).toThrow(/unknown code mood/))
})

describe('hashes', () => {
  it('chain each record to the one before', () => {
    const one = chainedHash(FIRST_HASH, decisionBytes(decision))
    const two = chainedHash(one, decisionBytes({ ...decision, spot: paise(1) }))
    expect(one).toMatch(/^[0-9a-f]{64}$/)
    expect(chainedHash(FIRST_HASH, decisionBytes({ ...decision, spot: paise(1) }))).not.toBe(two)
  })

  it('compare a day by one digest', () => {
    expect(decisionsDigest([decision, decision])).toBe(decisionsDigest([decision, { ...decision }]))
    expect(decisionsDigest([decision])).not.toBe(decisionsDigest([decision, decision]))
  })
})
