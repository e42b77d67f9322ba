import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Paise } from '../money/paise.ts'
import { istInstant, MINUTE_MS, type EpochMs, type IstDate } from '../time/ist.ts'
import { MINUTE_PRICES, OptionMinuteSeries } from './option-minutes.ts'

const OPENS = istInstant('2026-11-20' as IstDate, 9, 15)
const CLOSES = (OPENS + 10 * MINUTE_MS) as EpochMs
const at = (minute: number, second = 0) => (OPENS + minute * MINUTE_MS + second * 1000) as EpochMs

/** Ticks in the order they were made: milliseconds after the open, and a price in paise. */
const trades = fc
  .array(
    fc.record({
      after: fc.integer({ min: -MINUTE_MS, max: 11 * MINUTE_MS }),
      price: fc.integer({ min: 5, max: 90_000 }),
    }),
  )
  .map((list) => list.toSorted((a, b) => a.after - b.after))

describe('bars of many instruments', () => {
  it('are what the trades of each minute show, and flat where there was none', () =>
    fc.assert(
      fc.property(trades, trades, (firstTrades, theirs) => {
        const minutes = new OptionMinuteSeries(2, OPENS, CLOSES)
        for (const { after, price } of theirs) minutes.tick(0, price, OPENS + after)
        for (const { after, price } of firstTrades) minutes.tick(1, price, OPENS + after)
        const series = minutes.series(1, CLOSES)
        const counted = firstTrades.filter(({ after }) => after >= 0 && after < 10 * MINUTE_MS)
        if (counted.length === 0) {
          expect(series).toBeUndefined()
          return
        }
        const first = Math.floor(counted[0]!.after / MINUTE_MS)
        expect(series!.from).toBe(OPENS + first * MINUTE_MS)
        expect(series!.prices).toHaveLength((10 - first) * MINUTE_PRICES)
        let close = 0
        for (let minute = first; minute < 10; minute += 1) {
          const made = counted.filter(({ after }) => Math.floor(after / MINUTE_MS) === minute).map(({ price }) => price)
          const bar = series!.prices.slice((minute - first) * MINUTE_PRICES, (minute - first + 1) * MINUTE_PRICES)
          expect(bar).toEqual(
            made.length === 0
              ? [close, close, close, close]
              : [made[0], Math.max(...made), Math.min(...made), made.at(-1)],
          )
          close = bar[3]!
        }
      }),
    ))

  it('do not change when packets repeat the last trade', () => {
    const once = new OptionMinuteSeries(1, OPENS, CLOSES)
    const twice = new OptionMinuteSeries(1, OPENS, CLOSES)
    for (const [price, when] of [
      [100, at(0, 1)],
      [120, at(0, 9)],
      [90, at(2, 0)],
    ] as const) {
      once.tick(0, price, when)
      for (let i = 0; i < 3; i += 1) twice.tick(0, price, when)
    }
    expect(twice.series(0, at(3))).toEqual(once.series(0, at(3)))
  })

  it('end with the minute under way', () => {
    const minutes = new OptionMinuteSeries(1, OPENS, CLOSES)
    minutes.tick(0, 100, at(0, 1))
    expect(minutes.series(0, at(0, 30))!.prices).toHaveLength(MINUTE_PRICES)
    expect(minutes.series(0, at(2, 0))!.prices).toHaveLength(3 * MINUTE_PRICES)
    expect(minutes.series(0, at(500))!.prices).toHaveLength(10 * MINUTE_PRICES)
  })

  it('ignore what has no price, no time or lies outside the session', () => {
    const minutes = new OptionMinuteSeries(1, OPENS, CLOSES)
    minutes.tick(0, 0, at(1))
    minutes.tick(0, 100, 0)
    minutes.tick(0, 100, at(-1))
    minutes.tick(0, 100, CLOSES)
    expect(minutes.series(0, CLOSES)).toBeUndefined()
  })

  it('take from history only what they did not watch from its start', () => {
    const bar = (start: EpochMs, price: number) => ({
      start,
      open: price as Paise,
      high: (price + 2) as Paise,
      low: (price - 2) as Paise,
      close: (price + 1) as Paise,
    })
    const minutes = new OptionMinuteSeries(1, OPENS, CLOSES)
    // The watch began inside the second minute.
    minutes.tick(0, 500, at(1, 40))
    minutes.tick(0, 600, at(2, 5))
    minutes.fill(0, [bar(at(-1), 50), bar(at(0), 100), bar(at(1), 200), bar(at(2), 300)], at(2))
    expect(minutes.series(0, at(2))).toEqual({
      from: at(0),
      prices: [100, 102, 98, 101, 200, 202, 198, 201, 600, 600, 600, 600],
    })
  })
})
