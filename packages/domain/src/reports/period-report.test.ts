import { expect, it } from 'vitest'
import { chargesOf } from '../charges/charges.ts'
import { contractNoteRounding } from '../charges/contract-note.ts'
import { paise, type Paise } from '../money/paise.ts'
import { istDate } from '../time/ist.ts'
import { periodReport, type ReportTrade } from './period-report.ts'

const BROKERAGE = paise(2_000)

function trade(on: string, symbol: ReportTrade['symbol'], gross: number): ReportTrade {
  const charges = chargesOf([{ side: 'BUY', value: paise(1_000_000), on: istDate(on) }], BROKERAGE)
  return { on: istDate(on), symbol, gross: gross as Paise, charges, net: (gross - charges.total) as Paise }
}

it('is grouped by day, oldest first, and by symbol, with the running sum of the days', () => {
  const report = periodReport([
    trade('2026-11-20', 'NIFTY', 100_000),
    trade('2026-11-19', 'NIFTY', -50_000),
    trade('2026-11-20', 'BANKNIFTY', -20_000),
  ])
  const one = trade('2026-11-20', 'NIFTY', 0).charges
  const cost = one.total
  const noted = (trades: number) =>
    contractNoteRounding({ stt: paise(trades * one.stt), stamp: paise(trades * one.stamp) }).total
  const [first, second] = [noted(1), noted(2)]
  expect(report.byDay.map(({ day, trades, wins, net, running }) => [day, trades, wins, net, running])).toEqual([
    ['2026-11-19', 1, 0, -50_000 - cost - first, -50_000 - cost - first],
    ['2026-11-20', 2, 1, 80_000 - 2 * cost - second, 30_000 - 3 * cost - first - second],
  ])
  expect(report.bySymbol.map(({ symbol, gross }) => [symbol, gross])).toEqual([
    ['BANKNIFTY', -20_000],
    ['NIFTY', 50_000],
  ])
  expect(report.drawdown).toEqual({ most: 50_000 + cost + first, longestDays: 1 })
})

it('counts what was bought back in the money of its day, and as no trade', () => {
  const day = [trade('2026-11-20', 'NIFTY', 100_000), trade('2026-11-20', 'NIFTY', -30_000)] as const
  const report = periodReport([day[0], { ...day[1], isCover: true }])
  const asTrades = periodReport(day)
  expect(report.total).toEqual({ ...asTrades.total, trades: 1, wins: 1 })
  expect(report.total.gross).toBe(70_000)
})

it('of nothing is nothing', () =>
  expect(periodReport([])).toMatchObject({ total: { trades: 0, gross: 0, net: 0 }, bySymbol: [], byDay: [] }))
