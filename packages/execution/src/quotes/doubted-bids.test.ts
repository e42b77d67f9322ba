import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import type { FeedQuote, MonoMs } from '../ports.ts'
import { rs } from '../testing/scenario.ts'
import { NOW } from '../testing/trade-fixture.ts'
import { UnconfirmedBids } from './doubted-bids.ts'

const HIGH_ASK = rs(1_000)
const quoteAt = (ms: number, bid: number, ask = bid + 0.2): FeedQuote => ({
  bid: rs(bid),
  ask: rs(ask),
  last: rs(250),
  askQuantity: 1,
  receivedAt: (NOW + ms) as EpochMs,
})

/** Bids in rupees that came at these times in ms. */
function came(...quotes: readonly (readonly [ms: number, bid: number, ask?: number])[]): UnconfirmedBids {
  const [[firstMs, bid, ask], ...rest] = quotes as typeof quotes & readonly [readonly [number, number, number?]]
  const doubted = new UnconfirmedBids(quoteAt(firstMs, bid, ask), firstMs as MonoMs)
  for (const [ms, nextBid, nextAsk] of rest) doubted.add(quoteAt(ms, nextBid, nextAsk), ms as MonoMs)
  return doubted
}

describe('bids that no trade bears out', () => {
  it('are repeated once a second quote shows them', () => {
    expect([came([0, 60]).isRepeated, came([0, 60], [0, 60]).isRepeated, came([0, 60], [1, 60]).isRepeated]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('stand until the next one comes, and are forgotten three seconds after', () => {
    expect(came([0, 130], [5_000, 60]).highest.bid).toBe(rs(130))
    expect(came([0, 130], [5_000, 60], [7_999, 60]).highest.bid).toBe(rs(130))
    expect(came([0, 130], [5_000, 60], [8_000, 60]).highest.bid).toBe(rs(60))
  })

  it.each([
    [
      'from the first on',
      [
        [0, 60],
        [1_000, 60],
      ],
      1_000,
      1_000,
    ],
    [
      'since the last at the limit',
      [
        [0, 110],
        [1_000, 60],
        [1_500, 60],
      ],
      1_500,
      500,
    ],
    [
      'not while the newest is at the limit',
      [
        [0, 60],
        [1_000, 110],
      ],
      1_000,
      0,
    ],
    [
      'since the last ask that was too high',
      [
        [0, 60, 1_001],
        [1_000, 60],
        [1_500, 60],
      ],
      1_500,
      500,
    ],
    [
      'for as long as is known',
      [
        [0, 60],
        [60_000, 60],
      ],
      60_000,
      3_000,
    ],
  ] as const)('are under a limit %s', (_since, quotes, now, ms) => {
    expect(came(...quotes).underFor(rs(110), HIGH_ASK, now as MonoMs)).toBe(ms)
  })

  it('keep their highest though thousands come within a second', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => [n / 5, n === 0 ? 130 : 60] as const)
    const doubted = came([0, 130], ...many)
    expect(doubted.highest.bid).toBe(rs(130))
    doubted.add(quoteAt(4_000, 60), 4_000 as MonoMs)
    expect(doubted.highest.bid).toBe(rs(60))
  })
})
