import type { FigureBlock, Measured } from '../../../scripts/benchmarks/document.ts'
import type { Bench, BenchFigure, BenchResult } from './bench.ts'

/** A number as people compare them: three digits that count, thousands set apart. */
export function figureText(value: number): string {
  if (value === 0) return '0'
  const decimals = Math.min(4, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))))
  const [whole, fraction] = value.toFixed(decimals).split('.')
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** A bench's result as text: what it ran on, then a row a figure. */
export function resultText(name: string, title: string, { conditions, rounds, figures }: BenchResult): string {
  const rows = figures.map((figure) => cells(figure))
  const heads = ['', `median of ${rounds}`, '', 'min – max']
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]!.length)))
  const line = ([label, median, unit, range]: readonly string[]) =>
    `  ${label!.padEnd(widths[0]!)}  ${median!.padStart(widths[1]!)} ${unit!.padEnd(widths[2]!)}  ${range!.padStart(widths[3]!)}`.trimEnd()
  const about = conditions.map((condition) => `  ${condition}`)
  return [`${name}: ${title}`, ...about, '', line(heads), ...rows.map(line), ''].join('\n')
}

/** A bench's result as a block of docs/benchmarks.md. */
export function blockOf(
  { name, title }: Pick<Bench, 'name' | 'title'>,
  { conditions, rounds, figures }: BenchResult,
  measured: Measured,
): FigureBlock {
  const rows = figures.map((figure) => {
    const [label, median, unit, range] = cells(figure)
    return [label!, `${median} ${unit}`, range!]
  })
  return {
    id: `bench/${name}`,
    title: `${name}: ${title}`,
    command: `npm run bench -- ${name}`,
    measured,
    table: [['Figure', `Median of ${rounds}`, 'Lowest to highest'], ...rows],
    conditions,
  }
}

function cells({ name, unit, value }: BenchFigure): readonly string[] {
  return [name, figureText(value.median), unit, `${figureText(value.min)} – ${figureText(value.max)}`]
}
