// @invariant no-look-ahead
import { candle } from '@strikewise/domain/market/candle.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { seededNumbers } from '@strikewise/domain/statistics/seeded-numbers.ts'
import { istDate, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { expect, it } from 'vitest'
import type { RequestedSession } from '../backtest/run/partition.ts'
import { checkCuts, decisionsOfBacktest, type Decide } from './check-cuts.ts'

const SERIES = { sessions: walk(26), cuts: 12, seed: 7 }

/** A random walk over so many sessions. */
function walk(count: number): RequestedSession[] {
  const random = seededNumbers(1)
  let price = 1_800_000
  let day = istDate('2022-08-01')
  return Array.from({ length: count }, () => {
    day = nseCalendar.nextTradingDay(day)
    const { opensAt, closesAt } = nseCalendar.sessionOn(day)!
    const bars = Array.from({ length: (closesAt - opensAt) / MINUTE_MS }, (_, minute) => {
      const open = price
      price = Math.round(open * (1 + 0.0006 * (random() - 0.5)))
      const [high, low] = [Math.max(open, price) + 300, Math.min(open, price) - 300]
      const start = (opensAt + minute * MINUTE_MS) as EpochMs
      return candle(start, open as Paise, high as Paise, low as Paise, price as Paise)
    })
    return { symbol: 'NIFTY', day, bars }
  })
}

it('changes no decision of before when all that follows an instant is replaced', async () => {
  const { cuts, early, compared, changed } = await checkCuts(SERIES)
  expect(changed).toEqual([])
  expect(cuts).toBe(12)
  expect(early).toBeGreaterThan(1)
  expect(compared).toBeGreaterThan(1000)
})

/** The product's rule on sessions whose bars know more than they may. */
const planted =
  (leak: (bars: RequestedSession['bars']) => RequestedSession['bars']): Decide =>
  (sessions) =>
    decisionsOfBacktest(sessions.map((session) => ({ ...session, bars: leak(session.bars) })))

it.each<[what: string, decide: Decide]>([
  [
    'a bar that closes where the next one does',
    planted((bars) =>
      bars.map((bar, i) => {
        const close = bars[i + 1]?.close ?? bar.close
        return { ...bar, close, high: Math.max(bar.high, close) as Paise, low: Math.min(bar.low, close) as Paise }
      }),
    ),
  ],
  [
    'a first second that is drawn from its own minute',
    planted((bars) => bars.map((bar) => ({ ...bar, open: Math.round((bar.high + bar.low) / 2) as Paise }))),
  ],
  [
    'a level that is taken from the whole session',
    planted((bars) => {
      const last = bars.at(-1)!.close
      const move = (price: Paise) => (price + (last - price) / 100) as Paise
      return bars.map(({ start, open, high, low, close }) =>
        candle(start, move(open), move(high), move(low), move(close)),
      )
    }),
  ],
])('finds %s', async (_what, decide) => {
  const { changed } = await checkCuts({ ...SERIES, cuts: 3 }, decide)
  expect(changed.length).toBeGreaterThan(0)
})
