import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import { istDate, weekdayOf, DAY_MS } from '@strikewise/domain/time/ist.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { toneOf } from './markup.ts'
import { axis, BOX, box, horizontal } from './plot.ts'
import { inR, wholeRupees } from './number-text.ts'
import type { Report } from './report.ts'

/** Points a curve keeps at the most: more cannot be distinguished on any screen. */
const MAX_POINTS = 1_200

/** Running sum of the daily results, and how far it stands under its peak, day by day. */
export function equityCharts(daily: Report['daily']): string {
  const sums = [0]
  const falls = [0]
  let peak = 0
  for (const { net } of daily) {
    const sum = sums.at(-1)! + net
    peak = Math.max(peak, sum)
    sums.push(sum)
    falls.push(sum - peak)
  }
  const days = [daily[0]?.day ?? '', daily[Math.floor(daily.length / 2)]?.day ?? '', daily.at(-1)?.day ?? '']
  const labels = days.map(
    (day, i) => `<span class="x ${['first', '', 'last'][i]}" style="left:${50 * i}%">${day}</span>`,
  )
  return `${plot(sums, 'curve', labels.join(''))}<h3>Drawdown</h3>${plot(falls, 'fall', labels.join(''))}`
}

function plot(values: readonly number[], kind: 'curve' | 'fall', labels: string): string {
  const { least, most, ticks } = axis(Math.min(0, ...values), Math.max(0, ...values))
  const y = (value: number) => BOX.height * (1 - (value - least) / (most - least))
  const points = thinned(values).map(
    ([i, value]) => `${((BOX.width * i) / (values.length - 1 || 1)).toFixed(1)},${y(value).toFixed(2)}`,
  )
  const base = y(0).toFixed(2)
  const shape = `<polygon class="${kind === 'curve' ? 'area' : 'fall'}" points="0,${base} ${points.join(' ')} ${BOX.width},${base}"/>`
  const line = kind === 'curve' ? `<polyline class="curve" points="${points.join(' ')}"/>` : ''
  const lines = ticks.map((tick) => horizontal(y(tick), tick === 0))
  const words = ticks.map(
    (tick) => `<span class="y" style="bottom:${(100 * (tick - least)) / (most - least)}%">${wholeRupees(tick)}</span>`,
  )
  return `<div class="plot ${kind === 'fall' ? 'low' : ''}">${box([...lines, shape, line])}${words.join('')}${labels}</div>`
}

/** Of each stretch of days its lowest and highest value, so that no extreme is lost. */
function thinned(values: readonly number[]): (readonly [number, number])[] {
  if (values.length <= MAX_POINTS) return values.map((value, i) => [i, value])
  const stretch = Math.ceil((2 * values.length) / MAX_POINTS)
  const retained: (readonly [number, number])[] = []
  for (let from = 0; from < values.length; from += stretch) {
    const part = values.slice(from, from + stretch).map((value, i) => [from + i, value] as const)
    const low = part.reduce((a, b) => (b[1] < a[1] ? b : a))
    const high = part.reduce((a, b) => (b[1] > a[1] ? b : a))
    retained.push(...(low === high ? [low] : low[0] < high[0] ? [low, high] : [high, low]))
  }
  return retained
}

/** How the trades' results in R are spread: a bar each quarter of an R; what lies outside counts with the last bars. */
export function distributionChart(trades: Report['trades']): string {
  const [from, to, step] = [-2, 4.5, 0.25]
  const bins = Array.from({ length: (to - from) / step }, () => 0)
  for (const { r } of trades) {
    const bin = Math.floor((r - from) / step)
    bins[Math.min(bins.length - 1, Math.max(0, bin))]! += 1
  }
  const { most, ticks } = axis(0, Math.max(1, ...bins))
  const wide = BOX.width / bins.length
  const bars = bins.map((count, i) => {
    const height = (BOX.height * count) / most
    const kind = from + i * step < 0 ? 'loss-bar' : 'gain-bar'
    const range = `${(from + i * step).toFixed(2)} to ${(from + (i + 1) * step).toFixed(2)} R: ${count}`
    return `<rect class="${kind}" x="${i * wide + 1.5}" width="${wide - 3}" y="${BOX.height - height}" height="${height}"><title>${range}</title></rect>`
  })
  const words = ticks.map((tick) => `<span class="y" style="bottom:${(100 * tick) / most}%">${tick}</span>`)
  const labels = [-1, 0, 1, 2, 3, 4].map(
    (r) => `<span class="x" style="left:${(100 * (r - from)) / (to - from)}%">${r < 0 ? `−${-r}` : r} R</span>`,
  )
  const lines = ticks.map((tick) => horizontal(BOX.height * (1 - tick / most), tick === 0))
  return `<div class="plot">${box([...lines, ...bars])}${words.join('')}${labels.join('')}</div>`
}

/** A year a block, a column a week, a row a weekday: how each session ended. The strongest colour is the worst or best tenth. */
export function calendarChart(daily: Report['daily']): string {
  const sizes = daily
    .map(({ net }) => Math.abs(net))
    .filter((size) => size > 0)
    .sort((a, b) => a - b)
  const full = sizes[Math.floor(sizes.length * 0.9)] ?? 1
  const years = Map.groupBy(daily, ({ day }) => day.slice(0, 4))
  const blocks = [...years].map(([year, days]) => {
    const start = Date.parse(`${year}-01-01`)
    const offset = (new Date(start).getUTCDay() + 6) % 7
    const cells = days.map(({ day, net, trades }) => {
      const number = (Date.parse(day) - start) / DAY_MS + offset
      const kind = trades === 0 ? '' : net > 0 ? 'gain' : 'loss'
      const depth = trades === 0 ? 1 : Math.min(1, 0.25 + (0.75 * Math.abs(net)) / full)
      const about = `${day}: ${trades === 0 ? 'no trade' : `${wholeRupees(net)}, ${trades} trades`}`
      return `<rect class="cell ${kind}" x="${Math.floor(number / 7) * 10}" y="${(number % 7) * 10}" width="9" height="9" rx="1.5" opacity="${depth.toFixed(2)}"><title>${about}</title></rect>`
    })
    // Monday is row 0; the rare session on a weekend makes the year a row or two higher.
    const rows = Math.max(4, ...days.map(({ day }) => (weekdayOf(istDate(day)) + 6) % 7))
    const net = days.reduce((sum, day) => sum + day.net, 0)
    const head = `<div class="head"><b>${year}</b><span class="${toneOf(net)}">${wholeRupees(net)}</span></div>`
    return `<div>${head}<svg viewBox="0 0 530 ${10 * (rows + 1)}" role="img" aria-label="Results of the sessions of ${year}">${cells.join('')}</svg></div>`
  })
  return `<div class="years">${blocks.join('')}</div>`
}

/** What R a trade of each exit brought: where the money is made and lost. */
export function exitRows(trades: Report['trades']): string {
  const rows = [...Map.groupBy(trades, ({ exitReason }) => exitReason)].map(([reason, of]) => {
    const r = of.reduce((sum, trade) => sum + trade.r, 0)
    return { reason, count: of.length, r, net: of.reduce((sum, trade) => sum + trade.net, 0) }
  })
  return rows
    .sort((a, b) => b.count - a.count)
    .map(
      ({ reason, count, r, net }) =>
        `<tr><td>${escapeHtml(rendererOf('en').label('exit_reason', reason))}</td><td>${count}</td><td class="${toneOf(r)}">${inR(r / count)}</td><td class="${toneOf(net)}">${wholeRupees(net)}</td></tr>`,
    )
    .join('')
}
