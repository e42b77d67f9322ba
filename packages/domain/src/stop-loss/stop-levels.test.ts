import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectiveStopLimitBuffer, riskPerUnit, stopLimit, stopTrigger, targetPrice } from './stop-levels.ts'
import { paise, paiseFromRupees } from '../money/paise.ts'

const rs = paiseFromRupees
/** Prices on the tick grid, ₹0.05 to ₹2,000. */
const price = fc.integer({ min: 1, max: 40_000 }).map((ticks) => paise(ticks * 5))
/** Rupees of slack, also more than the exchange's band lets any premium have: the cap has to be met. */
const buffer = fc.integer({ min: 0, max: 1_000 }).map((rupees) => paise(rupees * 100))

describe('the risk a unit', () => {
  it.each<[distance: number, entry: number, risk: number]>([
    [24, 150, 24],
    [5, 150, 22.5], // 15 %
    [80, 150, 45], // 30 %
    [30, 38, 11.4],
  ])('for a distance of %d at %d is %d', (distance, entry, risk) =>
    expect(riskPerUnit(rs(distance), rs(entry))).toBe(rs(risk)),
  )

  it('stays between 15 and 30 % to a paisa', () =>
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 500_000 }), (entry, distance) => {
        const risk = riskPerUnit(distance, entry)
        expect(risk).toBeGreaterThanOrEqual(0.15 * entry - 1e-6)
        expect(risk).toBeLessThan(0.3 * entry + 1)
      }),
    ))
})

/** The reference's rule (§3.3) in twentieths of a paisa: whole numbers, so that nothing is rounded before the tick is. */
function limitInTwentieths(trigger: number, slBuffer: number): number {
  const cap = trigger > 5_000 ? 7 * trigger : 20 * Math.min(1_500, trigger - 5)
  return Math.max(5, Math.floor((20 * trigger - Math.min(20 * slBuffer, cap)) / 100) * 5)
}

describe('the stop order', () => {
  it.each<[entry: number, risk: number, buffer: number, trigger: number, limit: number]>([
    [150, 24, 10, 126, 116],
    [38, 11.4, 25, 26.6, 11.6],
    [150, 24, 0, 126, 126],
    [150, 24, 100, 126, 81.9], // 35 % of the trigger
    [0.1, 0.03, 10, 0.05, 0.05],
    [66.9, 16.75, 100, 50.15, 32.55], // capped at 17.5525: 32.5975 and not 32.60
  ])('entry %d, R %d, buffer %d: trigger %d, limit %d', (entry, risk, slBuffer, trigger, limit) => {
    expect(stopTrigger(rs(entry), rs(risk))).toBe(rs(trigger))
    expect(stopLimit(rs(trigger), rs(slBuffer))).toBe(rs(limit))
  })

  it('has its limit on the grid, at or under its trigger, inside the exchange’s band', () =>
    fc.assert(
      fc.property(price, buffer, (trigger, slBuffer) => {
        const limit = stopLimit(trigger, slBuffer)
        expect(limit % 5).toBe(0)
        expect(limit).toBeGreaterThanOrEqual(5)
        expect(limit).toBeLessThanOrEqual(trigger)
        const band = trigger > 5_000 ? trigger * 0.6 : trigger - 2_000
        expect(limit).toBe(limitInTwentieths(trigger, slBuffer))
        expect(limit).toBeGreaterThanOrEqual(band)
        // Rounding to the tick may give away up to a tick more than the buffer, never less.
        expect(trigger - limit - effectiveStopLimitBuffer(trigger, slBuffer)).toBeLessThan(5)
      }),
    ))
})

describe('the target', () =>
  it('is 2 R away, 4 R with trailing', () => {
    expect(targetPrice(rs(150), rs(24), false)).toBe(rs(198))
    expect(targetPrice(rs(150), rs(24), true)).toBe(rs(246))
  }))
