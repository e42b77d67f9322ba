import { describe, expect, it } from 'vitest'
import { INDEX_TOKENS, type OptionSide } from '@strikewise/domain/instruments/contract.ts'
import { parseInstruments } from '@strikewise/domain/instruments/parse-instruments.ts'
import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { tradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { epochFromIstText, istDate, istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { HOLIDAY_YEARS, HOLIDAYS } from '@strikewise/domain/time/holidays.ts'
import { SPECIAL_SESSIONS } from '@strikewise/domain/time/special-sessions.ts'
import type { PricePath, ScenarioCommand } from '../price-path.ts'
import { syntheticPath, type PathOptions } from './market-path.ts'

const FRIDAY = istDate('2026-11-20')
const at = (hour: number, minute = 0, second = 0, ms = 0) => (istInstant(FRIDAY, hour, minute, second) + ms) as EpochMs

function path(options: Partial<PathOptions> = {}): PricePath {
  return syntheticPath({ seed: 'a market', now: at(9), strikesEachSide: 5, pastSessions: 6, ...options })
}

const columns = (quotes: QuoteTable) =>
  [quotes.lastPrice, quotes.volume, quotes.bidPrice, quotes.askQuantity, quotes.openInterest, quotes.receivedAt].map(
    (column) => [...column],
  )
const nifty = (market: PricePath) => market.quotes.last(market.quotes.slotOf(INDEX_TOKENS.NIFTY))

describe('the steps of a market', () => {
  it('do not depend on how they are batched', () => {
    const once = path()
    once.step(at(9, 25))
    const often = path()
    for (let now = at(9); now < at(9, 25); now = (now + 1_700) as EpochMs) often.step(now)
    often.step(at(9, 25))
    expect(columns(often.quotes)).toEqual(columns(once.quotes))
    expect(often.history(INDEX_TOKENS.NIFTY, 1, at(9), at(16))).toEqual(
      once.history(INDEX_TOKENS.NIFTY, 1, at(9), at(16)),
    )
  })

  it('are the same whether or not the holidays of long ago are known', () => {
    const recent = HOLIDAYS.filter((row) => row.day >= '2024')
    const years = { ...HOLIDAY_YEARS, first: 2024 }
    const calendar = tradingCalendar({ holidays: recent, specialSessions: SPECIAL_SESSIONS, years })
    const [known, forgotten] = [path(), path({ calendar })]
    known.step(at(9, 20))
    forgotten.step(at(9, 20))
    expect(columns(forgotten.quotes)).toEqual(columns(known.quotes))
  })

  it('differ by seed', () => {
    const [one, other] = [path(), path({ seed: 'another' })]
    one.step(at(9, 20))
    other.step(at(9, 20))
    expect(nifty(one)).not.toBe(nifty(other))
  })

  it('move the index alike, however seldom books are written', () => {
    const [fine, coarse] = [path(), path()]
    fine.step(at(10))
    coarse.skipTo(at(10))
    const bars = (market: PricePath) => market.history(INDEX_TOKENS.NIFTY, 1, at(9), at(10))
    expect(bars(coarse)).toEqual(bars(fine))
  })

  it('go up and down inside a minute as much as recorded minutes do: ranges 1.70 times the moves', () => {
    const market = path({ strikesEachSide: 1, pastSessions: 4 })
    const ratio = (from: EpochMs, to: EpochMs) => {
      const bars = market.history(INDEX_TOKENS.NIFTY, 1, from, to)
      const pairs = bars.slice(1).map((bar, i) => [bar, bars[i]!] as const)
      const inside = pairs.filter(([bar, before]) => bar.start - before.start === 60_000)
      const ranges = inside.reduce((sum, [bar]) => sum + Math.log(bar.high / bar.low), 0)
      return ranges / inside.reduce((sum, [bar, before]) => sum + Math.abs(Math.log(bar.close / before.close)), 0)
    }
    market.skipTo(at(15, 14))
    for (const found of [ratio(istInstant(istDate('2026-11-16'), 9), at(9)), ratio(at(9, 15), at(15, 14))]) {
      expect(found).toBeGreaterThan(1.5)
      expect(found).toBeLessThan(1.75)
    }
  })

  it('begin at 09:15 and end at 15:40', () => {
    const market = path()
    const before = columns(market.quotes)
    market.step(at(9, 14, 59, 999))
    expect(columns(market.quotes)).toEqual(before)
    market.step(at(9, 15))
    expect(columns(market.quotes)).not.toEqual(before)
    market.skipTo(at(15, 39, 59, 500))
    const after = columns(market.quotes)
    market.step(at(22))
    expect(columns(market.quotes)).toEqual(after)
  })

  it('leave the index still from 15:15 to the auction’s value, while options trade on', () => {
    const market = path()
    market.skipTo(at(15, 15))
    const still = nifty(market)
    const traded = [...market.quotes.volume]
    market.step(at(15, 16))
    market.skipTo(at(15, 28, 59, 999))
    expect(nifty(market)).toBe(still)
    expect([...market.quotes.volume]).not.toEqual(traded)
    market.skipTo(at(15, 29, 1))
    const auction = nifty(market)
    expect(auction).not.toBe(still)
    market.skipTo(at(15, 39))
    expect(nifty(market)).toBe(auction)
  })

  it('list the next session’s contracts at its midnight, closes carried over', () => {
    const market = path()
    market.skipTo(at(16))
    const close = nifty(market)
    const nextSession = istDate('2026-11-23')
    market.step(istInstant(istDate('2026-11-22'), 12))
    expect(market.day).toBe(FRIDAY)
    market.step(istInstant(nextSession, 9))
    expect(market.day).toBe(nextSession)
    expect(market.quotes.close[market.quotes.slotOf(INDEX_TOKENS.NIFTY)]).toBe(close)
    expect(market.history(INDEX_TOKENS.NIFTY, 1, at(9), at(16))).toHaveLength(360 + 1)
  })

  it('stand on the last session when created on a Sunday', () => {
    const market = path({ now: istInstant(istDate('2026-11-22'), 12) })
    expect(market.day).toBe(FRIDAY)
    expect(market.quotes.volume.some((volume) => volume > 0)).toBe(true)
  })
})

describe('the chain', () => {
  it.each([at(9, 15), at(10), at(14), at(15, 39)])('is without arbitrage and on the tick at %d', (when) => {
    const market = path({ strikesEachSide: 40 })
    market.skipTo(when)
    market.step(when)
    const { quotes, instruments } = market
    for (const symbol of ['NIFTY', 'BANKNIFTY'] as const) {
      for (const expiry of new Set(instruments.options.filter((o) => o.symbol === symbol).map((o) => o.expiry))) {
        const calls = instruments.options.filter((o) => o.symbol === symbol && o.expiry === expiry && o.side === 'CE')
        const mids = calls.map((call) => {
          const slot = quotes.slotOf(call.token)
          return (quotes.bestBid(slot) + quotes.bestAsk(slot)) / 2
        })
        const allowance = calls.map(
          (call) => quotes.bestAsk(quotes.slotOf(call.token)) - quotes.bestBid(quotes.slotOf(call.token)),
        )
        for (let i = 1; i < mids.length; i += 1) {
          const [last, here] = [mids[i - 1]!, mids[i]!]
          expect(here).toBeLessThanOrEqual(last + 5)
          if (i + 1 < mids.length)
            expect(last + mids[i + 1]! - 2 * here).toBeGreaterThanOrEqual(
              -5 - Math.max(...allowance.slice(i - 1, i + 2)),
            )
        }
      }
    }
    for (const option of instruments.options) {
      const slot = quotes.slotOf(option.token)
      for (let level = 0; level < DEPTH_LEVELS; level += 1) {
        const cell = slot * DEPTH_LEVELS + level
        expect(quotes.bidPrice[cell]! % 5).toBe(0)
        expect(quotes.askPrice[cell]! % 5).toBe(0)
        expect(quotes.askQuantity[cell]! % option.lotSize).toBe(0)
        if (level === 0) expect(quotes.askPrice[cell]).toBeGreaterThan(quotes.bidPrice[cell]!)
        else expect(quotes.askPrice[cell]).toBeGreaterThan(quotes.askPrice[cell - 1]!)
      }
      const { lower, upper } = market.circuitLimits(option.token)
      expect(quotes.lastPrice[slot]).toBeGreaterThanOrEqual(lower)
      expect(quotes.lastPrice[slot]).toBeLessThanOrEqual(upper)
    }
  })

  it('trades about a million lots near the money by noon and holds a plausible open interest', () => {
    const market = path({ strikesEachSide: 40 })
    market.skipTo(at(12))
    const { quotes, instruments } = market
    const near = instruments.options.filter((o) => o.symbol === 'NIFTY' && o.expiry === instruments.options[0]!.expiry)
    const lots = near.map((o) => quotes.volume[quotes.slotOf(o.token)]! / o.lotSize)
    expect(Math.max(...lots)).toBeGreaterThan(400_000)
    expect(Math.max(...lots)).toBeLessThan(4_000_000)
    const interest = (side: OptionSide) =>
      near.filter((o) => o.side === side).reduce((sum, o) => sum + quotes.openInterest[quotes.slotOf(o.token)]!, 0)
    expect(interest('PE') / interest('CE')).toBeGreaterThan(0.5)
    expect(interest('PE') / interest('CE')).toBeLessThan(1.5)
  })
})

describe('the instrument dump', () => {
  it('is read by the product’s own parser into the same list', () => {
    const market = path()
    const { list, droppedCount } = parseInstruments(market.instrumentsCsv(), FRIDAY, market.instruments.fetchedAt)
    expect(droppedCount).toBe(0)
    expect(list.options).toEqual(market.instruments.options)
    expect(list.futures).toEqual(market.instruments.futures)
  })

  it('lists near and next expiries with tokens of their own', () => {
    const { options, futures } = path({ strikesEachSide: 40 }).instruments
    expect(options).toHaveLength(4 * 81 * 2)
    expect(new Set([...options, ...futures].map((contract) => contract.token)).size).toBe(
      options.length + futures.length,
    )
    expect([...new Set(options.map((option) => `${option.symbol} ${option.expiry} ${option.lotSize}`))]).toEqual([
      'NIFTY 2026-11-23 65',
      'NIFTY 2026-12-01 65',
      'BANKNIFTY 2026-11-23 30',
      'BANKNIFTY 2026-12-29 30',
    ])
  })
})

describe('history', () => {
  it('has earlier sessions of indices, futures and options, and today up to now', () => {
    const market = path()
    market.skipTo(at(10, 0, 30))
    const tokens = [INDEX_TOKENS.NIFTY, market.instruments.futures[0]!.token, market.instruments.options[0]!.token]
    const sixBefore = istInstant(istDate('2026-11-12'), 0)
    for (const token of tokens) {
      const days = market.history(token, 1440, sixBefore, at(11))
      expect(days.map((bar) => istDateAt(bar.start))).toEqual(
        ['12', '13', '16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`),
      )
      const today = market.history(token, 15, at(9), at(11))
      expect(today.map((bar) => bar.start)).toEqual([at(9, 15), at(9, 30), at(9, 45), at(10)])
      for (const bar of [...days, ...today]) {
        expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close))
        expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close))
      }
    }
    expect(market.history(4711, 1, sixBefore, at(11))).toEqual([])
    expect(() => market.history(tokens[0]!, 7, at(9), at(10))).toThrow('intervalMinutes')
  })

  it('meets today where the past ends', () => {
    const market = path({ firstClose: { NIFTY: 25_000, BANKNIFTY: 56_000 } })
    const last = market.history(INDEX_TOKENS.NIFTY, 1, istInstant(istDate('2026-11-19'), 9), at(9)).at(-1)!
    expect(last.close).toBe(2_500_000)
    expect(nifty(market)).toBe(2_500_000)
  })
})

describe('a command', () => {
  const run = (command: ScenarioCommand | undefined, until = at(10)) => {
    const market = path()
    market.step(at(9, 30))
    if (command) market.command(command)
    const before = nifty(market)
    market.step(until)
    return { market, change: (100 * (nifty(market) - before)) / before }
  }
  const spread = (market: PricePath) => {
    const option = market.instruments.options.find((o) => o.strike === 24_450 && o.side === 'CE')!
    const slot = market.quotes.slotOf(option.token)
    return market.quotes.bestAsk(slot) - market.quotes.bestBid(slot)
  }

  it('trends up and down', () => {
    const durationMs = 1_800_000
    const up = run({ kind: 'trend', direction: 'up', durationMs, sigmasPer15Min: 4 })
    const down = run({ kind: 'trend', direction: 'down', durationMs, sigmasPer15Min: 4 })
    expect(up.change - down.change).toBeGreaterThan(0.5)
  })

  it('gaps and spikes by what was asked', () => {
    const plain = run(undefined, at(9, 30, 1)).change
    expect(run({ kind: 'gap', pct: -1 }, at(9, 30, 1)).change - plain).toBeCloseTo(-1, 1)
    const unmoved = run(undefined, at(9, 30, 30)).change
    expect(run({ kind: 'spike', pct: 0.8 }, at(9, 30, 30)).change - unmoved).toBeCloseTo(0.8, 0)
  })

  it('halts: prices stand, books are empty, then trading goes on', () => {
    const { market, change } = run({ kind: 'halt', durationMs: 600_000 }, at(9, 39))
    expect(change).toBe(0)
    expect(market.quotes.askPrice.slice(3 * DEPTH_LEVELS).every((price) => price === 0)).toBe(true)
    market.step(at(9, 41))
    expect(spread(market)).toBeGreaterThan(0)
  })

  it('freezes the feed while the market goes on', () => {
    const { market, change } = run({ kind: 'freeze_feed', durationMs: 600_000 }, at(9, 39, 59))
    expect(change).toBe(0)
    const other = run(undefined, at(9, 45)).market
    market.step(at(9, 45))
    expect(Math.abs(nifty(market) - nifty(other))).toBeLessThan(500)
  })

  it('widens spreads, thins and crosses books, until normal', () => {
    const calm = run(undefined, at(9, 31)).market
    const wide = run({ kind: 'wide_spread', durationMs: 600_000, factor: 10 }, at(9, 31)).market
    expect(spread(wide)).toBeGreaterThan(4 * spread(calm))
    wide.command({ kind: 'normal' })
    wide.step(at(9, 32))
    expect(spread(wide)).toBeLessThan(4 * spread(calm))
    const crossed = run({ kind: 'crossed_chain', durationMs: 600_000 }, at(9, 31)).market
    const isCrossed = (slot: number) => crossed.quotes.bestBid(slot) > crossed.quotes.bestAsk(slot)
    expect(crossed.instruments.options.some((o) => isCrossed(crossed.quotes.slotOf(o.token)))).toBe(true)
  })

  it.each<ScenarioCommand>([
    { kind: 'gap', pct: 50 },
    { kind: 'chop', durationMs: 0 },
    { kind: 'wide_spread', durationMs: 1000, factor: Number.NaN },
  ])('that makes no sense is refused: $kind', (command) => expect(() => path().command(command)).toThrow(RangeError))
})

it('gives a future a band of ten per cent either side of its close', () => {
  const path = syntheticPath({ seed: '1', now: epochFromIstText('2026-09-16 11:00:00') })
  for (const { token } of path.instruments.futures) {
    const close = path.quotes.close[path.quotes.slotOf(token)]!
    const { lower, upper } = path.circuitLimits(token)
    expect(upper / close).toBeCloseTo(1.1, 3)
    expect(lower / close).toBeCloseTo(0.9, 3)
  }
  // The exchange widens the side that is all but reached, as often as it is.
  path.command({ kind: 'gap', pct: 12 })
  path.step(epochFromIstText('2026-09-16 11:00:05'))
  for (const { token } of path.instruments.futures) {
    const slot = path.quotes.slotOf(token)
    const { lower, upper } = path.circuitLimits(token)
    expect(upper).toBeGreaterThan(path.quotes.lastPrice[slot]!)
    expect(upper / path.quotes.close[slot]!).toBeLessThan(1.21)
    expect(lower / path.quotes.close[slot]!).toBeCloseTo(0.9, 3)
  }
})
