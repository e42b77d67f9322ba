import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { DAY_INTERVAL, type HistoryBar } from '@strikewise/exchange/price-path.ts'

/** One-minute bars of one instrument, as they were recorded and as they come from ticks: what a broker's history serves. */
export class MinuteHistory {
  readonly #bars = new Map<number, Candle>()
  /** Cumulative volume of the day's newest tick. */
  #seen: { readonly day: IstDate; readonly volume: number } | undefined

  /** Bars from before: they stand for what ticks of the same minutes gave. */
  addBars(bars: readonly Candle[]): void {
    for (const bar of bars) this.#bars.set(bar.start, bar)
  }

  /** A tick: last price, cumulative volume of the day (units; 0 for an index), and the exchange's time. */
  tick(price: Paise, volume: number, at: EpochMs): void {
    const day = istDateAt(at)
    const session = nseCalendar.sessionOn(day)
    // What was traded before the first tick of a day belongs to no minute that is known.
    const traded = this.#seen?.day === day ? Math.max(0, volume - this.#seen.volume) : 0
    this.#seen = { day, volume }
    if (session === undefined || at < session.opensAt || at >= session.closesAt) return
    const start = (at - (at % MINUTE_MS)) as EpochMs
    const bar = this.#bars.get(start)
    if (bar === undefined) this.#bars.set(start, candle(start, price, price, price, price, traded))
    else {
      const high = Math.max(bar.high, price) as Paise
      const low = Math.min(bar.low, price) as Paise
      this.#bars.set(start, candle(start, bar.open, high, low, price, bar.volume + traded))
    }
  }

  /** The close of the newest bar that ended by `at`; undefined without one. */
  closeBefore(at: EpochMs): Paise | undefined {
    return [...this.#bars.values()]
      .filter(({ start }) => start + MINUTE_MS <= at)
      .toSorted(byStart)
      .at(-1)?.close
  }

  /** Bars that start in [`from`, `to`], oldest first; as `PricePath.history`. */
  bars(intervalMinutes: number, from: EpochMs, to: EpochMs): HistoryBar[] {
    const made = new Map<number, HistoryBar>()
    for (const bar of [...this.#bars.values()].toSorted(byStart)) {
      const start = startOf(bar.start, intervalMinutes)
      if (start < from || start > to) continue
      const begun = made.get(start)
      made.set(start, {
        start,
        open: begun?.open ?? bar.open,
        high: Math.max(begun?.high ?? bar.high, bar.high) as Paise,
        low: Math.min(begun?.low ?? bar.low, bar.low) as Paise,
        close: bar.close,
        volume: (begun?.volume ?? 0) + bar.volume,
        openInterest: 0,
      })
    }
    return [...made.values()]
  }
}

/** Where the bar begins that a minute belongs to: counted from the open of its day, or the day's midnight. */
function startOf(minute: EpochMs, intervalMinutes: number): EpochMs {
  const day = istDateAt(minute)
  if (intervalMinutes === DAY_INTERVAL) return istInstant(day, 0)
  const opensAt = nseCalendar.sessionOn(day)?.opensAt ?? istInstant(day, 9, 15)
  const span = intervalMinutes * MINUTE_MS
  return (opensAt + Math.floor((minute - opensAt) / span) * span) as EpochMs
}

const byStart = (a: Candle, b: Candle) => a.start - b.start
