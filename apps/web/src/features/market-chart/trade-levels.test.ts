import { black76Price } from '@strikewise/domain/market/black76.ts'
import { expect, it } from 'vitest'
import { tradeChart } from '../../testing/trade-chart-body.ts'
import { nearTarget, tradeLevels } from './trade-levels.ts'

it('of an open trade: where it was decided, and where the model prices its option at stop and target', () => {
  const chart = tradeChart()
  const { forward, spot, volatility, years, rate } = chart.pricing!
  const { decided, stop, target } = tradeLevels(chart)
  expect(decided).toBe(chart.decided!.spot)
  const priceAt = (level: number) =>
    black76Price(1, level + forward - spot, chart.strike, years, volatility, Math.exp(-rate * years))
  // Levels are whole points, half of which an option at the money follows.
  expect(Math.abs(priceAt(stop!) - chart.stops.at(-1)!.price)).toBeLessThan(0.5)
  expect(Math.abs(priceAt(target!) - chart.target!)).toBeLessThan(0.5)
})

it.each([
  ['that is not priced now', tradeChart({ pricing: null })],
  ['that is closed', tradeChart({ exit: { at: '2026-09-17T10:50:00+05:30', price: 150 } })],
  [
    'whose stop the option cannot be worth',
    tradeChart({ stops: [{ at: '2026-09-17T10:35:40+05:30', price: -1 }], target: null }),
  ],
])('of a trade %s: only where it was decided', (_what, chart) => {
  expect(tradeLevels(chart)).toEqual({ decided: chart.decided!.spot, stop: undefined, target: undefined })
})

it('a target farther than three risks is not drawn', () => {
  const { entry, stops } = tradeChart()
  const risk = entry.price - stops[0]!.price
  expect(nearTarget(tradeChart({ target: entry.price + 3.01 * risk }))).toBeNull()
  expect(nearTarget(tradeChart({ target: entry.price + 2.99 * risk }))).not.toBeNull()
})
