import type { Bar } from '@strikewise/signals/indicators/bar.ts'
import { ADX, ATR, BollingerBands, EMA, MACD, RSI } from 'technicalindicators'
import { pairOf, type Feeds } from './library.ts'

type AdxReported = { readonly adx: number; readonly pdi: number; readonly mdi: number } | undefined

export const technicalIndicators: Feeds = {
  EMA() {
    const pair = pairOf(() => new EMA({ period: 20, values: [] }))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const ema = pair[i & 1]!
        out[i] = ema.nextValue(bars[i]!.close) ?? Number.NaN
      }
    }
  },
  RSI() {
    const pair = pairOf(() => new RSI({ period: 14, values: [] }))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const rsi = pair[i & 1]!
        out[i] = rsi.nextValue(bars[i]!.close) ?? Number.NaN
      }
    }
  },
  MACD() {
    const pair = pairOf(
      () =>
        new MACD({
          fastPeriod: 12,
          slowPeriod: 26,
          signalPeriod: 9,
          SimpleMAOscillator: false,
          SimpleMASignal: false,
          values: [],
        }),
    )
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const macd = pair[i & 1]!
        const result = macd.nextValue(bars[i]!.close)
        out[2 * i] = result?.MACD ?? Number.NaN
        out[2 * i + 1] = result?.signal ?? Number.NaN
      }
    }
  },
  ATR() {
    const pair = pairOf(() => new ATR({ period: 14, high: [], low: [], close: [] }))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const atr = pair[i & 1]!
        out[i] = atr.nextValue(bars[i]!) ?? Number.NaN
      }
    }
  },
  ADX() {
    // It reads bars; its types show numbers.
    const pair = pairOf(
      () => new ADX({ period: 14, high: [], low: [], close: [] }) as unknown as { nextValue(bar: Bar): AdxReported },
    )
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const adx = pair[i & 1]!
        const result = adx.nextValue(bars[i]!)
        out[3 * i] = result?.adx ?? Number.NaN
        out[3 * i + 1] = result?.pdi ?? Number.NaN
        out[3 * i + 2] = result?.mdi ?? Number.NaN
      }
    }
  },
  Bollinger() {
    const pair = pairOf(() => new BollingerBands({ period: 20, stdDev: 2, values: [] }))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const bands = pair[i & 1]!
        const result = bands.nextValue(bars[i]!.close)
        out[3 * i] = result?.lower ?? Number.NaN
        out[3 * i + 1] = result?.middle ?? Number.NaN
        out[3 * i + 2] = result?.upper ?? Number.NaN
      }
    }
  },
}
