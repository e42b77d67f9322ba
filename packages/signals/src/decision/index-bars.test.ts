import { describe, expect, it } from 'vitest'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { hasRecording, recordedMinutes } from '@strikewise/domain/market/testing/recorded-bars.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { IndexBars } from './index-bars.ts'

/** What the agents report after every five-minute bar. */
function outputsOf(index: readonly Candle[], future: readonly Candle[] = []): string[] {
  const outputs: string[] = []
  const bars: IndexBars = new IndexBars({
    calendar: nseCalendar,
    params: SIGNAL_PARAMS,
    onCandle(timeframe) {
      if (timeframe !== '5m') return
      const agents = Object.values(bars.agents).map(({ agent }) => agent)
      outputs.push(JSON.stringify(agents.map((agent) => [agent.bias, agent.strength, agent.asOf, agent.explanation()])))
    },
  })
  bars.goLive(istDate('2000-01-01'))
  bars.warmUp(index, future)
  return outputs
}

const FILE = 'bars/NIFTY_1m_2024.csv.gz'

describe.skipIf(!hasRecording(FILE))('on recorded bars (skipped: the shared recordings are not here)', () => {
  const minutes = hasRecording(FILE) ? recordedMinutes(FILE).slice(0, 375 * 4) : []
  const whole = outputsOf(minutes)

  it.each([375, 376, 700, 1123, 1499])(
    'what is said of the first %d minutes does not change with those that follow',
    (k) => {
      const outputs = outputsOf(minutes.slice(0, k))
      expect(outputs.length).toBeGreaterThan(0)
      expect(outputs).toEqual(whole.slice(0, outputs.length))
    },
  )
})

/** Flat minutes of a day at `price` paise with `volume` each. */
function flatDay(day: IstDate, price: number, volume: number, count = 375): Candle[] {
  const opensAt = istInstant(day, 9, 15)
  const p = price as Paise
  return Array.from({ length: count }, (_, i) =>
    candle((opensAt + i * MINUTE_MS) as EpochMs, p, p, p, p, volume + (i % 5)),
  )
}

describe('the average price the indicator agent compares with', () => {
  const days = [istDate('2026-11-18'), istDate('2026-11-19')]
  const index = days.flatMap((day) => flatDay(day, 2_500_000, 0))
  const feed = (future: readonly Candle[]) => {
    const bars = new IndexBars({ calendar: nseCalendar, params: SIGNAL_PARAMS, onCandle: undefined })
    bars.warmUp(index, future)
    return bars.agents.indicator_signal.agent.explanation()
  }

  it('is the future’s VWAP where the future trades', () => {
    const words = feed(days.flatMap((day) => flatDay(day, 2_510_000, 100)))
    expect(words.components).toMatchObject({ vwap: 25_100, vwapPrice: 25_100 })
  })

  it.each<[string, readonly Candle[]]>([
    ['there is no future', []],
    ['the future did not trade', days.flatMap((day) => flatDay(day, 2_510_000, -4))],
    ['the future was only seen yesterday', flatDay(days[0]!, 2_510_000, 100)],
  ])('is the time-weighted index where %s', (_when, future) =>
    expect(feed(future).components).toMatchObject({ timeWeightedAverage: 25_000, timeWeightedPrice: 25_000 }),
  )
})

describe('volume of the future', () => {
  it('is compared with the median of the same slot of 20 sessions', () => {
    const days: IstDate[] = [istDate('2026-10-01')]
    while (days.length < 22) days.push(nseCalendar.nextTradingDay(days.at(-1)!))
    const today = days.at(-1)!
    const index = days
      .flatMap((day) => flatDay(day, 2_500_000, 0))
      .filter((bar) => bar.start < istInstant(today, 9, 20))
    // A falling first bar engulfs the flat one before it: the pattern whose volume factor is read.
    const open = istInstant(today, 9, 15)
    const engulfing = index.map((bar) =>
      bar.start >= open ? { ...bar, low: 2_499_000 as Paise, close: 2_499_000 as Paise } : bar,
    )
    const factor = (volume: number, sessions: number) => {
      const future = days.slice(21 - sessions).flatMap((day) => flatDay(day, 2_510_000, day === today ? volume : 100))
      const bars = new IndexBars({ calendar: nseCalendar, params: SIGNAL_PARAMS, onCandle: undefined })
      bars.warmUp(
        engulfing,
        future.filter((bar) => bar.start < istInstant(today, 9, 20)),
      )
      const seen = bars.agents.candle_signal.agent.records.find((record) => record.kind === 'seen')
      return seen?.volume
    }
    expect(factor(130, 20)).toBe(1.15)
    expect(factor(100, 20)).toBe(1)
    expect(factor(50, 20)).toBe(0.8)
    expect(factor(130, 19)).toBe(0.9)
  })
})
