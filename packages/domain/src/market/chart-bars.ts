import type { Candle, FormingCandle, IntradayTimeframe } from './candle.ts'

/** Bars a chart shows at once: a whole session of minutes. */
const BARS_SHOWN = 400

/** A bar as charts take it: start in epoch ms, prices in points. */
export interface ChartBar {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly forming?: true
}

/** Where bars come from: closed ones are only ever added. */
export interface ChartSource {
  candles(timeframe: IntradayTimeframe): readonly Candle[]
  forming(): FormingCandle | undefined
}

/**
 * What charts show of an index, in two parts: closed bars, which change once a minute, and the minute under way, which
 * changes with each tick. Serialising takes hundreds of bars for the one and a single bar for the other.
 */
export class ChartBars {
  readonly #source: ChartSource
  /** Closed minutes when they were last asked for: longer bars close with one. */
  #minutes = -1

  constructor(source: ChartSource) {
    this.#source = source
  }

  /** A day of one-minute bars and the newest of the longer ones, oldest first; undefined: none has closed since last asked. */
  closed(): Readonly<Record<IntradayTimeframe, readonly ChartBar[]>> | undefined {
    const { length } = this.#source.candles('1m')
    if (length === this.#minutes) return undefined
    this.#minutes = length
    const shown = (timeframe: IntradayTimeframe) => this.#source.candles(timeframe).slice(-BARS_SHOWN).map(chartBar)
    return { '1m': shown('1m'), '3m': shown('3m'), '5m': shown('5m'), '15m': shown('15m') }
  }

  /** The minute under way; null before its first tick. */
  forming(): ChartBar | null {
    const bar = this.#source.forming()
    return bar === undefined ? null : { ...chartBar(bar), forming: true }
  }
}

/** A bar as charts have it: points instead of paise. */
export function chartBar({ start, open, high, low, close }: Candle | FormingCandle): ChartBar {
  return { time: start, open: open / 100, high: high / 100, low: low / 100, close: close / 100 }
}
