import { Adx } from '../indicators/adx.ts'
import { Atr } from '../indicators/atr.ts'
import type { Bar } from '../indicators/bar.ts'
import { Bollinger } from '../indicators/bollinger.ts'
import { Choppiness } from '../indicators/choppiness.ts'
import { Ema } from '../indicators/ema.ts'
import { GapNeutral } from '../indicators/gap-neutral.ts'
import { Macd } from '../indicators/macd.ts'
import { RollingMax } from '../indicators/rolling-extreme.ts'
import { Rsi } from '../indicators/rsi.ts'
import { Squeeze } from '../indicators/squeeze.ts'
import { Supertrend } from '../indicators/supertrend.ts'

/** Periods of the indicators, in bars, and the minutes of the longer bars. */
export const FAST_EMA_BARS = 9
export const SLOPE_EMA_BARS = 20
export const SLOW_EMA_BARS = 21
export const LONG_EMA_BARS = 20
export const LONG_BAR_MINUTES = 15
/** RSI, ATR, ADX and Choppiness. */
export const WILDER_BARS = 14

/** How far back EMA20 and closes can be read. */
export const LOOKBACK_BARS = 16

/** Every indicator of the five-minute and fifteen-minute bars of one index, fed once and read by all bar agents. */
export class FiveMinuteIndicators {
  readonly ema9 = new Ema(FAST_EMA_BARS)
  readonly ema20 = new Ema(SLOPE_EMA_BARS)
  readonly ema21 = new Ema(SLOW_EMA_BARS)
  readonly rsi = new Rsi(WILDER_BARS)
  readonly macd = new Macd(12, 26, 9)
  readonly atr = new Atr(WILDER_BARS)
  readonly adx = new Adx(WILDER_BARS)
  readonly bands = new Bollinger(20, 2)
  readonly squeeze = new Squeeze(20, 1.5)
  readonly supertrend = new Supertrend(10, 3)
  readonly choppiness = new Choppiness(WILDER_BARS)
  /** Fifteen-minute bars. */
  readonly ema15 = new Ema(LONG_EMA_BARS)
  readonly atr15 = new Atr(WILDER_BARS)
  close15 = Number.NaN
  /** Closed five-minute bars so far, and of this session. */
  count = 0
  sessionCount = 0
  close = Number.NaN
  readonly #gap = new GapNeutral()
  readonly #highest: RollingMax
  readonly #lowest: RollingMax
  readonly #emas = new Float64Array(LOOKBACK_BARS).fill(Number.NaN)
  readonly #closes = new Float64Array(LOOKBACK_BARS).fill(Number.NaN)

  constructor(rangeBars: number) {
    this.#highest = new RollingMax(rangeBars)
    this.#lowest = new RollingMax(rangeBars)
  }

  /** A closed five-minute bar; push the fifteen-minute bar that ends with it first. */
  push(bar: Bar): void {
    this.#gap.push(bar)
    const { offset } = this.#gap
    this.ema9.push(bar.close)
    this.ema20.push(bar.close)
    this.ema21.push(bar.close)
    this.rsi.push(bar.close)
    this.macd.push(bar.close)
    this.atr.push(bar)
    this.adx.push(bar)
    this.bands.push(bar.close)
    this.squeeze.push(bar, offset)
    this.supertrend.push(bar)
    this.choppiness.push(bar, offset)
    this.#highest.push(bar.high - offset)
    this.#lowest.push(offset - bar.low)
    this.close = bar.close
    this.sessionCount = bar.sessionStart ? 1 : this.sessionCount + 1
    this.#emas[this.count % LOOKBACK_BARS] = this.ema20.value
    this.#closes[this.count % LOOKBACK_BARS] = bar.close
    this.count += 1
  }

  push15(bar: Bar): void {
    this.ema15.push(bar.close)
    this.atr15.push(bar)
    this.close15 = bar.close
  }

  /** EMA20 `back` bars ago (0: the last bar); NaN when not known. `back` < LOOK_BACK. */
  ema20Back(back: number): number {
    return back < this.count ? this.#emas[(this.count - 1 - back) % LOOKBACK_BARS]! : Number.NaN
  }

  closeBack(back: number): number {
    return back < this.count ? this.#closes[(this.count - 1 - back) % LOOKBACK_BARS]! : Number.NaN
  }

  /** Highest high less lowest low of the last bars, gap-neutral; NaN until there are enough. */
  get range(): number {
    return this.#highest.ready ? this.#highest.value + this.#lowest.value : Number.NaN
  }
}
