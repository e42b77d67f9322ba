import { rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { candle } from '@strikewise/domain/market/candle.ts'
import { paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDate, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { BadFile } from '../backtest/input/bad-file.ts'
import { barFolder } from '../backtest/testing/bar-file.ts'
import { flowRows, observeFlows } from './flow-records.ts'

const files = barFolder()
afterAll(() => rmSync(files.folder, { recursive: true, force: true }))

const DAYS: IstDate[] = Array.from({ length: 45 }, (_, i) => addDays(istDate('2026-05-04'), i)).filter(
  (day) => nseCalendar.sessionOn(day)?.kind === 'full',
)
const HEAD = 'date,fii_buy,fii_net,dii_net,fii_idx_fut_long,fii_idx_fut_short'

/** Institutions trade a little each day, and buy heavily on the last day but one. */
function file() {
  const lines = DAYS.map((day, i) => {
    const net = i === DAYS.length - 2 ? 9000 : i === DAYS.length - 3 ? 0 : 100 * ((i % 5) - 2)
    return `${day},1,${net},${-net},${i === 0 ? '' : 50_000 + 10 * (i >= DAYS.length - 4 ? 1 : i % 3)},${i === 0 ? '' : 60_000}`
  })
  return files.write('fii_dii_daily.csv', [HEAD, ...lines])
}

function session(day: IstDate, minutes = 375) {
  const bars = Array.from({ length: minutes / 5 }, (_, i) => {
    const close = paise(2_400_000 + 500 * (i + 1))
    const start = (istInstant(day, 9, 15) + 5 * i * MINUTE_MS) as EpochMs
    return candle(start, paise(close - 500), close, paise(close - 500), close)
  })
  return { symbol: 'NIFTY' as const, bars }
}

it('counts a figure from the evening on which it came out', async () => {
  const rows = await flowRows(file())
  expect(rows[0]).toMatchObject({ fiiNet: -200, diiNet: 200, futureLong: null, positionsPublishedAt: null })
  const [before, after] = [DAYS.at(-2)!, DAYS.at(-1)!]
  const observations = observeFlows(rows, [session(before), session(after)])
  const of = (day: IstDate) => observations.filter((one) => one.day === day).map(({ signed }) => signed[0])
  expect(new Set(of(before))).toEqual(new Set([0]))
  expect(of(after)[0]).toBeGreaterThan(0.2)
  const first = observations.find((one) => one.day === after)!
  expect(first.moves[0]).toBeCloseTo((10_000 * 500) / 2_400_500, 1)
  expect(observations.at(-1)!.moves[3]).toBeNaN()
})

it('observes nothing before there are rows enough, and names a column that is missing', async () => {
  const rows = await flowRows(file())
  expect(observeFlows(rows.slice(0, 10), [session(DAYS.at(-1)!)])).toEqual([])
  await expect(flowRows(files.write('other.csv', ['date,net', '2026-05-04,1']))).rejects.toThrow(BadFile)
})
