import fc from 'fast-check'
import { expect, it } from 'vitest'
import { periodReport } from '@strikewise/domain/reports/period-report.ts'
import { csvCell, reportCsv } from './report-csv.ts'

it.each<[value: string | number, cell: string]>([
  ['NIFTY', 'NIFTY'],
  [-250.5, '-250.5'],
  ['-250.05', '-250.05'],
  ['-2+3', "'-2+3"],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+91', "'+91"],
  ['\tcmd', "'\tcmd"],
  ['a,b', '"a,b"'],
  ['say "so"', '"say ""so"""'],
  ['two\nlines', '"two\nlines"'],
])('%j becomes %j', (value, cell) => expect(csvCell(value)).toBe(cell))

it('is read back as it was, and never begins like a formula', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cell = csvCell(text)
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect(read.replace(/^'(?=[=+\-@\t\r])/, '')).toBe(text.replace(/^'(?=[=+\-@\t\r])/, ''))
      expect(/^[=+@\t\r]/.test(read)).toBe(false)
      if (read.startsWith('-')) expect(Number.isFinite(Number(read))).toBe(true)
    }),
  ))

it('begins with a byte order mark in Hindi: without it a spreadsheet reads the letters wrong', () => {
  const empty = { mode: 'paper', trades: [], sums: periodReport([]) } as const
  expect(reportCsv(empty, 'hi')).toMatch(/^\uFEFFदिन,/)
  expect(reportCsv(empty, 'en')).toMatch(/^Day,/)
})
