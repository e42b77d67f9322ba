import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import type { CalibrationBin } from '@strikewise/signals/evidence/signal-figures.ts'
import type { Interval } from '@strikewise/signals/evidence/rank-correlation.ts'
import { number, percent } from '../backtest/report/number-text.ts'

/** Pictures are one line of markup a row, so that a phone can set the label above its bar. */
export const PICTURE_STYLE = `
.rows { list-style: none; margin: 0.4rem 0 1rem; padding: 0; max-width: 760px }
.rows li { display: grid; grid-template-columns: minmax(0, 15rem) 1fr 8.5rem; gap: 0 0.75rem; align-items: center; padding: 0.15rem 0; font-size: 13px }
.rows svg { width: 100%; height: 18px; display: block }
.rows b { font-weight: 500; text-align: right; white-space: nowrap }
.rows line { vector-effect: non-scaling-stroke }
.rows .axis { stroke: var(--line-strong) } .rows .cost { stroke: var(--warn); stroke-dasharray: 3 3 }
.some { stroke: var(--ink-3) } .up { stroke: var(--up-fill) } .down { stroke: var(--down-fill) }
.small { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 0 1.5rem }
.small svg { width: 100%; max-width: 320px } .small text { fill: var(--ink-2); font-size: 11px }
.small .dot { stroke-width: 2 }
.wide { overflow-x: auto }
h3 { margin: 1rem 0 0.2rem; font-size: 14px }
@media (max-width: 600px) { .rows li { grid-template-columns: 1fr auto } .rows li svg { grid-row: 2; grid-column: 1 / -1 } }`

export interface PictureRow {
  readonly label: string
  readonly of: Interval
  /** Marks on the same axis, such as a cost on either side of zero. */
  readonly marks?: readonly number[]
}

/** Intervals around zero on one axis that ends at `edge`; what lies beyond is cut. */
export function intervals(rows: readonly PictureRow[], edge: number, digits: number): string {
  const x = (value: number) => (100 * Math.max(-edge, Math.min(edge, value))) / edge
  const line = (kind: string, at: number, to = at, width = 1) =>
    `<line class="${kind}" x1="${x(at).toFixed(1)}" x2="${x(to).toFixed(1)}" y1="${at === to ? 0 : 9}" y2="${at === to ? 18 : 9}" stroke-width="${width}"/>`
  const items = rows.map(({ label, of: { value, low, high }, marks = [] }) => {
    const tone = low > 0 ? 'up' : high < 0 ? 'down' : 'some'
    const text = `${number(value, digits)} (${number(low, digits)} to ${number(high, digits)})`
    const picture = `<svg viewBox="-100 0 200 18" preserveAspectRatio="none" role="img" aria-label="${text}">${line('axis', 0)}${marks.map((one) => line('cost', one)).join('')}${line(tone, low, high, 3)}<line class="${tone}" x1="${x(value).toFixed(1)}" x2="${x(value).toFixed(1)}" y1="3" y2="15" stroke-width="4"/></svg>`
    return `<li><span>${escapeHtml(label)}</span>${picture}<b>${text.replace(' (', '<br><small>(')}</small></b></li>`
  })
  return `<ul class="rows">${items.join('')}</ul>`
}

/** Claimed strength from left to right, frequency of being right from 30 % to 70 %, and the half that chance gives. */
export function calibrationPicture(title: string, bins: readonly CalibrationBin[]): string {
  const [width, height, left, base] = [260, 120, 34, 100]
  const x = (strength: number) => left + strength * (width - left - 6)
  const y = (right: number) => base - ((Math.max(0.3, Math.min(0.7, right)) - 0.3) / 0.4) * (base - 8)
  const ticks = [0.3, 0.5, 0.7].map(
    (one) =>
      `<text x="0" y="${y(one) + 4}">${percent(one, 0)}</text><line stroke="var(--line-strong)" x1="${left}" x2="${width}" y1="${y(one)}" y2="${y(one)}"/>`,
  )
  const dots = bins.map(({ strength, right: { value, low, high }, count }) => {
    const tone = low > 0.5 ? 'up' : high < 0.5 ? 'down' : 'some'
    const text = `strength ${number(strength)}: right ${percent(value)} of ${count}`
    return `<g class="${tone} dot"><title>${text}</title><line x1="${x(strength)}" x2="${x(strength)}" y1="${y(low)}" y2="${y(high)}"/><line x1="${x(strength) - 4}" x2="${x(strength) + 4}" y1="${y(value)}" y2="${y(value)}"/></g>`
  })
  const labels = [0, 0.5, 1].map((one) => `<text x="${x(one) - 8}" y="${height - 4}">${one}</text>`)
  return `<figure style="margin:0"><h3>${escapeHtml(title)}</h3><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Frequency of being right by strength">${[...ticks, ...dots, ...labels].join('')}</svg></figure>`
}
