import type { Paise } from '@strikewise/domain/money/paise.ts'

export type CsvCell = string | number

/** Lines of cells as CSV (RFC 4180). */
export function csvText(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/**
 * A cell that no spreadsheet takes for a formula: text that begins like one gets an apostrophe before it. Numbers are left
 * alone, for a loss begins with a minus too.
 */
export function csvCell(value: CsvCell): string {
  const text = String(value)
  const isNumber = typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Paise as decimal rupees, written from the whole number: -25005 → '-250.05'. */
export function decimalRupees(amount: Paise): string {
  const absolute = Math.abs(amount)
  return `${amount < 0 ? '-' : ''}${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
}
