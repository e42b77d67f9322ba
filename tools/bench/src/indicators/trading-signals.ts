import { ADX, ATR, BollingerBands, EMA, MACD, RSI } from 'trading-signals'
import { pairOf, type Feeds } from './library.ts'

export const tradingSignals: Feeds = {
  EMA() {
    const pair = pairOf(() => new EMA(20))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const ema = pair[i & 1]!
        out[i] = ema.add(bars[i]!.close) ?? Number.NaN
      }
    }
  },
  RSI() {
    const pair = pairOf(() => new RSI(14))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const rsi = pair[i & 1]!
        out[i] = rsi.add(bars[i]!.close) ?? Number.NaN
      }
    }
  },
  MACD() {
    const pair = pairOf(() => new MACD(new EMA(12), new EMA(26), new EMA(9)))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const macd = pair[i & 1]!
        const result = macd.add(bars[i]!.close)
        out[2 * i] = result?.macd ?? Number.NaN
        out[2 * i + 1] = result?.signal ?? Number.NaN
      }
    }
  },
  ATR() {
    const pair = pairOf(() => new ATR(14))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const atr = pair[i & 1]!
        out[i] = atr.add(bars[i]!) ?? Number.NaN
      }
    }
  },
  ADX() {
    const pair = pairOf(() => new ADX(14))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const adx = pair[i & 1]!
        out[3 * i] = adx.add(bars[i]!) ?? Number.NaN
        // Shares of 1, the others' are percent.
        out[3 * i + 1] = 100 * (adx.pdi ?? Number.NaN)
        out[3 * i + 2] = 100 * (adx.mdi ?? Number.NaN)
      }
    }
  },
  Bollinger() {
    const pair = pairOf(() => new BollingerBands(20, 2))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const bands = pair[i & 1]!
        const result = bands.add(bars[i]!.close)
        out[3 * i] = result?.lower ?? Number.NaN
        out[3 * i + 1] = result?.middle ?? Number.NaN
        out[3 * i + 2] = result?.upper ?? Number.NaN
      }
    }
  },
}
