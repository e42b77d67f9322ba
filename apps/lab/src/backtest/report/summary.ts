import type { Interval } from '../measure/performance.ts'
import { cellRows } from '../premiums/premium-cells.ts'
import { MONEYNESS } from '../premiums/premium-ratios.ts'
import type { Report } from './report.ts'
import { coverageText } from './reduced-coverage.ts'
import { inR, many, number, percent, rupees, wholeRupees } from './number-text.ts'

/** What the terminal shows at the end: the figures that matter, each beside what it cost and how sure it is. */
export function summaryText(report: Report): string {
  const { performance: p, baselines: b, overfitting: o, walkForward: w, period } = report
  const lines: [name: string, value: string][] = [
    ['period', `${period.from} to ${period.to}, ${many(p.sessions, 'session')}`],
    ['option prices', pricingText(report)],
    ...premiumLines(report),
    ['trades', `${many(p.trades, 'trade')}, in a position ${percent(p.exposure)} of the time`],
    [
      'net result',
      `${wholeRupees(p.net)} after ${wholeRupees(p.charges)} charges and ${wholeRupees(p.slippage)} slippage`,
    ],
    [
      '',
      `${inR(p.totalR)} in all; largest drawdown ${wholeRupees(p.drawdown.most)}, ${many(p.drawdown.longestDays, 'session')} under a peak`,
    ],
    [
      'expectancy',
      `${inR(p.expectancyR)} a trade${range(p.expectancyIntervalR, (value) => inR(value))}, ${rupees(p.expectancyPerLot)} a lot`,
    ],
    [
      'hit rate',
      `${percent(p.hitRate)}${range(p.hitRateInterval, (value) => percent(value))}; wins ${inR(p.averageWinR)}, losses ${inR(p.averageLossR)}, profit factor ${number(p.profitFactor)}`,
    ],
    ['Sharpe, Sortino', `${number(p.sharpe)}, ${number(p.sortino)} a year`],
    ['costs', `${percent(p.costShare)} of what the trades moved`],
    [
      'walk-forward',
      w.steps.length === 0
        ? 'too few sessions'
        : `${inR(w.meanR, 3)} a session over ${many(w.steps.length, 'test')}, ${many(w.trades, 'trade')}, Sharpe ${number(w.sharpe)}`,
    ],
    [
      'baselines',
      b.random === null
        ? 'no entry to compare'
        : `random ${inR(b.random.p5)} … ${inR(b.random.p95)}, inverted ${inR(b.inverted?.meanR)}, first 15 minutes ${inR(b.opening?.meanR)}; these entries ${inR(b.strategy?.meanR)}`,
    ],
    ['', `straddle ${wholeRupees(b.straddle?.meanADay)} a day and lot; future held ${wholeRupees(b.future?.net)}`],
    ...comparedLines(report),
    [
      'over-fitting',
      `${trialsText(o)}, PSR ${number(o.probabilistic)}, DSR ${number(o.deflated)}, PBO ${number(o.overfitting)}`,
    ],
  ]
  const refused = Object.entries(report.refused)
    .slice(0, 4)
    .map(([code, count]) => `${code} ${count}`)
  if (refused.length > 0) lines.push(['missed', refused.join(', ')])
  for (const [what, count] of Object.entries(report.leftOut)) lines.push(['excluded', `${count} ${what}`])
  const width = Math.max(...lines.map(([name]) => name.length))
  return [
    `SIMULATED: no order was placed, and none of this is a promise.${report.coverage === null ? '' : ` ${coverageText(report.coverage)}`}`,
    ...lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
  ].join('\n')
}

/** Model over recorded premium, a line a time to expiry. */
function premiumLines({ premiums }: Report): [name: string, value: string][] {
  return cellRows(premiums).map(({ expiry, texts }, i) => [
    i === 0 ? 'model ÷ record' : '',
    `${expiry}: ${texts.flatMap((text, column) => (text === '' ? [] : [`${text} ${MONEYNESS[column]}`])).join(', ')}`,
  ])
}

/** The rules beside every baseline in one unit. */
function comparedLines({ baselines: { compared } }: Report): [name: string, value: string][] {
  return compared.map(({ name, own, baseline, p95 }, i) => [
    i === 0 ? 'at equal risk' : '',
    `${wholeRupees(own)} a session against ${wholeRupees(baseline)} of ${name} (95 %: under ${wholeRupees(p95)})`,
  ])
}

/** How many trials the over-fitting measures account for. */
export function trialsText({ trials, earlier }: Report['overfitting']): string {
  return earlier === 0
    ? many(trials, 'trial')
    : `${many(trials, 'trial')} and ${earlier.toLocaleString('en-IN')} before`
}

/** Where option prices came from, as text. */
export function pricingText({ pricing }: Pick<Report, 'pricing'>): string {
  if (pricing.recorded === 0) return 'modelled (no recorded chains)'
  if (pricing.modelled === 0) return 'recorded chains'
  return `recorded chains on ${many(pricing.recorded, 'session')}, modelled on ${pricing.modelled}`
}

function range(interval: Interval | null, write: (value: number) => string): string {
  return interval === null ? '' : ` (95 %: ${write(interval.low)} to ${write(interval.high)})`
}
