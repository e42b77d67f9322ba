import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import { AGENT_TITLES } from './agent-titles.ts'
import { BOX, box, horizontal } from './plot.ts'
import type { Report } from './report.ts'
import { percent } from './number-text.ts'

/** Forecasts a bin needs before the plot makes room for it: what was reported a few times came by chance. */
const TELLING = 30

type AgentCalibration = Report['calibration'][number]

/** What each agent reported of the next 15 minutes against what came, on sessions its map was not fitted on. */
export function reliabilityCharts(calibration: Report['calibration']): string {
  const agents = calibration.map(
    (one) =>
      `<div><h3>${escapeHtml(AGENT_TITLES[one.agent])}</h3>${diagram(one)}<p class="quiet">${figures(one)}</p>${binTable(one)}</div>`,
  )
  return `<div class="agents">${agents.join('')}</div>`
}

function figures({ labels, brier, skill, logLoss, baseRate }: AgentCalibration): string {
  const better = skill > 0 ? 'better than' : 'no better than'
  return `Brier ${brier.toFixed(4)}, log loss ${logLoss.toFixed(4)}. Skill ${percent(skill, 2)}: ${better} saying the base rate of ${percent(baseRate)} each time; ${labels.toLocaleString('en-IN')} labels.`
}

function diagram({ bins }: AgentCalibration): string {
  // Agents report little that is far from one half: the plot shows the middle.
  const published = bins.filter(({ count }) => count >= TELLING).flatMap(({ said: forecast, came }) => [forecast, came])
  const reach = Math.max(0.1, ...published.map((value) => Math.abs(value - 0.5)))
  const [least, most] = [0.5 - reach * 1.1, 0.5 + reach * 1.1]
  const share = (value: number) => (value - least) / (most - least)
  const inside = bins.filter(({ said: forecast, came }) =>
    [forecast, came].every((value) => value >= least && value <= most),
  )
  const biggest = Math.max(1, ...inside.map(({ count }) => count))
  const dots = inside.map(({ said: forecast, came, count }) => {
    const size = 6 + 12 * Math.sqrt(count / biggest)
    const about = `said ${percent(forecast)}, came ${percent(came)}, ${count} times`
    return `<span class="dot-mark" title="${about}" style="left:${100 * share(forecast)}%;bottom:${100 * share(came)}%;width:${size}px;height:${size}px"></span>`
  })
  const ticks = [least + (0.5 - least) / 11, 0.5, most - (most - 0.5) / 11]
  const words = ticks.map(
    (tick) =>
      `<span class="y" style="bottom:${100 * share(tick)}%">${percent(tick, 0)}</span><span class="x" style="left:${100 * share(tick)}%">${percent(tick, 0)}</span>`,
  )
  const lines = ticks.map((tick) => horizontal(BOX.height * (1 - share(tick)), false))
  const diagonal = `<line class="zero" x1="0" y1="${BOX.height}" x2="${BOX.width}" y2="0"/>`
  return `<div class="plot">${box([...lines, diagonal])}${dots.join('')}${words.join('')}</div>`
}

/** The ten bins in figures: those without a forecast are omitted. */
function binTable({ bins }: AgentCalibration): string {
  const rows = bins.map(
    ({ said: forecast, came, count }) =>
      `<tr><td>${percent(forecast)}</td><td>${percent(came)}</td><td>${count.toLocaleString('en-IN')}</td></tr>`,
  )
  return `<details class="bins"><summary>Bins in figures</summary><table><tr><th>said</th><th>came</th><th>times</th></tr>${rows.join('')}</table></details>`
}
