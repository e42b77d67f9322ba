import { IST_OFFSET_MS } from '@strikewise/domain/time/ist.ts'
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  CrosshairMode,
  LineSeries,
  LineStyle,
  LineType,
  type CandlestickData,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import { afterPaint } from '../../lib/after-paint.ts'
import { useLanguage } from '../../lib/language.ts'
import { useTheme, type Theme } from '../../lib/theme.ts'
import { changedFrom, type Bar } from './bars.ts'
import { CHART_COLOURS, type ChartTone } from './chart-colours.ts'
import type { Mark } from './chart-trade.ts'
import { DayDivider } from './day-divider.ts'
import type { StopStep } from './trailing-stop-line.ts'

export interface PriceLine {
  readonly tone: ChartTone
  readonly price: number
  readonly title: string
}

export interface CandleChartProps {
  readonly bars: readonly Bar[]
  readonly marks: readonly (Mark & { readonly text: string })[]
  readonly lines: readonly PriceLine[]
  /** The way of a stop, drawn as stairs. */
  readonly steps: readonly StopStep[]
  /** Decimals of a price. */
  readonly decimals: 0 | 2
  /** First bar of the newest day, where bars of an earlier one stand before it. */
  readonly dividedAt?: number | undefined
  /** How many of the newest bars are in sight at first. */
  readonly visible: number
  /** What is drawn: another value is another chart, whose newest bars are brought into sight. */
  readonly subject: string
  /** What there is to see, in words. */
  readonly label: string
}

interface Drawn {
  readonly api: IChartApi
  readonly candles: ISeriesApi<'Candlestick'>
  readonly stairs: ISeriesApi<'Line'>
  readonly marks: ISeriesMarkersPluginApi<Time>
  readonly divider: DayDivider
  lines: IPriceLine[]
  bars: readonly Bar[]
  subject: string
}

/** Candles with marks and lines on a canvas. Made once; data, theme and subject change in place. */
export function CandleChart(props: CandleChartProps) {
  const { bars, marks, lines, steps, decimals, dividedAt, visible, subject, label } = props
  const theme = useTheme()
  const language = useLanguage()
  const frame = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn | null>(null)

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
    const price = lines.map((line) => line.price)
    drawn.current?.candles.applyOptions({
      priceFormat: { type: 'price', precision: decimals, minMove: decimals === 0 ? 1 : 0.05 },
      // A stop or a target out of sight would be as good as not drawn.
      autoscaleInfoProvider: (own: () => { priceRange: { minValue: number; maxValue: number } | null } | null) => {
        const range = own()?.priceRange
        if (range === undefined || range === null) return null
        return {
          priceRange: {
            minValue: Math.min(range.minValue, ...price),
            maxValue: Math.max(range.maxValue, ...price),
          },
        }
      },
    })
  }, [decimals, lines])

  useEffect(() => {
    const chart = drawn.current
    if (chart === null) return
    const draw = () => drawBars(chart, bars, subject, visible)
    if (chart.subject !== subject) return draw()
    // The prices beside it change with it: drawn in the same frame, both would hold a slow phone for too long.
    return afterPaint(draw)
  }, [bars, subject, visible])

  useEffect(() => {
    const firstBar = dividedAt === undefined ? undefined : chartTime(dividedAt)
    drawn.current?.divider.moveTo(firstBar, CHART_COLOURS[theme].text)
  }, [dividedAt, theme])

  useEffect(() => {
    drawn.current?.stairs.setData(steps.map(({ time, price }) => ({ time: chartTime(time), value: price })))
  }, [steps])

  useEffect(() => {
    const { tones } = CHART_COLOURS[theme]
    drawn.current?.marks.setMarkers(
      marks.map(({ time, kind, mode, text, id }) => ({
        id,
        time: chartTime(time),
        position: kind === 'entry' ? 'belowBar' : 'aboveBar',
        // Paper and live differ in shape and words as well.
        shape: mode === 'paper' ? (kind === 'entry' ? 'circle' : 'square') : kind === 'entry' ? 'arrowUp' : 'arrowDown',
        color: tones[mode],
        text,
      })),
    )
  }, [marks, theme])

  useEffect(() => {
    const chart = drawn.current
    if (chart === null) return
    const { tones } = CHART_COLOURS[theme]
    for (const line of chart.lines) chart.candles.removePriceLine(line)
    chart.lines = lines.map(({ tone, price, title }) =>
      chart.candles.createPriceLine({
        price,
        title,
        color: tones[tone],
        lineWidth: 1,
        lineStyle: tone === 'entry' ? LineStyle.Solid : LineStyle.Dashed,
        axisLabelVisible: true,
      }),
    )
  }, [lines, theme])

  return <div ref={frame} role="img" aria-label={label} className="size-full" />
}

/** The chart library writes times as UTC: shift them, so that its axis reads India's clock. */
const chartTime = (at: number) => Math.floor((at + IST_OFFSET_MS) / 1000) as UTCTimestamp

const candleOf = ({ time, ...prices }: Bar): CandlestickData => ({ ...prices, time: chartTime(time) })

function makeChart(frame: HTMLDivElement): Drawn {
  const api = createChart(frame, {
    autoSize: true,
    // Attribution stands in the dashboard's footer: the logo widget writes inline markup, which the page's policy forbids.
    layout: {
      attributionLogo: false,
      background: { color: 'transparent' },
      fontSize: 11,
      fontFamily: getComputedStyle(frame).fontFamily,
    },
    rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.14, bottom: 0.18 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      rightOffset: 3,
      minBarSpacing: 1,
      maxBarSpacing: 16,
    },
    crosshair: { mode: CrosshairMode.Magnet },
    grid: { vertLines: { visible: false } },
    // Wheel and vertical swipes scroll the page; the chart is moved by dragging it sideways.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false, axisPressedMouseMove: { price: false, time: true } },
    kineticScroll: { mouse: false, touch: false },
  })
  const candles = api.addSeries(CandlestickSeries, { priceLineStyle: LineStyle.Dotted, borderVisible: false })
  const stairs = api.addSeries(LineSeries, {
    lineType: LineType.WithSteps,
    lineWidth: 2,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  })
  const divider = new DayDivider()
  candles.attachPrimitive(divider)
  return { api, candles, stairs, marks: createSeriesMarkers(candles, []), divider, lines: [], bars: [], subject: '' }
}

function paint({ api, candles, stairs }: Drawn, theme: Theme): void {
  const { up, down, grid, text, line, tones } = CHART_COLOURS[theme]
  api.applyOptions({
    layout: { textColor: text },
    grid: { horzLines: { color: grid } },
    crosshair: { vertLine: { color: line }, horzLine: { color: line } },
  })
  candles.applyOptions({ upColor: up, downColor: down, wickUpColor: up, wickDownColor: down })
  stairs.applyOptions({ color: tones.stop })
}

/** Share of the width left empty at the right, where the names of the lines stand. */
const MARGIN_RIGHT = 0.1

function drawBars(chart: Drawn, bars: readonly Bar[], subject: string, visible: number): void {
  const isOther = chart.subject !== subject || chart.bars.length === 0
  const from = isOther ? undefined : changedFrom(chart.bars, bars)
  if (from === undefined) chart.candles.setData(bars.map(candleOf))
  else for (const bar of bars.slice(from)) chart.candles.update(candleOf(bar))
  chart.bars = bars
  chart.subject = subject
  if (!isOther || bars.length === 0) return
  const shown = Math.min(bars.length, visible)
  chart.api.timeScale().setVisibleLogicalRange({
    from: bars.length - shown - 1,
    to: bars.length + Math.ceil(shown * MARGIN_RIGHT),
  })
}
