import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { periodReport } from '@strikewise/domain/reports/period-report.ts'
import type { ClosedTradeLine } from '../store/tables/daily-report-body.ts'
import { reportCsv } from './report-csv.ts'

it('leaves the fill against the intended price empty where it is not known, and signed where it is', () => {
  const line: ClosedTradeLine = {
    id: 't',
    mode: 'paper',
    on: istDate('2026-11-20'),
    symbol: 'NIFTY',
    strike: 24_500,
    side: 'CE',
    tradingsymbol: 'NIFTY26NOV24500CE',
    enteredAt: istInstant(istDate('2026-11-20'), 10),
    closedAt: istInstant(istDate('2026-11-20'), 11),
    quantity: 75,
    entryValue: 755_000 as Paise,
    exitValue: 825_000 as Paise,
    gross: 70_000 as Paise,
    charges: chargesOf([], 2_000 as Paise),
    net: 70_000 as Paise,
    risk: 150_000 as Paise,
    exitReason: 'target',
    decisionId: 'd',
  }
  const entryFill = { intendedPrice: 10_000 as Paise, difference: -5_005 as Paise, risk: 150_000 as Paise }
  const trades = [line, { ...line, entryFill }]
  const rows = reportCsv({ mode: 'paper', trades, sums: periodReport([]) }, 'en').split('\r\n')
  expect(rows.slice(1, 3).map((row) => row.split(',').slice(-2))).toEqual([
    ['', ''],
    ['-50.05', '-0.03'],
  ])
})

it('begins with a byte order mark in Hindi: without it a spreadsheet reads the letters wrong', () => {
  const empty = { mode: 'paper', trades: [], sums: periodReport([]) } as const
  expect(reportCsv(empty, 'hi')).toMatch(/^\uFEFFदिन,/)
  expect(reportCsv(empty, 'en')).toMatch(/^Day,/)
})
