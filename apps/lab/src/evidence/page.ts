import { readFileSync } from 'node:fs'
import path from 'node:path'
import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import {
  paysLessThanCosts,
  SUMMED_UP_AHEAD,
  type AgentSummary,
  type IndexSummary,
} from '@strikewise/signals/evidence/agent-summary.ts'
import { summariesOf } from './agent-summary.ts'
import type { Evidence } from './evidence.ts'
import { SCORE_WITHOUT } from './observe-session.ts'
import { calibrationPicture, intervals, PICTURE_STYLE } from './page-pictures.ts'
import { evidenceTables, interval } from './page-tables.ts'
import { aheadText, seriesTitle } from './series-title.ts'

const PAGE = path.join(import.meta.dirname, '../backtest/report/page')
/** Where the axes of the pictures end: correlations, basis points, and correlations lost. */
const EDGES = { correlation: 0.1, bp: 8, brings: 0.05 } as const

/** What a run measured as one page that needs nothing beside itself: pictures first, tables behind. */
export function evidenceHtml(evidence: Evidence): string {
  const notMeasured = evidence.notMeasured.map(({ what, reason }) => `<li>${escapeHtml(`${what}: ${reason}`)}</li>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Evidence of the agents</title>
<style>${readFileSync(path.join(PAGE, 'page.css'), 'utf8')}${PICTURE_STYLE}</style>
</head><body><main>
<h1>Evidence of the agents</h1>
<p class="quiet">Rules ${escapeHtml(evidence.version)}, parameters ${evidence.configHash.slice(0, 12)}, results ${evidence.digest.slice(0, 12)}.</p>
<div class="notice"><b>Simulated.</b> The agents read recorded prices as if live. Bars are 95 % intervals from a bootstrap over days: one that crosses zero has shown nothing, and of 20 that know nothing one lies beside zero by chance. All records count as seen: nothing here proves a rule.</div>
<section><h2>What the records show</h2><ul>${summariesOf(evidence)
    .map((one) => `<li>${escapeHtml(summaryText(one))}</li>`)
    .join('')}</ul></section>
<section><h2>Rank correlation of signal and move</h2>${correlations(evidence)}</section>
<section><h2>What a signal pays, and what a round trip costs</h2><p class="quiet">Basis points of the index in the direction of the signal. Dashed: the move that pays spread, charges of both orders and decay of an option at the money.</p>${pays(evidence)}</section>
<section><h2>Strength against frequency of being right, next ${SUMMED_UP_AHEAD} minutes</h2>${calibrations(evidence)}</section>
<section><h2>What each agent brings to the score, next ${SUMMED_UP_AHEAD} minutes</h2><p class="quiet">Rank correlation of the score less that of the score without the agent.</p>${ablations(evidence)}</section>
<section><h2>By year, hour and regime, next ${SUMMED_UP_AHEAD} minutes</h2>${parts(evidence)}</section>
<section><h2>Tables</h2>${evidenceTables(evidence)}</section>
<section><h2>Not measured</h2><ul>${notMeasured.join('')}</ul></section>
</main></body></html>
`
}

/** What the records show of an agent, in a sentence an index. */
export function summaryText(summary: AgentSummary): string {
  const { agent, verdict, indices } = summary
  const cost =
    verdict === 'right' && paysLessThanCosts(summary) ? ['What it gains is less than a round trip costs.'] : []
  return [`${seriesTitle(agent)}: ${VERDICTS[verdict]}`, ...cost, ...indices.map(indexText)].join(' ')
}

const VERDICTS = {
  right: 'its direction went with the next half hour more often than chance explains.',
  wrong: 'its direction went against the next half hour more often than chance explains.',
  nothing: 'it has shown no knowledge of the next half hour.',
  no_direction: 'not measured, it can only forbid an entry.',
  no_data: 'not measured, the records hold nothing it reads.',
} as const

function indexText({ symbol, sessions, from, to, correlation, paysBp, costBp }: IndexSummary): string {
  const paid = paysBp === null ? 'it gave no signal' : `a signal paid ${interval(paysBp, 2)} bp`
  const cost = costBp === null || paysBp === null ? '' : `, a round trip costs ${costBp.value.toFixed(2)} bp`
  return `${symbol}, ${sessions} sessions from ${from} to ${to}: rank correlation ${interval(correlation, 3)}; ${paid}${cost}.`
}

function correlations({ cells }: Evidence): string {
  const whole = cells.filter(({ kind, series }) => kind === 'all' && !series.startsWith(SCORE_WITHOUT))
  return [...Map.groupBy(whole, ({ symbol, ahead }) => `${symbol}: ${aheadText(ahead)}`)]
    .map(([title, of]) => {
      const rows = of.map((cell) => ({ label: `${seriesTitle(cell.series)}, ${cell.days} days`, of: cell }))
      return `<h3>${escapeHtml(title)}</h3>${intervals(rows, EDGES.correlation, 3)}`
    })
    .join('')
}

function pays({ cells, costs }: Evidence): string {
  const whole = cells.filter(({ kind, series }) => kind === 'all' && !series.startsWith(SCORE_WITHOUT))
  return [...Map.groupBy(whole, ({ symbol, ahead }) => `${symbol}: ${aheadText(ahead)}`)]
    .map(([title, of]) => {
      const { symbol, ahead } = of[0]!
      const cost = costs.find((one) => one.symbol === symbol && one.ahead === ahead)?.bp
      const marks = cost === undefined ? [] : [cost.value]
      const rows = of.flatMap(({ series, paysBp }) =>
        paysBp === null ? [] : [{ label: seriesTitle(series), of: paysBp, marks }],
      )
      const costText = cost === undefined ? 'cost not recorded' : `a round trip costs ${interval(cost, 2)} bp`
      return `<h3>${escapeHtml(`${title}; ${costText}`)}</h3>${intervals(rows, EDGES.bp, 2)}`
    })
    .join('')
}

function calibrations({ calibration }: Evidence): string {
  const pictures = calibration
    .filter(({ ahead, series }) => ahead === SUMMED_UP_AHEAD && !series.startsWith(SCORE_WITHOUT))
    .map(({ symbol, series, bins }) => calibrationPicture(`${symbol}: ${seriesTitle(series)}`, bins))
  return `<div class="small">${pictures.join('')}</div>`
}

function ablations({ ablation }: Evidence): string {
  const rows = ablation.flatMap(({ symbol, series, ahead, brings }) =>
    ahead === SUMMED_UP_AHEAD
      ? [{ label: `${symbol}: ${seriesTitle(series.slice(SCORE_WITHOUT.length))}`, of: brings }]
      : [],
  )
  return intervals(rows, EDGES.brings, 4)
}

function parts({ cells }: Evidence): string {
  const some = cells.filter(
    ({ kind, ahead, series }) => kind !== 'all' && ahead === SUMMED_UP_AHEAD && !series.startsWith(SCORE_WITHOUT),
  )
  return [...Map.groupBy(some, ({ symbol, series }) => `${symbol}: ${seriesTitle(series)}`)]
    .map(([title, of]) => {
      const rows = of.map((cell) => ({ label: `${cell.slice}, ${cell.days} days`, of: cell }))
      return `<details><summary>${escapeHtml(title)}</summary>${intervals(rows, 2 * EDGES.correlation, 3)}</details>`
    })
    .join('')
}
