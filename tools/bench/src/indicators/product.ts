import { Adx } from '@strikewise/signals/indicators/adx.ts'
import { Atr } from '@strikewise/signals/indicators/atr.ts'
import { Bollinger } from '@strikewise/signals/indicators/bollinger.ts'
import { Ema } from '@strikewise/signals/indicators/ema.ts'
import { Macd } from '@strikewise/signals/indicators/macd.ts'
import { Rsi } from '@strikewise/signals/indicators/rsi.ts'
import { pairOf, type Feeds } from './library.ts'

export const product: Feeds = {
  EMA() {
    const pair = pairOf(() => new Ema(20))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const ema = pair[i & 1]!
        ema.push(bars[i]!.close)
        out[i] = ema.value
      }
    }
  },
  RSI() {
    const pair = pairOf(() => new Rsi(14))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const rsi = pair[i & 1]!
        rsi.push(bars[i]!.close)
        out[i] = rsi.value
      }
    }
  },
  MACD() {
    const pair = pairOf(() => new Macd(12, 26, 9))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const macd = pair[i & 1]!
        macd.push(bars[i]!.close)
        out[2 * i] = macd.line
        out[2 * i + 1] = macd.signal
      }
    }
  },
  ATR() {
    const pair = pairOf(() => new Atr(14))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const atr = pair[i & 1]!
        atr.push(bars[i]!)
        out[i] = atr.value
      }
    }
  },
  ADX() {
    const pair = pairOf(() => new Adx(14))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const adx = pair[i & 1]!
        adx.push(bars[i]!)
        out[3 * i] = adx.value
        out[3 * i + 1] = adx.plusDi
        out[3 * i + 2] = adx.minusDi
      }
    }
  },
  Bollinger() {
    const pair = pairOf(() => new Bollinger(20, 2))
    return (bars, out) => {
      for (let i = 0; i < bars.length; i += 1) {
        const bands = pair[i & 1]!
        bands.push(bars[i]!.close)
        out[3 * i] = bands.lower
        out[3 * i + 1] = bands.middle
        out[3 * i + 2] = bands.upper
      }
    }
  },
}
