import { useEffect, useRef } from 'react'
import { afterPaint } from '../../lib/after-paint.ts'
import { useLanguage } from '../../lib/language.ts'
import { useTheme } from '../../lib/theme.ts'
import { useShared } from '../../lib/useShared.ts'
import { useWhileInSight } from '../../lib/useWhileInSight.ts'
import type { Bar } from './bars.ts'
import {
  drawBars,
  drawDivider,
  drawLines,
  drawMarkers,
  drawNoTrade,
  drawOverlays,
  drawStairs,
  fitScale,
  makeChart,
  onBarPress,
  paint,
  type ChartDrawing,
  type PriceLine,
  type TextMarker,
} from './chart-drawing.ts'
import type { BarSpan } from './no-trade-spans.ts'
import type { OverlayLine } from './overlays.ts'
import type { StopStep } from './trailing-stop-line.ts'

export interface CandleChartProps {
  readonly bars: readonly Bar[]
  readonly markers: readonly TextMarker[]
  readonly lines: readonly PriceLine[]
  /** The way of a stop, drawn as stairs. */
  readonly steps: readonly StopStep[]
  /** Lines of indicators over the candles. */
  readonly overlays: readonly OverlayLine[]
  /** Bars without a trade, marked on the time axis; one for each run of a reason. */
  readonly noTrade?: readonly BarSpan[] | undefined
  /** Called with the start of the bar that was pressed, epoch ms; left out: a press does nothing. */
  readonly onBar?: ((time: number) => void) | undefined
  /** Decimals of a price. */
  readonly decimals: 0 | 2
  /** First bar of the newest day, where bars of an earlier one stand before it. */
  readonly dividedAt?: number | undefined
  /** How many of the newest bars are in sight at first. */
  readonly visible: number
  /** What is drawn: another value is another chart, whose newest bars are brought into sight. */
  readonly subject: string
  /** What there is to see, as text. */
  readonly label: string
}

const NONE: readonly never[] = []

/**
 * Candles with marks and lines on a canvas. Made once; data, theme and subject change in place, while the chart is in sight:
 * each price redraws the whole canvas.
 */
export function CandleChart(props: CandleChartProps) {
  const { label, onBar } = props
  const theme = useTheme()
  const language = useLanguage()
  const frame = useRef<HTMLDivElement>(null)
  const drawn = useRef<ChartDrawing | null>(null)
  const { bars, overlays, decimals, dividedAt, visible, subject, ...shown } = useWhileInSight(frame, props)
  // Those who pass them make new ones with each price, which stay the same for minutes.
  const markers = useShared(shown.markers)
  const lines = useShared(shown.lines)
  const steps = useShared(shown.steps)
  const noTrade = useShared(shown.noTrade ?? NONE)

  useEffect(() => {
    const made = makeChart(frame.current!)
    drawn.current = made
    return () => {
      drawn.current = null
      made.api.remove()
    }
  }, [])

  useEffect(() => {
    if (drawn.current !== null) paint(drawn.current, theme)
  }, [theme])

  useEffect(() => {
    // Labels on the canvas take the fonts of the language shown: those of English have no Devanagari.
    drawn.current?.api.applyOptions({ layout: { fontFamily: getComputedStyle(frame.current!).fontFamily } })
  }, [language])

  useEffect(() => {
    if (drawn.current !== null) fitScale(drawn.current, decimals, lines)
  }, [decimals, lines])

  useEffect(() => {
    const chart = drawn.current
    if (chart === null) return undefined
    if (chart.subject !== subject) drawBars(chart, bars, subject, visible)
    // The prices beside it change with it: drawn in the same frame, both would hold a slow phone for too long. In one task,
    // so that the library draws candles and the lines over them once.
    return afterPaint(() => {
      drawBars(chart, bars, subject, visible)
      drawOverlays(chart, overlays, subject, theme)
    })
  }, [bars, overlays, subject, visible, theme])

  useEffect(() => {
    const chart = drawn.current
    if (chart !== null && onBar !== undefined) return onBarPress(chart, onBar)
    return undefined
  }, [onBar])

  useEffect(() => {
    if (drawn.current !== null) drawDivider(drawn.current, dividedAt, theme)
  }, [dividedAt, theme])

  useEffect(() => {
    if (drawn.current !== null) drawNoTrade(drawn.current, bars, noTrade, theme)
  }, [bars, noTrade, theme])

  useEffect(() => {
    if (drawn.current !== null) drawStairs(drawn.current, steps)
  }, [steps])

  useEffect(() => {
    if (drawn.current !== null) drawMarkers(drawn.current, markers, theme)
  }, [markers, theme])

  useEffect(() => {
    if (drawn.current !== null) drawLines(drawn.current, lines, theme)
  }, [lines, theme])

  return <div ref={frame} role="img" aria-label={label} className="size-full" />
}
