import { BarRollup } from '@strikewise/domain/market/bar-rollup.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BAR_MINUTES, changedFrom, extremes, rollUp, withPrice } from './bars.ts'

const OPENS = istInstant(istDate('2026-11-20'), 9, 15)
const minute = (at: number, open: number, close = open, more = {}) => ({
  time: OPENS + at * MINUTE_MS,
  open,
  high: Math.max(open, close) + 1,
  low: Math.min(open, close) - 1,
  close,
  ...more,
})
const walk = fc.array(fc.integer({ min: 100, max: 500 }), { minLength: 2, maxLength: 60 })
const candlesOf = (prices: readonly number[]) => prices.slice(1).map((close, at) => minute(at, prices[at]!, close))

describe('longer bars', () => {
  it.each(BAR_MINUTES)('of %i minutes are those the agents read', (minutes) => {
    fc.assert(
      fc.property(walk, (prices) => {
        const candles = candlesOf(prices)
        const shown = rollUp(candles, minutes)
        if (minutes === 1) {
          expect(shown).toEqual(candles)
          return
        }
        const read: Candle[] = []
        const rollup = new BarRollup(`${minutes}m`, OPENS, (bar) => read.push(bar))
        rollup.startSession(OPENS)
        const paise = (price: number) => price as Paise
        for (const { time, open, high, low, close } of candles)
          rollup.push(candle(time as EpochMs, paise(open), paise(high), paise(low), paise(close)))
        rollup.finish()
        expect(shown).toEqual(
          read.map(({ start, open, high, low, close }) => ({ time: start, open, high, low, close })),
        )
      }),
    )
  })
})

describe('a price seen since the last poll', () => {
  const candles = [minute(0, 100), minute(1, 110, 112, { forming: true })]
  const at = (minutes: number, second: number) => OPENS + minutes * MINUTE_MS + second * 1000

  it('widens the minute under way', () => {
    expect(withPrice(candles, 120, at(1, 30)).at(-1)).toMatchObject({ open: 110, high: 120, low: 109, close: 120 })
    expect(withPrice(candles, 105, at(1, 30)).at(-1)).toMatchObject({ open: 110, high: 113, low: 105, close: 105 })
  })

  it('opens the next minute', () => {
    expect(withPrice(candles, 120, at(2, 0)).slice(1)).toEqual([
      candles[1],
      { time: at(2, 0), open: 120, high: 120, low: 120, close: 120, forming: true },
    ])
  })

  it.each([
    ['is older than the last minute', candles, at(0, 59)],
    ['belongs to a minute that has closed', [minute(0, 100)], at(0, 59)],
    ['comes before any bar', [], at(0, 1)],
  ])('changes nothing when it %s', (_when, known, when) => {
    expect(withPrice(known, 500, when)).toBe(known)
  })
})

it('finds the highest and the lowest bar', () => {
  expect(extremes([])).toBeUndefined()
  const bars = candlesOf([200, 300, 150, 250])
  expect(extremes(bars)).toEqual({ high: bars[0], low: bars[1] })
})

it('redraws only what changed', () => {
  const bars = candlesOf([200, 300, 150, 250])
  expect(changedFrom(bars, bars)).toBe(2)
  expect(changedFrom(bars, [...bars, minute(3, 250)])).toBe(2)
  expect(changedFrom([], bars)).toBeUndefined()
  expect(changedFrom(bars, bars.slice(1))).toBeUndefined()
  expect(changedFrom(bars, bars.slice(0, 2))).toBeUndefined()
})
