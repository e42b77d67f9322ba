import { readFileSync } from 'node:fs'
import path from 'node:path'
import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import { number } from '../backtest/report/number-text.ts'
import type { Cell, Evidence } from './evidence.ts'

const PAGE = path.join(import.meta.dirname, '../backtest/report/page')
const ROW = 22
const LABEL = 330
const SIDE = 260
/** Correlation at the edge of a picture; wider intervals are cut. */
const EDGE = 0.1

/** What a run measured as one page that needs nothing beside itself: pictures first, tables behind. */
export function evidenceHtml(evidence: Evidence): string {
  const whole = evidence.cells.filter(({ slice }) => slice === 'all')
  const pictures = [...Map.groupBy(whole, ({ symbol, ahead }) => `${symbol}: ${aheadText(ahead)}`)].map(
    ([title, cells]) => `<section><h2>${escapeHtml(title)}</h2>${picture(cells)}</section>`,
  )
  const tables = [...Map.groupBy(evidence.cells, ({ symbol, series }) => `${symbol}: ${series}`)].map(
    ([title, cells]) => `<details><summary>${escapeHtml(title)}</summary>${table(cells)}</details>`,
  )
  const skipped = evidence.skipped.map(({ what, reason }) => `<li>${escapeHtml(`${what}: ${reason}`)}</li>`)
  const turnover = evidence.turnover.map(
    ({ symbol, series, changes }) =>
      `<tr><td>${symbol}</td><td>${escapeHtml(series)}</td><td>${number(changes, 1)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Evidence of the agents</title>
<style>${readFileSync(path.join(PAGE, 'page.css'), 'utf8')} .zero { stroke: var(--line-strong) } section svg { width: 100%; max-width: 760px } svg text { fill: var(--ink-2); font-size: 12px }</style>
</head><body><main>
<h1>Evidence of the agents</h1>
<p class="quiet">Rules ${escapeHtml(evidence.version)}, parameters ${evidence.configHash.slice(0, 12)}, results ${evidence.digest.slice(0, 12)}. ${Object.entries(
    evidence.sessions,
  )
    .map(([symbol, count]) => `${symbol}: ${count} sessions`)
    .join(', ')}.</p>
<div class="notice"><b>Simulated.</b> Rank correlation of each signal with the move of the index after it; bars are 95 % intervals from a bootstrap over days. A signal whose bar crosses zero has shown nothing. The records count as seen: nothing here proves a rule.</div>
${pictures.join('\n')}
<section><h2>Changes of direction a session</h2><table><tr><th>Index</th><th>Signal</th><th>Changes</th></tr>${turnover.join('')}</table></section>
<section><h2>Tables</h2>${tables.join('')}</section>
<section><h2>Not measured</h2><ul>${skipped.join('')}</ul></section>
</main></body></html>
`
}

function picture(cells: readonly Cell[]): string {
  const x = (value: number) => LABEL + SIDE * (1 + Math.max(-EDGE, Math.min(EDGE, value)) / EDGE)
  const rows = cells.map(({ series, value, low, high }, i) => {
    const y = ROW * (i + 0.5)
    const tone = low > 0 ? 'var(--up-fill)' : high < 0 ? 'var(--down-fill)' : 'var(--ink-3)'
    return `<text x="0" y="${y + 4}">${escapeHtml(series)} ${number(value, 3)}</text><line x1="${x(low).toFixed(1)}" x2="${x(high).toFixed(1)}" y1="${y}" y2="${y}" stroke="${tone}" stroke-width="3"/><circle cx="${x(value).toFixed(1)}" cy="${y}" r="4" fill="${tone}"/>`
  })
  const height = ROW * cells.length
  return `<svg viewBox="0 0 ${LABEL + 2 * SIDE} ${height}" role="img" aria-label="Rank correlations with intervals"><line class="zero" x1="${x(0)}" x2="${x(0)}" y1="0" y2="${height}"/>${rows.join('')}</svg>`
}

function table(cells: readonly Cell[]): string {
  const rows = cells.map(
    ({ ahead, slice, value, low, high, pairs, days, paysBp }) =>
      `<tr><td>${slice}</td><td>${aheadText(ahead)}</td><td>${number(value, 3)}</td><td>${number(low, 3)} to ${number(high, 3)}</td><td>${pairs}</td><td>${days}</td><td>${paysBp === null ? '' : `${number(paysBp.mean)} (${number(paysBp.low)} to ${number(paysBp.high)})`}</td></tr>`,
  )
  return `<table><tr><th>Slice</th><th>Ahead</th><th>Correlation</th><th>95 % interval</th><th>Pairs</th><th>Days</th><th>Pays, bp</th></tr>${rows.join('')}</table>`
}

function aheadText(ahead: number | null): string {
  return ahead === null ? 'to the close' : `next ${ahead} minutes`
}
