import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, paiseFromRupees, type Paise } from '../money/paise.ts'
import { riskPerUnit, stopTrigger } from './stop-levels.ts'
import { trailedTrigger } from './trailing-stop.ts'

const rs = paiseFromRupees
/** Prices on the tick grid, ₹0.05 to ₹2,000. */
const price = fc.integer({ min: 1, max: 40_000 }).map((ticks) => paise(ticks * 5))

const trail = (bids: readonly Paise[], entryPrice: number, risk: Paise, costPerUnit: number, first: Paise): Paise[] => {
  let trigger = first
  let bestBid = 0 as Paise
  return bids.map((bid) => {
    bestBid = Math.max(bestBid, bid) as Paise
    trigger = trailedTrigger({ entryPrice, risk, costPerUnit, bestBid, trigger })
    return trigger
  })
}

describe('the trail', () => {
  it('moves as the reference shows', () => {
    const bids = [215, 229.95, 230, 245, 244, 260, 251, 230].map(rs)
    expect(trail(bids, rs(200), rs(30), 140, rs(170))).toEqual([170, 170, 201.4, 215, 215, 230, 230, 230].map(rs))
  })

  it('never falls, stays on the grid and under the best bid', () =>
    fc.assert(
      fc.property(
        fc.array(price, { maxLength: 30 }),
        price,
        fc.integer({ min: 0, max: 1_000 }),
        (bids, entry, cost) => {
          const risk = riskPerUnit(entry / 5, entry)
          const first = stopTrigger(entry, risk)
          // A cost above R would put break-even above the bid that earns it; sizing never buys such an option.
          const triggers = trail(bids, entry, risk, Math.min(cost, risk), first)
          expect(triggers).toEqual(triggers.toSorted((a, b) => a - b))
          triggers.forEach((trigger, i) => {
            expect(trigger % 5).toBe(0)
            if (trigger > first) expect(trigger).toBeLessThanOrEqual(Math.max(...bids.slice(0, i + 1)))
          })
        },
      ),
    ))

  it('moves on an average entry between two paise as on the grid', () =>
    expect(
      trailedTrigger({
        entryPrice: 20_000 + 1 / 3,
        risk: rs(30),
        costPerUnit: 140,
        bestBid: rs(260.05),
        trigger: rs(170),
      }),
    ).toBe(rs(230)))
})
