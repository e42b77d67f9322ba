import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FeedQuote, MonoMs } from '../ports.ts'
import { decisionAt, rs } from '../testing/scenario.ts'
import { NOW } from '../testing/trade-fixture.ts'
import { QuoteFilter } from './quote-filter.ts'

const TOKEN = 7
let quote: FeedQuote | undefined
let watched: number[]
let market: QuoteFilter
/** How long the machine has run, and how far its wall clock has stepped meanwhile. */
let passedMs: number
let steppedMs: number
beforeEach(() => {
  watched = []
  passedMs = 0
  steppedMs = 0
  market = new QuoteFilter(
    {
      quote: () => quote,
      watch: (token) => {
        watched.push(token)
        return () => void watched.splice(watched.indexOf(token), 1)
      },
    },
    { mono: () => passedMs as MonoMs },
    () => undefined,
  )
})

/** The bid an account is steered by when `rupees` is bid `ms` after the start. */
function bidAt(ms: number, rupees: number, ageMs = 0, paid?: number): number | undefined {
  passedMs = ms
  const now = (NOW + ms + steppedMs) as EpochMs
  const receivedAt = (now - ageMs) as EpochMs
  quote = { bid: rs(rupees), ask: rs(rupees + 0.2), last: rs(rupees), askQuantity: 1, receivedAt }
  const bid = market.quoteOf(TOKEN, now, paid === undefined ? undefined : rs(paid))?.bid
  return bid === undefined ? undefined : bid / 100
}

describe('the quote to steer by', () => {
  it('is the first that comes, and every one near it', () =>
    expect([bidAt(0, 150), bidAt(1, 200), bidAt(2, 100)]).toEqual([150, 200, 100]))

  it('is none without a quote, and none that is old', () => {
    quote = undefined
    expect(market.quoteOf(TOKEN, NOW)).toBeUndefined()
    expect([bidAt(0, 150, 10_000), bidAt(0, 150, 10_001)]).toEqual([150, undefined])
  })

  it('has no bid where the newest shows none, however old it is, and not where there is none', () => {
    const hasNoBid = (bid?: number, ageMs = 0) => {
      quote = undefined
      if (bid !== undefined) bidAt(0, bid, ageMs)
      return market.hasNoBid(TOKEN)
    }
    expect([hasNoBid(), hasNoBid(0), hasNoBid(0, 600_000), hasNoBid(0.05)]).toEqual([false, true, true, false])
  })

  it('is a far one only once it has lasted', () =>
    expect([bidAt(0, 150), bidAt(1, 50), bidAt(2_000, 52), bidAt(2_001, 51)]).toEqual([150, undefined, undefined, 51]))

  it('is near the one that was believed when the far one was wrong', () => {
    bidAt(0, 150)
    bidAt(1, 50)
    expect(bidAt(2, 151)).toBe(151)
    expect([bidAt(3, 50), bidAt(2_002, 50), bidAt(2_003, 50)]).toEqual([undefined, undefined, 50])
  })

  it('is doubted again when it jumps once more', () => {
    bidAt(0, 150)
    bidAt(1, 50)
    expect([bidAt(2_001, 350), bidAt(4_000, 350), bidAt(4_001, 350)]).toEqual([undefined, undefined, 350])
  })

  it('is a first one far from what was paid only once it has lasted', () => {
    expect([bidAt(0, 9_000, 0, 150), bidAt(1, 151, 0, 150), bidAt(2, 9_000, 0, 150)]).toEqual([
      undefined,
      151,
      undefined,
    ])
    market.watchTokens([TOKEN])
    market.watchTokens([])
    expect([bidAt(10, 50, 0, 150), bidAt(2_009, 50, 0, 150), bidAt(2_010, 50, 0, 150)]).toEqual([
      undefined,
      undefined,
      50,
    ])
  })

  it.each([-21_600_000, 3_600_000, 86_400_000])(
    'is a far one by the time that passed, though the wall clock stepped by %d ms',
    (ms) => {
      bidAt(0, 150)
      bidAt(1_000, 50)
      steppedMs = ms
      expect([bidAt(2_000, 50), bidAt(2_999, 50), bidAt(3_000, 50)]).toEqual([undefined, undefined, 50])
    },
  )

  it('is a first one near what was paid at once', () => expect(bidAt(0, 76, 0, 150)).toBe(76))

  it('is any once the believed one is old', () => {
    bidAt(0, 150)
    expect(bidAt(10_000, 50)).toBeUndefined()
    bidAt(10_000, 150)
    expect(bidAt(20_001, 50)).toBe(50)
  })

  it('is any again of a contract that is watched again', () => {
    market.watchTokens([TOKEN])
    bidAt(0, 150)
    market.watchTokens([])
    expect(bidAt(1, 50)).toBe(50)
  })
})

it('watches each contract once, and none that it does not care for', () => {
  market.watchTokens([1, 2])
  market.watchTokens([2, 3])
  market.watchTokens([2, 3])
  expect(watched).toEqual([2, 3])
  market.close()
  expect(watched).toEqual([])
})

describe('the decisions', () => {
  const at = (minutes: number) => decisionAt((NOW + minutes * 60_000) as EpochMs)

  it('are the last three, the newest first', () => {
    expect([1, 2, 3, 4].map((minute) => market.onDecision(at(minute)))).toEqual([true, true, true, true])
    expect(market.decisionsOf('NIFTY')).toEqual([at(4), at(3), at(2)])
    expect(market.decisionsOf('BANKNIFTY')).toEqual([])
  })

  it('are received once', () => {
    market.onDecision(at(2))
    expect([market.onDecision(at(2)), market.onDecision(at(1))]).toEqual([false, false])
    expect(market.decisionsOf('NIFTY')).toEqual([at(2)])
  })
})
