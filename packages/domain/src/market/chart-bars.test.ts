import { expect, it } from 'vitest'
import type { Paise } from '../money/paise.ts'
import { MINUTE_MS, type EpochMs } from '../time/ist.ts'
import { candle, type Candle, type FormingCandle, type IntradayTimeframe } from './candle.ts'
import { ChartBars } from './chart-bars.ts'

const bar = (minute: number, points: number): Candle => {
  const price = (100 * points) as Paise
  return candle((minute * MINUTE_MS) as EpochMs, price, price, price, price)
}

/** A source whose bars the test adds. */
function source() {
  const bars: Record<IntradayTimeframe, Candle[]> = { '1m': [], '3m': [], '5m': [], '15m': [] }
  const now: { forming: FormingCandle | undefined } = { forming: undefined }
  return { bars, now, chart: new ChartBars({ candles: (timeframe) => bars[timeframe], forming: () => now.forming }) }
}

it('publishes closed bars once for each minute that closes, in points', () => {
  const { bars, chart } = source()
  expect(chart.closed()).toEqual({ '1m': [], '3m': [], '5m': [], '15m': [] })
  expect(chart.closed()).toBeUndefined()
  bars['1m'].push(bar(555, 25_000.5))
  expect(chart.closed()!['1m']).toEqual([
    { time: 555 * MINUTE_MS, open: 25_000.5, high: 25_000.5, low: 25_000.5, close: 25_000.5 },
  ])
  expect(chart.closed()).toBeUndefined()
})

it('shows a session of minutes, the newest', () => {
  const { bars, chart } = source()
  for (let minute = 0; minute < 500; minute += 1) bars['1m'].push(bar(minute, minute))
  const shown = chart.closed()!['1m']
  expect([shown.length, shown[0]!.close, shown.at(-1)!.close]).toEqual([400, 100, 499])
})

it('shows of the minute under way that it is', () => {
  const { now, chart } = source()
  expect(chart.forming()).toBeNull()
  const { partial: _, ...open } = bar(556, 25_001)
  now.forming = { ...open, forming: true }
  expect(chart.forming()).toEqual({
    time: 556 * MINUTE_MS,
    open: 25_001,
    high: 25_001,
    low: 25_001,
    close: 25_001,
    forming: true,
  })
})
