import { expect, it } from 'vitest'
import { tradeChart } from '../../testing/trade-chart-body.ts'
import { payoffOf } from './payoff-curve.ts'

it('is drawn around the strike, the break-even and the index', () => {
  const payoff = payoffOf(tradeChart())!
  const levels = payoff.points.map(({ level }) => level)
  for (const level of [24_500, payoff.breakEven, payoff.spot!]) {
    expect(level).toBeGreaterThan(levels[0]!)
    expect(level).toBeLessThan(levels.at(-1)!)
  }
  expect(payoff.breakEven).toBeGreaterThan(24_664)
  // 65 × ₹164.30, and with it a few tens of rupees to buy.
  expect(payoff.maxLoss).toBeGreaterThan(10_679.5 + 20)
  expect(payoff.maxLoss).toBeLessThan(10_679.5 + 40)
})

it('never shows more lost than the most that can be', () => {
  const { points, maxLoss } = payoffOf(tradeChart())!
  expect(Math.min(...points.map(({ atExpiry }) => atExpiry))).toBeCloseTo(-maxLoss, 2)
})

it('leaves out the present value where no present price may be seen', () => {
  const payoff = payoffOf(tradeChart({ pricing: null }))!
  expect([payoff.spot, payoff.now]).toEqual([undefined, undefined])
  expect(payoff.points.every(({ now }) => now === undefined)).toBe(true)
})

it('includes the stop where one is active', () => {
  expect(payoffOf(tradeChart({ stops: [] }))!.atStop).toBeUndefined()
  const { atStop } = payoffOf(tradeChart())!
  // 65 × (140.10 − 164.30), less the charges of both sides.
  expect(atStop).toBeLessThan(65 * -24.2)
  expect(atStop).toBeGreaterThan(65 * -24.2 - 120)
})

it('is nothing once nothing is held', () => {
  expect(payoffOf(tradeChart({ held: { quantity: 0, cost: 0 } }))).toBeUndefined()
})
