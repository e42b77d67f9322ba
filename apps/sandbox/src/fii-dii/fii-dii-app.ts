import { Hono } from 'hono'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDateAt, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { DAY_INTERVAL } from '@strikewise/exchange/price-path.ts'
import { betweenSlices } from '../http/between-slices.ts'
import type { Market } from '../market.ts'
import { normal } from '../seeded-random.ts'
import { DAILY_RETURN_SD, fiiDiiRows, type DayReturn } from './fii-dii-model.ts'

/** Calendar days of history: more than the 60 rows the product looks back over. */
const HISTORY_DAYS = 120
/** The first half of a day's row is published at this hour; before it the row does not exist. */
const PUBLISHED_HOUR = 19

/** FII and DII rows at `/fii-dii.json`, oldest first, each from the hour it is published in market time. */
export function fiiDiiApp(seed: string, market: Pick<Market, 'now' | 'path'>, isDown: () => boolean): Hono {
  const app = new Hono()
  const days: DayReturn[] = []
  // Days before the market has bars move as usual days do; what a day was is never changed afterwards.
  const first = addDays(istDateAt(market.now()), -HISTORY_DAYS)
  app.get('/fii-dii.json', async (c) => {
    if (isDown()) return c.json({ message: 'The FII/DII data is down (sandbox fault).' }, 503)
    const now = market.now()
    const today = istDateAt(now)
    const pause = betweenSlices()
    for (let day = days.at(-1)?.day ?? first; day < today;) {
      day = nseCalendar.nextTradingDay(day)
      if (istInstant(day, PUBLISHED_HOUR) > now) continue
      const row = { day, return: await returnOf(seed, market, day, pause) }
      // Another call may have gone on while this one paused.
      if (day > (days.at(-1)?.day ?? first)) days.push(row)
    }
    return c.json({ source: 'simulated', unit: 'crore rupees; contracts', rows: fiiDiiRows(seed, days, now) })
  })
  return app
}

/** The index's return of a day, close over close; a usual day's where the market has no bars of it. */
async function returnOf(
  seed: string,
  { path }: Pick<Market, 'path'>,
  day: IstDate,
  pause: () => Promise<void>,
): Promise<number> {
  const from = istInstant(nseCalendar.previousTradingDay(day), 0)
  const until = istInstant(day, PUBLISHED_HOUR)
  const bars = await path.historyInSlices(pause, INDEX_TOKENS.NIFTY, DAY_INTERVAL, from, until)
  const [before, last] = bars.slice(-2)
  if (before === undefined || last === undefined) return DAILY_RETURN_SD * normal(seed, day, 'return')
  return last.close / before.close - 1
}
