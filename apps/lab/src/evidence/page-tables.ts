import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import type { Interval } from '@strikewise/signals/evidence/rank-correlation.ts'
import { number, percent } from '../backtest/report/number-text.ts'
import type { Evidence } from './evidence.ts'
import { aheadText, seriesTitle } from './series-title.ts'

/** Every figure of a run as tables that open. */
export function evidenceTables(evidence: Evidence): string {
  return [...wholeTables(evidence), ...seriesTables(evidence), filesTable(evidence)].join('\n')
}

function wholeTables({ calibration, turnover, ablation, costs, records }: Evidence): string[] {
  const bins = calibration.flatMap(({ symbol, series, ahead, bins: of }) =>
    of.map(({ from, to, right, count }) => ({ symbol, series, ahead, strength: `${from} to ${to}`, right, count })),
  )
  return [
    folded(
      'Records',
      ['Records', 'Index', 'Sessions', 'From', 'To'],
      records.map(({ source, symbol, sessions, from, to }) => [source, symbol, String(sessions), from, to]),
    ),
    folded(
      'Cost of a round trip',
      ['Index', 'Held', 'Costs, bp', 'Days', 'of them with recorded spreads'],
      costs.map(({ symbol, ahead, bp, days, daysWithSpread }) => [
        symbol,
        heldText(ahead),
        interval(bp, 2),
        String(days),
        String(daysWithSpread),
      ]),
    ),
    folded(
      'Changes of direction a session',
      ['Index', 'Signal', 'Changes'],
      turnover.map(({ symbol, series, changes }) => [symbol, seriesTitle(series), interval(changes, 1)]),
    ),
    folded(
      'What each agent brings to the score',
      ['Index', 'Signal', 'Ahead', 'Rank correlation lost without it'],
      ablation.map(({ symbol, series, ahead, brings }) => [
        symbol,
        seriesTitle(series),
        aheadText(ahead),
        interval(brings, 4),
      ]),
    ),
    folded(
      'Strength against frequency of being right',
      ['Index', 'Signal', 'Ahead', 'Strength', 'Right', 'Signals'],
      bins.map(({ symbol, series, ahead, strength, right, count }) => [
        symbol,
        seriesTitle(series),
        aheadText(ahead),
        strength,
        shares(right),
        count.toLocaleString('en-IN'),
      ]),
    ),
  ]
}

function seriesTables({ cells }: Evidence): string[] {
  return [...Map.groupBy(cells, ({ symbol, series }) => `${symbol}: ${seriesTitle(series)}`)].map(([title, of]) =>
    folded(
      title,
      ['Part', 'Ahead', 'Rank correlation', 'Pays, bp', 'Observations', 'Days'],
      of.map((cell) => [
        cell.slice,
        aheadText(cell.ahead),
        interval(cell, 3),
        cell.paysBp === null ? '–' : interval(cell.paysBp, 2),
        cell.pairs.toLocaleString('en-IN'),
        String(cell.days),
      ]),
    ),
  )
}

function filesTable({ files }: Evidence): string {
  return folded(
    'Files',
    ['File', 'SHA-256'],
    files.map(({ name, sha256 }) => [name, sha256]),
  )
}

export function interval({ value, low, high }: Interval, digits: number): string {
  return `${number(value, digits)} (${number(low, digits)} to ${number(high, digits)})`
}

function shares({ value, low, high }: Interval): string {
  return `${percent(value)} (${percent(low)} to ${percent(high)})`
}

function heldText(ahead: number | null): string {
  return ahead === null ? 'as long as planned at most' : `${ahead} minutes`
}

function folded(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (kind: 'th' | 'td') => (text: string) => `<${kind}>${escapeHtml(text)}</${kind}>`
  const lines = [head.map(cell('th')), ...rows.map((row) => row.map(cell('td')))].map(
    (row) => `<tr>${row.join('')}</tr>`,
  )
  return `<details><summary>${escapeHtml(title)}</summary><div class="wide"><table>${lines.join('')}</table></div></details>`
}
