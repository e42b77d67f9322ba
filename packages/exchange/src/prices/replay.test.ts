import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import { addDays, istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { RecordedBar } from '../price-path.ts'
import { Rng } from '../random/rng.ts'
import { bridgeBar } from './bar-bridge.ts'
import { replayPath } from './market-path.ts'

describe('ticks bridged into a bar', () => {
  const bar = fc
    .tuple(fc.integer({ min: 1, max: 500 }), fc.nat(500), fc.nat(500), fc.nat(500))
    .map(([low, range, a, b]) => ({
      low,
      high: low + range,
      open: low + (a % (range + 1)),
      close: low + (b % (range + 1)),
    }))

  it('hit its four prices and never leave it', () =>
    fc.assert(
      fc.property(bar, fc.integer({ min: 4, max: 400 }), fc.string(), (target, ticks, seed) => {
        const prices = new Float64Array(ticks)
        bridgeBar(target, prices, new Rng(seed))
        const held = Math.min(4, ticks - 3)
        expect(prices.subarray(0, held).every((price) => price === target.open)).toBe(true)
        expect(prices.at(-1)).toBe(target.close)
        expect(Math.max(...prices)).toBe(target.high)
        expect(Math.min(...prices)).toBe(target.low)
      }),
    ))
})

const DAY = istDate('2026-07-20')
const opens = istInstant(DAY, 9, 15)

/** A made-up record of `count` bars. */
function record(count: number, minutes: number): RecordedBar[] {
  return Array.from({ length: count }, (_, i) => {
    const open = 2_400_000 + 500 * i
    return {
      start: (opens + i * minutes * 60_000) as EpochMs,
      open: open as Paise,
      high: (open + 1_500) as Paise,
      low: (open - 900) as Paise,
      close: (open + 450) as Paise,
    }
  })
}

describe('a replayed day', () => {
  it.each([1, 5, 15])('shows the recorded %d-minute bars exactly', (minutes) => {
    const bars = record(375 / minutes, minutes)
    const market = replayPath(
      { seed: 'replay', now: istInstant(DAY, 9), strikesEachSide: 2, pastSessions: 5 },
      new Map([[DAY, { barMinutes: minutes, NIFTY: bars }]]),
    )
    market.skipTo(istInstant(DAY, 16))
    const shown = market.history(INDEX_TOKENS.NIFTY, minutes, opens, istInstant(DAY, 16))
    expect(shown.map(({ start, open, high, low, close }) => ({ start, open, high, low, close }))).toEqual(bars)
    const bank = market.history(INDEX_TOKENS.BANKNIFTY, 1440, opens, istInstant(DAY, 16))
    expect(bank).toEqual([])
    expect(market.history(INDEX_TOKENS.BANKNIFTY, minutes, opens, istInstant(DAY, 16))).toHaveLength(bars.length)
  })

  it('leaves a minute that was not recorded without a move', () => {
    const bars = record(375, 1).filter((_, i) => i !== 10)
    const market = replayPath(
      { seed: 'replay', now: istInstant(DAY, 9, 25), strikesEachSide: 2, pastSessions: 3 },
      new Map([[DAY, { barMinutes: 1, NIFTY: bars }]]),
    )
    market.step(istInstant(DAY, 9, 25, 50))
    const hole = market.history(INDEX_TOKENS.NIFTY, 1, istInstant(DAY, 9, 25), istInstant(DAY, 9, 25))[0]!
    expect([hole.high, hole.low]).toEqual([bars[9]!.close, bars[9]!.close])
  })

  it('takes recorded days before the first one as its history', () => {
    const before = istDate('2026-07-17')
    const earlier = record(375, 1).map((bar) => ({ ...bar, start: (bar.start - 3 * 86_400_000) as EpochMs }))
    const market = replayPath(
      { seed: 'replay', now: istInstant(DAY, 9), strikesEachSide: 2, pastSessions: 4 },
      new Map([
        [before, { barMinutes: 1, NIFTY: earlier }],
        [DAY, { barMinutes: 1, NIFTY: record(375, 1) }],
      ]),
    )
    const shown = market.history(INDEX_TOKENS.NIFTY, 1, istInstant(before, 9), istInstant(before, 16))
    expect(shown.map((bar) => bar.high)).toEqual(earlier.map((bar) => bar.high))
    expect(market.quotes.last(market.quotes.slotOf(INDEX_TOKENS.NIFTY))).toBe(earlier.at(-1)!.close)
  })

  it('goes on with the model on the day after', () => {
    const market = replayPath(
      { seed: 'replay', now: istInstant(DAY, 9), strikesEachSide: 2, pastSessions: 3 },
      new Map([[DAY, { barMinutes: 1, NIFTY: record(375, 1) }]]),
    )
    market.skipTo(istInstant(addDays(DAY, 1), 10))
    expect(market.history(INDEX_TOKENS.NIFTY, 1, istInstant(addDays(DAY, 1), 9), market.now)).toHaveLength(46)
  })

  it.each<[what: string, bar: Partial<RecordedBar>]>([
    ['a high under its close', { high: 1 as Paise }],
    ['a start off the grid', { start: (opens + 1) as EpochMs }],
    ['a start before 09:15', { start: (opens - 60_000) as EpochMs }],
  ])('refuses a bar with %s', (_what, change) => {
    const bars = record(1, 1).map((bar) => ({ ...bar, ...change }))
    const days = new Map([[DAY, { barMinutes: 1, NIFTY: bars }]])
    expect(() => replayPath({ seed: 'x', now: opens, pastSessions: 1, strikesEachSide: 1 }, days)).toThrow(
      /recorded bars/,
    )
  })
})

const file = fileURLToPath(new URL('../../../../../shared/data/bars/NIFTY_1m_2026.csv.gz', import.meta.url))
describe.skipIf(!existsSync(file))('a real day (skipped without ../shared/data)', () => {
  it('replays with BANKNIFTY moving along', () => {
    const bars = gunzipSync(readFileSync(file))
      .toString()
      .split('\n')
      .filter((line) => line.startsWith(`NIFTY,${DAY}`))
      .map((line) => line.split(','))
      .map(([, start, ...prices]): RecordedBar => {
        const [open, high, low, close] = prices.slice(0, 4).map((price) => paiseFromRupees(Number(price)))
        return { start: Date.parse(start!) as EpochMs, open: open!, high: high!, low: low!, close: close! }
      })
    const market = replayPath(
      { seed: 'replay', now: istInstant(DAY, 9), strikesEachSide: 2, pastSessions: 3 },
      new Map([[DAY, { barMinutes: 1, NIFTY: bars }]]),
    )
    market.skipTo(istInstant(DAY, 16))
    const shown = (token: number) => market.history(token, 1, opens, istInstant(DAY, 16))
    expect(shown(INDEX_TOKENS.NIFTY).map((bar) => [bar.open, bar.high, bar.low, bar.close])).toEqual(
      bars.map((bar) => [bar.open, bar.high, bar.low, bar.close]),
    )
    const moves = (token: number) => shown(token).map((bar) => Math.log(bar.close / bar.open))
    const [a, b] = [moves(INDEX_TOKENS.NIFTY), moves(INDEX_TOKENS.BANKNIFTY)]
    const product = (x: number[], y: number[]) => x.reduce((sum, value, i) => sum + value * y[i]!, 0)
    const together = product(a, b) / Math.sqrt(product(a, a) * product(b, b))
    expect(together).toBeGreaterThan(0.75)
    expect(together).toBeLessThan(0.98)
  })
})
