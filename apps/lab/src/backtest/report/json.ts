import type { Report } from './report.ts'

/** The report for programs: everything but the bars around each trade, which the input holds. Money in paise. */
export function reportJson(report: Report): string {
  const trades = report.trades.map(({ bars: _bars, ...trade }) => trade)
  return `${JSON.stringify({ ...report, trades }, undefined, 1)}\n`
}
