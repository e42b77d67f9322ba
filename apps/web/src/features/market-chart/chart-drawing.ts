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
import type { Theme } from '../../lib/theme.ts'
import { changedFrom, isSameBar, type Bar } from './bars.ts'
import { CHART_COLOURS, type ChartTone } from './chart-colours.ts'
import type { TradeMarker } from './chart-trade.ts'
import { DayDivider } from './day-divider.ts'
import { NoTradeMarks } from './no-trade-marks.ts'
import { barsOfSpan, type BarSpan } from './no-trade-spans.ts'
import type { OverlayLine, OverlayLineId, OverlayPoint } from './overlays.ts'
import type { StopStep } from './trailing-stop-line.ts'

export interface PriceLine {
  readonly tone: ChartTone
  readonly price: number
  readonly title: string
}

/** A mark with its words. */
export type TextMarker = TradeMarker & { readonly text: string }

interface DrawnOverlay {
  readonly series: ISeriesApi<'Line'>
  points: readonly OverlayPoint[]
  subject: string
  /** The theme whose colours it has. */
  theme: Theme | undefined
}

/** A chart on its canvas, with what was drawn last. */
export interface ChartDrawing {
  readonly api: IChartApi
  readonly candles: ISeriesApi<'Candlestick'>
  readonly stairs: ISeriesApi<'Line'>
  readonly markers: ISeriesMarkersPluginApi<Time>
  readonly divider: DayDivider
  readonly noTradeMarks: NoTradeMarks
  /** A series for each line over the candles that was drawn so far. */
  readonly overlays: Map<OverlayLineId, DrawnOverlay>
  lines: IPriceLine[]
  bars: readonly Bar[]
  subject: string
}

/** The chart library writes times as UTC: shift them, so that its axis reads India's clock. */
const chartTime = (at: number) => Math.floor((at + IST_OFFSET_MS) / 1000) as UTCTimestamp

const candleOf = ({ time, ...prices }: Bar): CandlestickData => ({ ...prices, time: chartTime(time) })

/** An empty chart inside `frame`, in the font of the page. */
export function makeChart(frame: HTMLDivElement): ChartDrawing {
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
  const candles = api.addSeries(CandlestickSeries, { priceLineStyle: LineStyle.Dotted })
  const stairs = api.addSeries(LineSeries, {
    lineType: LineType.WithSteps,
    lineWidth: 2,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  })
  const divider = new DayDivider()
  candles.attachPrimitive(divider)
  const noTradeMarks = new NoTradeMarks()
  candles.attachPrimitive(noTradeMarks)
  const markers = createSeriesMarkers(candles, [])
  return { api, candles, stairs, markers, divider, noTradeMarks, overlays: new Map(), lines: [], bars: [], subject: '' }
}

/** Colours of `theme` for what is always there. A rising candle is hollow: its direction shows without its colour too. */
export function paint({ api, candles, stairs }: ChartDrawing, theme: Theme): void {
  const { up, down, grid, text, line, ground, tones } = CHART_COLOURS[theme]
  api.applyOptions({
    layout: { textColor: text },
    grid: { horzLines: { color: grid } },
    crosshair: { vertLine: { color: line }, horzLine: { color: line } },
  })
  candles.applyOptions({
    upColor: ground,
    borderUpColor: up,
    wickUpColor: up,
    downColor: down,
    borderDownColor: down,
    wickDownColor: down,
  })
  stairs.applyOptions({ color: tones.stop })
}

/** Share of the width left empty at the right, where the names of the lines stand. */
const MARGIN_RIGHT = 0.1

/**
 * Draws what changed of the bars; the newest `visible` ones are brought into sight when `subject` is another one. A bar of the
 * same prices is left out: each one that is passed on draws the whole canvas again.
 */
export function drawBars(chart: ChartDrawing, bars: readonly Bar[], subject: string, visible: number): void {
  const isOther = chart.subject !== subject || chart.bars.length === 0
  const from = isOther ? undefined : changedFrom(chart.bars, bars)
  if (from === undefined) chart.candles.setData(bars.map(candleOf))
  else
    bars.slice(from).forEach((bar, at) => {
      if (!isSameBar(chart.bars[from + at], bar)) chart.candles.update(candleOf(bar))
    })
  chart.bars = bars
  chart.subject = subject
  if (!isOther || bars.length === 0) return
  const shown = Math.min(bars.length, visible)
  chart.api.timeScale().setVisibleLogicalRange({
    from: bars.length - shown - 1,
    to: bars.length + Math.ceil(shown * MARGIN_RIGHT),
  })
}

/** Decimals of the prices, and a range of them that holds every line: a stop out of sight is as good as not drawn. */
export function fitScale({ candles }: ChartDrawing, decimals: 0 | 2, lines: readonly PriceLine[]): void {
  const price = lines.map((line) => line.price)
  candles.applyOptions({
    priceFormat: { type: 'price', precision: decimals, minMove: decimals === 0 ? 1 : 0.05 },
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
}

/** The line before the bar at `dividedAt`, epoch ms; none when undefined. */
export function drawDivider({ divider }: ChartDrawing, dividedAt: number | undefined, theme: Theme): void {
  divider.moveTo(dividedAt === undefined ? undefined : chartTime(dividedAt), CHART_COLOURS[theme].text)
}

/** Marks under the bars of each span. */
export function drawNoTrade(
  { noTradeMarks }: ChartDrawing,
  bars: readonly Bar[],
  spans: readonly BarSpan[],
  theme: Theme,
): void {
  const positions = spans.flatMap((span) => barsOfSpan(bars, span) ?? [])
  noTradeMarks.show(positions, CHART_COLOURS[theme].line)
}

/** The way of a stop. */
export function drawStairs({ stairs }: ChartDrawing, steps: readonly StopStep[]): void {
  stairs.setData(steps.map(({ time, price }) => pointOf({ time, value: price })))
}

const LINE_STYLES = { solid: LineStyle.Solid, dotted: LineStyle.Dotted, dashed: LineStyle.Dashed } as const

/** Draws what changed of the lines over the candles of `subject`; those that are no longer there go. */
export function drawOverlays(chart: ChartDrawing, lines: readonly OverlayLine[], subject: string, theme: Theme): void {
  const { overlays } = CHART_COLOURS[theme]
  for (const [id, { series }] of chart.overlays) {
    if (lines.some((line) => line.id === id)) continue
    chart.api.removeSeries(series)
    chart.overlays.delete(id)
  }
  for (const { id, points } of lines) {
    const drawn = chart.overlays.get(id) ?? newOverlay(chart.api)
    chart.overlays.set(id, drawn)
    const { colour, style } = overlays[id]
    // Options measure and draw the whole chart again.
    if (drawn.theme !== theme) drawn.series.applyOptions({ color: colour, lineStyle: LINE_STYLES[style] })
    const from = drawn.subject === subject ? changedFrom(drawn.points, points) : undefined
    if (from === undefined) drawn.series.setData(points.map(pointOf))
    else
      points.slice(from).forEach((point, at) => {
        if (!isSamePoint(drawn.points[from + at], point)) drawn.series.update(pointOf(point))
      })
    Object.assign(drawn, { points, subject, theme })
  }
}

const isSamePoint = (before: OverlayPoint | undefined, { time, value }: OverlayPoint) =>
  before?.time === time && before.value === value

const newOverlay = (api: IChartApi): DrawnOverlay => ({
  series: api.addSeries(LineSeries, OVERLAY_OPTIONS),
  points: [],
  subject: '',
  theme: undefined,
})

const OVERLAY_OPTIONS = {
  lineWidth: 1,
  priceLineVisible: false,
  lastValueVisible: false,
  crosshairMarkerVisible: false,
  // The candles and the levels of a trade decide what is in sight.
  autoscaleInfoProvider: () => null,
} as const

const pointOf = ({ time, value }: OverlayPoint) => ({ time: chartTime(time), value })

/** Entries below their bar, exits above. Paper and live differ in shape and words as well as in colour. */
export function drawMarkers(chart: ChartDrawing, markers: readonly TextMarker[], theme: Theme): void {
  const { tones } = CHART_COLOURS[theme]
  chart.markers.setMarkers(
    markers.map(({ time, kind, mode, text, id }) => ({
      id,
      time: chartTime(time),
      position: kind === 'entry' ? 'belowBar' : 'aboveBar',
      shape: mode === 'paper' ? (kind === 'entry' ? 'circle' : 'square') : kind === 'entry' ? 'arrowUp' : 'arrowDown',
      color: tones[mode],
      text,
    })),
  )
}

/** Replaces the price lines. */
export function drawLines(chart: ChartDrawing, lines: readonly PriceLine[], theme: Theme): void {
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
}

/** Calls `listener` with the start of a bar that is pressed, epoch ms, until the function returned is called. */
export function onBarPress({ api }: ChartDrawing, listener: (time: number) => void): () => void {
  const handler = ({ time }: { time?: Time }) => {
    if (typeof time === 'number') listener(time * 1000 - IST_OFFSET_MS)
  }
  api.subscribeClick(handler)
  return () => api.unsubscribeClick(handler)
}
