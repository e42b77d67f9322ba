import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { describe, expect, it } from 'vitest'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { OptionChain } from '../option-chain/chain.ts'
import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { paise, type Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { entryExpiry } from './entry-expiry.ts'
import { chooseStrike, entryLimit, type StrikeSearch } from './entry-plan.ts'
import { strikeReason } from './strike-reason.ts'
import { optionLadder, quoteOptions } from './testing/modelled-day.ts'

const expiry = istDate('2026-11-23')
const now = istInstant(istDate('2026-11-19'), 11, 0)
const contracts = optionLadder('NIFTY', expiry, 25000, 50, 12)

function search(
  change: (table: QuoteTable, slots: Int32Array) => void = () => {},
  more: Partial<StrikeSearch> = {},
): StrikeSearch {
  const table = new QuoteTable(100)
  const opensAt = istInstant(istDate('2026-11-19'), 9, 15)
  const expiresAt = istInstant(expiry, 15, 40)
  const chain = new OptionChain({ symbol: 'NIFTY', contracts, table, opensAt, expiresAt, params: SIGNAL_PARAMS.chain })
  quoteOptions(table, { contracts, sigma: 0.12, openInterest: () => 65 * 6000 }, 25010, 105, now)
  change(table, chain.legs.slots)
  chain.snapshot(now)
  const params = SIGNAL_PARAMS.entry
  return { direction: 'up', chain, table, now, atr5: 20, ivPercentile: undefined, params, ...more }
}

const each = (column: (table: QuoteTable) => Float64Array, value: number) => (table: QuoteTable) => {
  column(table).fill(value)
}

describe('choosing the strike', () => {
  it('takes the call with the delta nearest 0.55, limits and stop distance from its quote', () => {
    const choice = chooseStrike(search())
    if (!choice.found) throw new Error('expected a strike')
    const { contract, delta, bid, ask, mid, limit, stopDistance, quotedAt } = choice.entry
    expect([contract.strike, contract.side]).toEqual([25000, 'CE'])
    expect(delta).toBeGreaterThan(0.5)
    expect(delta).toBeLessThan(0.6)
    expect([ask - bid, mid - bid, limit - ask, quotedAt]).toEqual([10, 5, 10, now])
    expect(stopDistance).toBe(Math.round(delta * 2 * 20 * 100))
  })

  it('takes a put when the direction is down', () => {
    const choice = chooseStrike(search(undefined, { direction: 'down' }))
    expect(choice.found && choice.entry.contract.side).toBe('PE')
    expect(choice.found && choice.entry.delta).toBeLessThan(0)
  })

  it.each<[string, Parameters<typeof search>[0], Partial<StrikeSearch>]>([
    ['open interest under 5,000 contracts', each((t) => t.openInterest, 65 * 4999), {}],
    ['volume under 10,000 contracts', each((t) => t.volume, 65 * 9999), {}],
    ['quotes over 5 s old', each((t) => t.receivedAt, now - 5001), {}],
    ['too little on offer', each((t) => t.askQuantity, 0), {}],
    ['no bid', (t) => void t.bidPrice.fill(0), {}],
    ['volatility dearer than on 90 % of days', undefined, { ivPercentile: 0.91 }],
    ['a wide spread', (t, slots) => slots.forEach((slot) => (t.askPrice[slot * DEPTH_LEVELS]! += 130)), {}],
  ])('finds none with %s', (_when, change, more) => expect(chooseStrike(search(change, more)).found).toBe(false))

  it('reports that the expiry is not listed when its chain is empty', () => {
    const { chain, table } = search()
    const options = { symbol: 'NIFTY' as const, contracts: [], table, opensAt: now, expiresAt: now }
    const empty = new OptionChain({ ...options, params: SIGNAL_PARAMS.chain })
    empty.snapshot(now)
    const choice = chooseStrike(search(undefined, { chain: empty }))
    expect(chain.expiry).toBe(expiry)
    expect(choice).toMatchObject({ found: false, expiryNotListed: true })
    if (!choice.found)
      expect(strikeReason(choice, 'down').message).toEqual({ code: 'no_trade.no_liquid_strike.expiry', side: 'PE' })
  })

  it('takes five levels of offers together', () => {
    const choice = chooseStrike(
      search((t, slots) => {
        for (const slot of slots)
          for (let level = 0; level < 5; level += 1) t.askQuantity[slot * DEPTH_LEVELS + level] = 39
      }),
    )
    expect(choice.found).toBe(true)
  })
})

describe('the entry limit', () => {
  it.each([
    // Two ticks over the ask, or half a per cent over the mid, whichever is lower; up to the tick.
    [18000, 18020, 18030],
    [2000, 2010, 2020],
    [30000, 30180, 30190],
  ])('bid %d, ask %d: %d', (bid, ask, limit) =>
    expect(entryLimit(paise(bid), paise(ask), 5 as Paise, SIGNAL_PARAMS.entry)).toBe(limit),
  )
})

describe('which expiry', () => {
  const of = (symbol: IndexSymbol, day: string, near: string) =>
    entryExpiry(symbol, istDate(day), istDate(near), nseCalendar, SIGNAL_PARAMS.entry)
  it.each([
    ['NIFTY', '2026-08-10', '2026-08-11', 'near'],
    ['NIFTY', '2026-08-11', '2026-08-11', 'next'],
    ['BANKNIFTY', '2026-08-21', '2026-08-25', 'near'],
    ['BANKNIFTY', '2026-08-24', '2026-08-25', 'next'],
    // Three sessions with today's, of which the last two are a Friday and the Monday after it; then two.
    ['BANKNIFTY', '2026-11-19', '2026-11-23', 'near'],
    ['BANKNIFTY', '2026-11-20', '2026-11-23', 'next'],
    ['BANKNIFTY', '2026-08-25', '2026-08-25', 'next'],
  ] as const)('%s on %s with expiry %s: %s', (symbol, day, near, which) => expect(of(symbol, day, near)).toBe(which))
})
