import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import type { Row } from './table.ts'

const HEADS = ['', 'simulated', 'error', 'with what is allowed', 'stated', 'recorded', 'band', 'verdict'] as const

/** The rows as text, an index after the other, and what the verdicts add up to. */
export function tableText(rows: readonly Row[]): string {
  const cells = rows.map(cellsOf)
  const widths = HEADS.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, i) => (i === 0 || i === HEADS.length - 1 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')}`.trimEnd()
  const blocks = INDEX_SYMBOLS.map((symbol) => {
    const ofSymbol = cells.filter((_, i) => rows[i]!.symbol === symbol)
    return [symbol, line(HEADS), ...ofSymbol.map(line), ''].join('\n')
  })
  return [...blocks, summaryOf(rows)].join('\n')
}

function cellsOf(row: Row): string[] {
  const { name, unit, digits, stated, simulated, recorded, band, verdict } = row
  const figure = (value: number) => (Number.isFinite(value) ? value.toFixed(digits) : '–')
  return [
    unit === '' ? name : `${name}, ${unit}`,
    figure(simulated.value),
    // An error needs a digit more than its figure.
    Number.isFinite(simulated.error) ? simulated.error.toFixed(digits + 1) : '–',
    `${figure(simulated.low)} … ${figure(simulated.high)}`,
    `${figure(stated.low)} … ${figure(stated.high)}`,
    recorded === undefined ? `(${stated.recorded})` : figure(recorded),
    band === undefined ? '–' : `${figure(band.low)} … ${figure(band.high)}`,
    verdict,
  ]
}

function summaryOf(rows: readonly Row[]): string {
  const count = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict).length
  const outside = rows.filter((row) => row.verdict === 'outside')
  return [
    `${count('inside')} inside, ${count('within error')} outside by no more than their sampling error, ${outside.length} outside.`,
    errorsText(rows),
    'Recorded figures in brackets were published with the range, the others are computed from the records given.',
    'Band: where 99 of 100 samples of the records of as many sessions lie; it judges where there is one, else the stated range.',
    ...outside.map(
      (row) => `outside: ${row.symbol}, ${row.name} (${row.band === undefined ? row.stated.source : 'records'})`,
    ),
  ].join('\n')
}

/** How many errors the interval is wide; one number, as both indices have as many sessions. */
function errorsText(rows: readonly Row[]): string {
  const known = rows.find(({ simulated }) => simulated.error > 0)?.simulated
  if (known === undefined) return 'No figure has a sampling error.'
  const allowed = (known.high - known.value) / known.error
  return `Error: of a figure of so many sessions. Allowed either way: ${allowed.toFixed(1)} errors, by which one table of a hundred ends with a row outside though the model is sound.`
}
