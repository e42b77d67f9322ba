import { istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { CandleChartProps } from '../features/market-chart/CandleChart.tsx'

/** Stands in for the chart, which draws on a canvas, and jsdom has none: what it should draw is written as text instead. */
export function CandleChart(props: CandleChartProps) {
  const { bars, dividedAt, markers: marks, lines, steps, overlays, noTrade = [], label } = props
  return (
    <div role="img" aria-label={label}>
      <p>{bars.length} bars</p>
      {dividedAt !== undefined && <p>divided before bar {bars.findIndex(({ time }) => time === dividedAt)}</p>}
      {marks.map((marker) => (
        <p key={marker.id}>{marker.text}</p>
      ))}
      {noTrade.map(({ from, to }) => (
        <p key={from}>
          no trade {istText(from as EpochMs).slice(11, 16)} to {istText(to as EpochMs).slice(11, 16)}
        </p>
      ))}
      {lines.map(({ title, price }) => (
        <p key={title}>
          line {title} {price}
        </p>
      ))}
      {overlays.map(({ id, points }) => (
        <p key={id}>
          {id} {points.length} points
        </p>
      ))}
      <p>stairs {steps.map(({ price }) => price).join(' ')}</p>
    </div>
  )
}
