import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { IST_OFFSET_MS } from '@strikewise/domain/time/ist.ts'
import type { IndexCandle } from '@strikewise/wire/market.ts'
import { useQuery } from '@tanstack/react-query'
import {
  CandlestickSeries,
  createChart,
  CrosshairMode,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import { useTheme, type Theme } from '../../lib/theme.ts'
import { candlesQuery } from './queries.ts'

/** The chart's own colours: its parser knows no oklch. They follow the tokens `up-fill`, `down-fill`, `line` and `ink-3`. */
const COLOURS = {
  light: { up: '#1aa567', down: '#e5484d', grid: '#eef0f5', text: '#5c6270', line: '#c9cdd8' },
  dark: { up: '#2fbf7f', down: '#f2555a', grid: '#20242f', text: '#979dab', line: '#3a4050' },
} as const satisfies Record<Theme, Record<string, string>>

/** Bars shown: two hours of one-minute candles stay readable at the card's size. */
const SHOWN_BARS = 90

/** The chart library writes times as UTC: shift them, so that its axis reads India's clock. */
const chartTime = (at: number) => Math.floor((at + IST_OFFSET_MS) / 1000) as UTCTimestamp

const barOf = (c: IndexCandle) => ({ time: chartTime(c.time), open: c.open, high: c.high, low: c.low, close: c.close })

export function IndexChart({ symbol, name }: { symbol: IndexSymbol; name: string }) {
  const { data: candles } = useQuery(candlesQuery(symbol))
  const theme = useTheme()
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<{ api: IChartApi; series: ISeriesApi<'Candlestick'> } | null>(null)

  useEffect(() => {
    const api = createChart(frame.current!, {
      autoSize: true,
      // Attribution stands in the dashboard's footer: the logo widget writes inline markup, which the page's policy forbids.
      layout: { attributionLogo: false, background: { color: 'transparent' }, fontSize: 10, fontFamily: 'inherit' },
      rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.12, bottom: 0.1 } },
      timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false, rightOffset: 2 },
      crosshair: { mode: CrosshairMode.Magnet },
      grid: { vertLines: { visible: false } },
      handleScroll: false,
      handleScale: false,
    })
    chart.current = {
      api,
      series: api.addSeries(CandlestickSeries, {
        priceLineStyle: 2,
        borderVisible: false,
        priceFormat: { type: 'price', precision: 0, minMove: 1 },
      }),
    }
    return () => {
      chart.current = null
      api.remove()
    }
  }, [])

  useEffect(() => {
    const colours = COLOURS[theme]
    chart.current?.api.applyOptions({
      layout: { textColor: colours.text },
      grid: { horzLines: { color: colours.grid } },
      crosshair: { vertLine: { color: colours.line }, horzLine: { color: colours.line } },
    })
    chart.current?.series.applyOptions({
      upColor: colours.up,
      downColor: colours.down,
      wickUpColor: colours.up,
      wickDownColor: colours.down,
    })
  }, [theme])

  useEffect(() => {
    if (candles === undefined || chart.current === null) return
    chart.current.series.setData(candles.slice(-SHOWN_BARS).map(barOf))
    chart.current.api.timeScale().fitContent()
  }, [candles])

  const last = candles?.at(-1)
  return (
    <div
      ref={frame}
      role="img"
      aria-label={
        last === undefined ? `${name}: no bars yet` : `${name}, one-minute candles, last close ${last.close.toFixed(2)}`
      }
      className="size-full min-h-28"
    />
  )
}
