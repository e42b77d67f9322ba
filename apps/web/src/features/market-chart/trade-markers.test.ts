import { istDate, istInstant, MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { activeTrade, closedTrade } from '../../testing/response-bodies.ts'
import { chartTrades, markersOf } from './chart-trade.ts'
import { stopSteps } from './trailing-stop-line.ts'

const at = (hour: number, minute: number) => istInstant(istDate('2026-11-20'), hour, minute)

describe('trades of a chart', () => {
  it('are the open ones, then the closed ones, newest first, each once', () => {
    const closed = [
      closedTrade({ trade_id: 'a', exit_time: '2026-11-20T09:44:10+05:30' }),
      closedTrade({ trade_id: 'b', exit_time: '2026-11-20T10:10:00+05:30' }),
      closedTrade({ trade_id: 't1' }),
    ]
    expect(chartTrades([activeTrade()], closed).map(({ trade_id }) => trade_id)).toEqual(['t1', 'b', 'a'])
  })

  it('are marked in the bar they fall in, in time order', () => {
    const trades = chartTrades([activeTrade({ mode: 'live' })], [closedTrade({ trade_id: 'a' })])
    expect(markersOf(trades, 5).map(({ time, kind, mode }) => [time, kind, mode])).toEqual([
      [at(9, 30), 'entry', 'paper'],
      [at(9, 40), 'exit', 'paper'],
      [at(10, 35), 'entry', 'live'],
    ])
  })
})

describe('steps of the stop', () => {
  const bars = [0, 1, 2, 3, 4].map((i) => ({ time: at(10, 0) + i * MINUTE_MS, open: 1, high: 1, low: 1, close: 1 }))
  const stops = [
    { at: '2026-11-20T10:01:05+05:30', price: 80 },
    { at: '2026-11-20T10:02:10+05:30', price: 90 },
    { at: '2026-11-20T10:02:50+05:30', price: 95 },
  ]
  const pricesOf = (steps: readonly { price: number }[]) => steps.map(({ price }) => price)

  it('begin with the first stop and stand where each bar left it', () => {
    const steps = stopSteps({ stops, exit: null }, bars, MINUTE_MS)
    expect(steps[0]!.time).toBe(at(10, 1))
    expect(pricesOf(steps)).toEqual([80, 95, 95, 95])
  })

  it('end with the exit', () => {
    const exit = { at: '2026-11-20T10:03:20+05:30', price: 95 }
    expect(pricesOf(stopSteps({ stops, exit }, bars, MINUTE_MS))).toEqual([80, 95, 95])
  })

  it('are none while no stop rests', () => {
    expect(stopSteps({ stops: [], exit: null }, bars, MINUTE_MS)).toEqual([])
  })
})
