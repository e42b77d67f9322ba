interface Bar {
  readonly high: number
  readonly low: number
  readonly close: number
}

export interface DayRange {
  /** Index points. */
  readonly low: number
  readonly high: number
  /** Where the price stands between them, in per cent of the way up. */
  readonly at: number
}

/** The lowest and the highest of a day's bars and of a price that is newer than them; undefined without bars. */
export function dayRangeOf(bars: readonly Bar[], price: number): DayRange | undefined {
  if (bars.length === 0) return undefined
  const low = bars.reduce((least, bar) => Math.min(least, bar.low), price)
  const high = bars.reduce((most, bar) => Math.max(most, bar.high), price)
  return { low, high, at: high === low ? 50 : Math.round(((price - low) / (high - low)) * 1000) / 10 }
}

/** Size of the sparkline's own coordinates. */
export const SPARK = { width: 100, height: 20 }

/** More points than this are one line in its width. */
const MAX_POINTS = 50

/** The closes of bars, oldest first, as points of an SVG polyline; the last one is always among them. */
export function sparkline(bars: readonly Pick<Bar, 'close'>[]): string {
  const step = Math.max(1, Math.ceil(bars.length / MAX_POINTS))
  const closes = bars.filter((_, i) => (bars.length - 1 - i) % step === 0).map(({ close }) => close)
  const low = Math.min(...closes)
  const span = Math.max(...closes) - low
  const x = (i: number) => (closes.length === 1 ? SPARK.width : (i / (closes.length - 1)) * SPARK.width)
  const y = (close: number) => (span === 0 ? SPARK.height / 2 : SPARK.height - ((close - low) / span) * SPARK.height)
  return closes.map((close, i) => `${x(i).toFixed(1)},${y(close).toFixed(1)}`).join(' ')
}
