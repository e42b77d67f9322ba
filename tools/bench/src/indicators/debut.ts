// Licensed under the GPL: a development dependency of the lab, imported here and nowhere else.
import { ADX, ATR, BollingerBands, EMA, MACD, RSI } from '@debut/indicators'
import { pairOf, type Feeds } from './library.ts'

export const debut: Feeds = {
  EMA() {
    const pair = pairOf(() => new EMA(20))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const ema = pair[i & 1]!
        out[i] = ema.nextValue(bars[i]!.close)
      }
    }
  },
  RSI() {
    const pair = pairOf(() => new RSI(14))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const rsi = pair[i & 1]!
        out[i] = rsi.nextValue(bars[i]!.close) ?? Number.NaN
      }
    }
  },
  MACD() {
    const pair = pairOf(() => new MACD(12, 26, 9))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const macd = pair[i & 1]!
        const result = macd.nextValue(bars[i]!.close)
        out[2 * i] = result?.macd ?? Number.NaN
        out[2 * i + 1] = result?.signal ?? Number.NaN
      }
    }
  },
  ATR() {
    // Its default WEMA is Wilder's average.
    const pair = pairOf(() => new ATR(14))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const atr = pair[i & 1]!
        const bar = bars[i]!
        out[i] = atr.nextValue(bar.high, bar.low, bar.close) ?? Number.NaN
      }
    }
  },
  ADX() {
    const pair = pairOf(() => new ADX(14))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const adx = pair[i & 1]!
        const bar = bars[i]!
        const result = adx.nextValue(bar.high, bar.low, bar.close)
        out[3 * i] = result?.adx ?? Number.NaN
        out[3 * i + 1] = result?.pdi ?? Number.NaN
        out[3 * i + 2] = result?.mdi ?? Number.NaN
      }
    }
  },
  Bollinger() {
    const pair = pairOf(() => new BollingerBands(20, 2))
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
