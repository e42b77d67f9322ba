import { describe, expect, it } from 'vitest'
import { Adx } from './adx.ts'
import { Atr } from './atr.ts'
import type { Bar } from './bar.ts'
import { Bollinger } from './bollinger.ts'
import { Choppiness } from './choppiness.ts'
import { Ema } from './ema.ts'
import { GapNeutral } from './gap-neutral.ts'
import { Macd } from './macd.ts'
import { RollingMax } from './rolling-extreme.ts'
import { Rsi } from './rsi.ts'
import { Squeeze } from './squeeze.ts'
import { Supertrend } from './supertrend.ts'
import { fixtureF1 } from './testing/fixture-f1.ts'
import { Vwap } from './vwap.ts'
import { RollingWindow } from './window.ts'

const all = () => ({
  ema: new Ema(20),
  rsi: new Rsi(14),
  macd: new Macd(),
  atr: new Atr(14),
  adx: new Adx(14),
  bands: new Bollinger(),
  chop: new Choppiness(),
  trend: new Supertrend(),
  squeeze: new Squeeze(),
  vwap: new Vwap(),
  gap: new GapNeutral(),
})

function push(set: ReturnType<typeof all>, bar: Bar) {
  set.gap.push(bar)
  set.ema.push(bar.close)
  set.rsi.push(bar.close)
  set.macd.push(bar.close)
  set.atr.push(bar)
  set.adx.push(bar)
  set.bands.push(bar.close)
  set.chop.push(bar, set.gap.offset)
  set.trend.push(bar)
  set.squeeze.push(bar, set.gap.offset)
  set.vwap.push(bar)
}

const read = (set: ReturnType<typeof all>) => ({
  ema: set.ema.value,
  rsi: set.rsi.value,
  macd: set.macd.line,
  signal: set.macd.signal,
  atr: set.atr.value,
  plusDi: set.adx.plusDi,
  minusDi: set.adx.minusDi,
  adx: set.adx.value,
  lower: set.bands.lower,
  upper: set.bands.upper,
  chop: set.chop.value,
  direction: set.trend.direction,
  supertrend: set.trend.value,
  vwap: set.vwap.value,
})

const bars = fixtureF1()
const series = (() => {
  const set = all()
  return bars.map((bar) => {
    push(set, bar)
    return read(set)
  })
})()

describe('fixture F1', () => {
  it.each([
    [27, [25022.0026, 49.6901, -20.4792, Number.NaN, 23.3398, 21.7677, 22.1483, 14.4154, 24955.4779, 25097.9221]],
    [50, [25093.0949, 37.7583, 6.7077, 16.6623, 26.0327, 18.8377, 28.6499, 30.1682, 25048.1874, 25170.0626]],
    [119, [25198.7363, 50.4048, -5.0843, 2.9323, 26.0816, 23.1944, 21.647, 23.6096, 25142.0157, 25297.5893]],
  ])('bar %d: averages, oscillators and bands', (i, expected) => {
    const { ema, rsi, macd, signal, atr, plusDi, minusDi, adx, lower, upper } = series[i]!
    const got = [ema, rsi, macd, signal, atr, plusDi, minusDi, adx, lower, upper]
    for (const [n, value] of expected.entries()) {
      if (Number.isNaN(value)) expect(got[n]).toBeNaN()
      else expect(Math.abs(got[n]! - value)).toBeLessThan(0.001)
    }
  })

  it.each([
    [27, [38.8777, -1, 25052.8698, 25033.9869]],
    [50, [43.9365, -1, 25133.6537, 25061.6841]],
    [119, [43.9948, -1, 25230.3991, 25120.378]],
  ])('bar %d: choppiness, supertrend, VWAP', (i, expected) => {
    const { chop, direction, supertrend, vwap } = series[i]!
    for (const [n, value] of [chop, direction, supertrend, vwap].entries())
      expect(Math.abs(value - expected[n]!)).toBeLessThan(0.001)
  })

  it('starts with the close of the table', () =>
    expect([27, 50, 119].map((i) => bars[i]!.close)).toEqual([25003.3, 25044.65, 25199.05]))

  it('flips the supertrend at the stated bars', () => {
    const flips = series.flatMap((row, i) => (i > 10 && row.direction !== series[i - 1]!.direction ? [i] : []))
    expect(flips).toEqual([17, 32, 49, 64, 81, 95, 113])
  })

  it.each([
    ['ema', 19],
    ['rsi', 14],
    ['macd', 25],
    ['signal', 33],
    ['atr', 14],
    ['plusDi', 14],
    ['adx', 27],
    ['lower', 19],
    ['chop', 13],
    ['supertrend', 10],
  ] as const)('%s is first known at bar %d', (name, first) =>
    expect(series.findIndex((row) => !Number.isNaN(row[name]))).toBe(first),
  )

  it('publishes the same value for a bar whether or not more bars follow', () => {
    for (const k of [0, 10, 27, 60, 118]) {
      const set = all()
      for (const bar of bars.slice(0, k + 1)) push(set, bar)
      expect(read(set)).toEqual(series[k])
    }
  })
})

describe('edges', () => {
  const flat: Bar = { open: 100, high: 100, low: 100, close: 100, volume: 0, sessionStart: false }

  it('a flat market: RSI 50, ATR 0, ADX 0, %B 0.5, choppiness 100, no VWAP', () => {
    const set = all()
    for (let i = 0; i < 60; i += 1) push(set, flat)
    expect([
      set.rsi.value,
      set.atr.value,
      set.adx.value,
      set.adx.plusDi,
      set.bands.percentB,
      set.chop.value,
      set.vwap.value,
    ]).toEqual([50, 0, 0, 0, 0.5, 100, Number.NaN])
    expect(set.squeeze.on).toBe(false)
  })

  it('only gains: RSI 100', () => {
    const rsi = new Rsi(14)
    for (let i = 0; i < 20; i += 1) rsi.push(100 + i)
    expect(rsi.value).toBe(100)
  })

  it('a gap between sessions moves neither true range nor the gap-neutral span', () => {
    const atr = new Atr(2)
    const chop = new Choppiness(4)
    const gap = new GapNeutral()
    const quiet = { open: 100, high: 101, low: 99, close: 100, volume: 0, sessionStart: true }
    const gapped = { open: 200, high: 201, low: 199, close: 200, volume: 0, sessionStart: true }
    for (const bar of [quiet, { ...quiet, sessionStart: false }, gapped, { ...gapped, sessionStart: false }]) {
      gap.push(bar)
      atr.push(bar)
      chop.push(bar, gap.offset)
    }
    expect(atr.value).toBe(2)
    expect(chop.value).toBeCloseTo(100, 9)
  })

  it('the rolling window agrees with a plain computation to 1e-9 after many laps', () => {
    const window = new RollingWindow(20)
    const xs: number[] = []
    let x = 25_000
    for (let i = 0; i < 50_000; i += 1) {
      x += Math.sin(i * 12.9898) * 5
      xs.push(x)
      window.push(x)
    }
    const last = xs.slice(-20)
    const mean = last.reduce((a, b) => a + b) / 20
    const deviation = Math.sqrt(last.reduce((a, b) => a + (b - mean) ** 2, 0) / 20)
    expect(Math.abs(window.mean / mean - 1)).toBeLessThan(1e-12)
    expect(Math.abs(window.deviation / deviation - 1)).toBeLessThan(1e-9)
  })

  it('the rolling maximum agrees with a plain computation', () => {
    const max = new RollingMax(7)
    const xs: number[] = []
    for (let i = 0; i < 500; i += 1) {
      xs.push(Math.round(Math.sin(i * 78.233) * 10))
      max.push(xs[i]!)
      expect(max.value).toBe(Math.max(...xs.slice(-7)))
    }
  })
})
