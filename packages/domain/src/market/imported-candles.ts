import type { TradingCalendar } from '../time/calendar.ts'
import { istDateAt, MINUTE_MS, type EpochMs } from '../time/ist.ts'
import type { Candle } from './candle.ts'

/**
 * One-minute bars of a vendor, put in the house's form (signals reference §1.1.7): labelled by their start, in time
 * order, one a minute, inside the session (pre-open and after-close rows go). Of duplicates the last given wins.
 * `label`: whether the vendor writes a bar's start (the broker does) or its end.
 */
export function normaliseMinutes(
  candles: readonly Candle[],
  calendar: TradingCalendar,
  label: 'start' | 'end' = 'start',
): Candle[] {
  const byStart = new Map<EpochMs, Candle>()
  const shift = label === 'end' ? MINUTE_MS : 0
  for (const bar of candles) {
    const labelled = bar.start - shift
    const start = (labelled - (labelled % MINUTE_MS)) as EpochMs
    const session = calendar.sessionOn(istDateAt(start))
    if (session === undefined || !session.windows.some((w) => start >= w.from && start < w.to)) continue
    byStart.set(start, start === bar.start ? bar : { ...bar, start })
  }
  return [...byStart.values()].sort((a, b) => a.start - b.start)
}
