import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import type { BaselineName } from '@strikewise/signals/learning/baselines.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Interval } from '../measure/performance.ts'
import { cellRows } from '../premiums/premium-cells.ts'
import { MONEYNESS } from '../premiums/premium-ratios.ts'
import { AGENT_TITLES, WITHOUT_VOTE } from './agent-titles.ts'
import { calendarChart, distributionChart, equityCharts, exitRows } from './charts.ts'
import { toneOf } from './markup.ts'
import { coverageText } from './reduced-coverage.ts'
import { reliabilityCharts } from './reliability.ts'
import type { Report } from './report.ts'
import { pricingText, trialsText } from './summary.ts'
import { inR, many, number, percent, rupees, wholeRupees } from './number-text.ts'

/** Trades the page lists with their charts: the newest. A page of ten years stays small enough to send. */
const TRADES_SHOWN = 2_500
const PAGE = path.join(import.meta.dirname, 'page')
const SIMULATED = '<span class="tag">simulated</span>'

/** The report as one page that needs nothing beside itself: no network, light and dark, from 360 pixels on. */
export function reportHtml(report: Report): string {
  const { period } = report
  const symbols = Object.keys(report.bySymbol).join(' and ')
  const title = `Backtest of ${symbols}, ${period.from} to ${period.to}`
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="quiet">Rules ${escapeHtml(report.version)}, parameters ${report.configHash.slice(0, 12)}, seed “${escapeHtml(report.seed)}”, ${many(report.decisions, 'decision')} on ${many(report.performance.sessions, 'session')} of ${many(report.files.length, 'file')}</p>`,
    `<div class="notice"><b>Simulated.</b> No order was placed. Option prices: ${escapeHtml(pricingText(report))}. ${report.coverage === null ? '' : ` ${escapeHtml(coverageText(report.coverage))}`} Past and modelled results do not predict returns.</div>`,
    tiles(report),
    section('Equity', `Running sum of net results, ${periodText(report)}`, equityCharts(report.daily)),
    section('Calendar', `Each session’s net result; ${periodText(report)}`, calendarChart(report.daily)),
    `<div class="columns">${section('Distribution', `Net result of each trade in units of its planned risk (R)`, distributionChart(report.trades))}${section('Exits', 'By what ended the trade', exitTable(report))}</div>`,
    section(
      'Against chance',
      'The same entries and exits, the direction chosen otherwise (mean net R an entry), and what could simply have been held',
      `${baselineTable(report)}${equalRiskTable(report)}`,
    ),
    section('Walk-forward and over-fitting', walkText(report), overfittingTable(report)),
    ...(report.premiums.length === 0
      ? []
      : [
          section(
            'Option prices',
            'Model over recorded premium on the sessions with a recorded chain: median of the days, its bias',
            premiumTable(report),
          ),
        ]),
    section(
      'Agent calibration',
      'Chance of a rise in the next 15 minutes: said (across) and came (up), on sessions the map was not fitted on',
      calibrationPart(report),
    ),
    section(
      'Trades',
      tradeText(report),
      '<div class="filters" id="trade-filters"></div><div id="trade-list"></div><noscript>The list needs a script; the JSON beside this page holds every trade.</noscript>',
    ),
    section(
      'Assumptions',
      '',
      `<ul>${report.assumptions.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>${leftOutText(report)}`,
    ),
  ]
  const script = readFileSync(path.join(PAGE, 'trades.js'), 'utf8')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${['page.css', 'plots.css'].map((name) => readFileSync(path.join(PAGE, name), 'utf8')).join('')}</style>
</head>
<body><main>
${body.join('\n')}
</main>
<script type="application/json" id="agent-titles">${JSON.stringify(AGENT_TITLES)}</script>
<script type="application/json" id="without-vote">${JSON.stringify(WITHOUT_VOTE)}</script>
<script type="application/octet-stream" id="trades">${packedTrades(report)}</script>
<script type="module">${script}</script>
</body>
</html>
`
}

function section(title: string, about: string, inside: string): string {
  return `<section><h2>${title} ${SIMULATED}</h2>${about === '' ? '' : `<p class="quiet">${about}</p>`}${inside}</section>`
}

function tiles({ performance: p, period }: Report): string {
  const tile = (name: string, value: string, more: string, tone = '', wide = false) =>
    `<div class="tile${wide ? ' wide' : ''}"><div class="name">${name} ${SIMULATED}</div><div class="value ${tone}">${value}</div><div class="more">${more}</div></div>`
  return `<div class="tiles">${[
    tile(
      'Net result',
      wholeRupees(p.net),
      `${inR(p.totalR)} after ${wholeRupees(p.charges)} charges and ${wholeRupees(p.slippage)} slippage; ${many(p.trades, 'trade')}, ${period.from} to ${period.to}; largest drawdown ${wholeRupees(p.drawdown.most)}`,
      toneOf(p.net),
      true,
    ),
    tile(
      'Expectancy',
      inR(p.expectancyR),
      `a trade, ${rupees(p.expectancyPerLot)} a lot${range(p.expectancyIntervalR, (value) => inR(value))}`,
      toneOf(p.expectancyR),
    ),
    tile(
      'Hit rate',
      percent(p.hitRate),
      `wins ${inR(p.averageWinR)}, losses ${inR(p.averageLossR)}${range(p.hitRateInterval, (value) => percent(value))}`,
    ),
    tile(
      'Drawdown',
      wholeRupees(p.drawdown.most),
      `${number(p.drawdownR.most)} R; ${many(p.drawdown.longestDays, 'session')} under a peak`,
    ),
    tile('Profit factor', number(p.profitFactor), `costs are ${percent(p.costShare)} of what the trades moved`),
    tile('Sharpe', number(p.sharpe), `Sortino ${number(p.sortino)}; of daily R, a year`),
    tile(
      'Exposure',
      percent(p.exposure),
      `of the time in a position; ${many(p.trades, 'trade')} in ${many(p.sessions, 'session')}`,
    ),
  ].join('')}</div>`
}

function exitTable({ trades }: Report): string {
  return `<div class="scroll"><table><tr><th>left by</th><th>trades</th><th>mean</th><th>net</th></tr>${exitRows(trades)}</table></div>`
}

function baselineTable({ baselines: b, performance }: Report): string {
  const row = (name: string, value: string, about: string, tone = '') =>
    `<tr><td>${name}</td><td class="${tone}">${value}</td><td class="quiet">${about}</td></tr>`
  const rows = [
    row(
      'these rules',
      inR(b.strategy?.meanR, 3),
      `${b.strategy?.entries ?? 0} entries of ${performance.trades} whose opposite could be bought`,
      toneOf(b.strategy?.meanR),
    ),
    row(
      'a coin',
      inR(b.random?.median, 3),
      b.random === null
        ? ''
        : `${b.random.draws.toLocaleString('en-IN')} draws, 5 % to 95 %: ${inR(b.random.p5, 3)} to ${inR(b.random.p95, 3)}`,
      toneOf(b.random?.median),
    ),
    row(
      'the opposite',
      inR(b.inverted?.meanR, 3),
      `every direction inverted${upTo(b.inverted)}`,
      toneOf(b.inverted?.meanR),
    ),
    row(
      'first 15 minutes',
      inR(b.opening?.meanR, 3),
      `the way 09:15 to 09:30 went${upTo(b.opening)}`,
      toneOf(b.opening?.meanR),
    ),
    row(
      'straddle',
      wholeRupees(b.straddle?.meanADay),
      `a day and lot, 09:30 to 15:05, ${b.straddle?.days ?? 0} days`,
      toneOf(b.straddle?.meanADay),
    ),
    row(
      'future held',
      wholeRupees(b.future?.net),
      'a lot of each index from first to last day, rolled at the model’s carry, no charges',
      toneOf(b.future?.net),
    ),
  ]
  return `<div class="scroll"><table>${rows.join('')}</table></div>`
}

const BASELINE_TITLES: Readonly<Record<BaselineName, string>> = {
  random_direction: 'random direction',
  inverted_signal: 'inverted signal',
  first_15_minutes: 'first 15 minutes',
  straddle: 'straddle',
  future_held: 'future held',
}

/** All baselines in one unit: a lot of one is no measure for a lot of another. */
function premiumTable({ premiums }: Report): string {
  const rows = cellRows(premiums).map(
    ({ expiry, texts }) => `<tr><td>${expiry}</td>${texts.map((text) => `<td>${text || '–'}</td>`).join('')}</tr>`,
  )
  return `<div class="scroll"><table><tr><th>to expiry</th>${MONEYNESS.map((name) => `<th>${name}</th>`).join('')}</tr>${rows.join('')}</table></div>`
}

function equalRiskTable({ baselines: { compared } }: Report): string {
  if (compared.length === 0) return ''
  const rows = compared.map(
    ({ name, own, baseline, p95 }) =>
      `<tr><td>${BASELINE_TITLES[name]}</td><td class="${toneOf(baseline)}">${wholeRupees(baseline)}</td><td>${wholeRupees(p95)}</td><td class="${toneOf(own)}">${wholeRupees(own)}</td></tr>`,
  )
  return `<p class="quiet">At equal risk: net a session, each baseline as large as makes its sessions vary as much as those of these rules. The future is held without charges.</p><div class="scroll"><table><tr><th>baseline</th><th>mean</th><th>95 % under</th><th>these rules</th></tr>${rows.join('')}</table></div>`
}

function upTo(baseline: { readonly p95: number } | null): string {
  return baseline === null ? '' : `; 95 % of draws of days stay under ${inR(baseline.p95, 3)}`
}

function walkText({ walkForward: w }: Report): string {
  const { fit, gap, test } = w.rules
  const rule = `Chosen on ${fit} sessions, ${gap} left out, tested on the next ${test}`
  if (w.steps.length === 0) return `${rule}: too few sessions`
  return `${rule}: ${many(w.steps.length, 'step')}, ${many(w.trades, 'trade')}, ${inR(w.meanR, 3)} a session, Sharpe ${number(w.sharpe)}`
}

function overfittingTable({ overfitting: o, trials }: Report): string {
  const measures = `<p>${trialsText(o)}. Probabilistic Sharpe ${number(o.probabilistic)}, deflated ${number(o.deflated)}, probability of overfitting ${number(o.overfitting)}${o.overfitting === null ? ' (needs a sweep of two trials)' : ''}.</p>`
  const gate = `<ul>${o.gate.map(({ rule, met }) => `<li><b class="${met ? 'up' : 'down'}">${met ? 'met' : 'not met'}</b>: ${escapeHtml(rule)}</li>`).join('')}</ul>`
  const rows = trials.map(
    ({ name, trades, net, totalR, sharpe }) =>
      `<tr><td>${escapeHtml(name)}</td><td>${trades}</td><td class="${toneOf(net)}">${wholeRupees(net)}</td><td class="${toneOf(totalR)}">${inR(totalR, 1)}</td><td>${number(sharpe)}</td></tr>`,
  )
  return `${measures}<p class="quiet">A rule is promoted only when all of this holds:</p>${gate}<div class="scroll"><table><tr><th>trial</th><th>trades</th><th>net</th><th>in all</th><th>Sharpe</th></tr>${rows.join('')}</table></div>`
}

function calibrationPart({ calibration }: Report): string {
  return calibration.length === 0
    ? '<p class="quiet">Too few sessions: a map is fitted on 60 and tested on those after them.</p>'
    : reliabilityCharts(calibration)
}

function tradeText({ trades }: Report): string {
  const shown = Math.min(trades.length, TRADES_SHOWN)
  const rest =
    shown < trades.length
      ? `; the newest ${shown.toLocaleString('en-IN')} are listed, all are in the JSON beside this page`
      : ''
  return `${many(trades.length, 'trade')}${rest}. Open one for the index by the minute and the reasons of each agent.`
}

function leftOutText({ leftOut, refused }: Report): string {
  const lines = [
    ...Object.entries(leftOut).map(([what, count]) => `${count} ${what} excluded`),
    ...Object.entries(refused).map(([code, count]) => `${count} entries missed: ${code}`),
  ]
  return lines.length === 0
    ? ''
    : `<h3 style="margin-top:12px">Excluded and missed</h3><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
}

function periodText({ period, performance: p }: Report): string {
  return `${period.from} to ${period.to}, ${many(p.trades, 'trade')}, after ${wholeRupees(p.charges + p.slippage)} of costs, largest drawdown ${wholeRupees(p.drawdown.most)}`
}

/** Gzip and base64: a tenth of the text, and no character of it can end the element it stands in. */
function packedTrades({ trades }: Report): string {
  return gzipSync(JSON.stringify(trades.slice(-TRADES_SHOWN)), { level: 9 }).toString('base64')
}

function range(interval: Interval | null, write: (value: number) => string): string {
  return interval === null ? '' : `; 95 %: ${write(interval.low)} to ${write(interval.high)}`
}
