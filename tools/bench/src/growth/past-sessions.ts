import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { seededBars } from '../indicators/bars.ts'

const MINUTES = 375

/** The minutes of the `count` sessions before `day`, oldest first. */
export function sessionsBefore(day: IstDate, count: number): Candle[] {
  const days: IstDate[] = []
  for (let before = day; days.length < count;) {
    before = nseCalendar.previousTradingDay(before)
    if (nseCalendar.sessionOn(before)?.kind === 'full') days.push(before)
  }
  const paise = (points: number) => paiseFromRupees(Math.round(points * 20) / 20)
  const bars = seededBars(count * MINUTES)
  return days.toReversed().flatMap((session, s) =>
    bars.slice(s * MINUTES, (s + 1) * MINUTES).map(({ open, high, low, close }, minute) => {
      const start = (istInstant(session, 9, 15) + minute * MINUTE_MS) as EpochMs
      return candle(start, paise(open), paise(high), paise(low), paise(close))
    }),
  )
}
