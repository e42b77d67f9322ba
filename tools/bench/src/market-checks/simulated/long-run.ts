import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { istDate, istDateAt, istInstant } from '@strikewise/domain/time/ist.ts'
import { DAY_INTERVAL, type PricePath } from '@strikewise/exchange/price-path.ts'
import { dayFacts, type DayFacts } from '../facts/day-facts.ts'

/** Earlier years have holes in the calendar's expiries; so many sessions show a year's level to a few per cent. */
const FROM = istInstant(istDate('2017-01-02'), 0)

/** The sessions before a market's first one, as its charts show them by day: years of them are made in seconds. */
export function longRun(path: PricePath): DayFacts[] {
  const bars = (token: number) => path.history(token, DAY_INTERVAL, FROM, path.now)
  const vix = new Map(bars(INDEX_TOKENS.INDIAVIX).map(({ start, close }) => [istDateAt(start), close / 100]))
  return dayFacts(
    bars(INDEX_TOKENS.NIFTY).map(({ start, open, high, low, close }) => {
      const day = istDateAt(start)
      return {
        day,
        open: open / 100,
        high: high / 100,
        low: low / 100,
        close: close / 100,
        vix: vix.get(day) ?? Number.NaN,
      }
    }),
  )
}
