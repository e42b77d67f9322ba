import type { Paise } from '@strikewise/domain/money/paise.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvCell, csvText, decimalRupees } from './csv-text.ts'

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

it('ends every line, and quotes what would break one', () =>
  expect(
    csvText([
      ['a', 1],
      ['b,c', ''],
    ]),
  ).toBe('a,1\r\n"b,c",\r\n'))

it.each([
  [-25_005, '-250.05'],
  [0, '0.00'],
  [7, '0.07'],
  [700_000, '7000.00'],
])('%i paise are %s', (amount, text) => expect(decimalRupees(amount as Paise)).toBe(text))
