import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dailyLossRemaining, dayLock, dailyLossLimit } from './daily-loss-limit.ts'
import { paise, paiseFromRupees, type Paise } from '../money/paise.ts'

const rs = paiseFromRupees
const dayPnl = (realised: number, openAtBid = 0, exitCharges = 0) => ({
  realised: rs(realised),
  openAtBid: rs(openAtBid),
  exitCharges: rs(exitCharges),
})
const amount = fc.integer({ min: -50_000_000, max: 50_000_000 }).map(paise)

describe('the day’s loss cap', () => {
  it('is 3 % of the capital unless set', () => {
    expect(dailyLossLimit(rs(300_000))).toBe(rs(9_000))
    expect(dailyLossLimit(rs(300_000), 0.1)).toBe(rs(300))
    expect(dailyLossLimit(paise(101))).toBe(3)
  })

  it.each<[realised: number, open: number, charges: number, lock: string | undefined]>([
    [-8_999.99, 0, 0, undefined],
    [-9_000, 0, 0, 'loss_cap'],
    [-5_000, -3_950, 50, 'loss_cap'],
    [-5_000, -3_949.99, 50, undefined],
    [2_000, -11_000, 0, 'loss_cap'],
  ])('with %d realised, %d open, %d to pay: %s', (realised, open, charges, lock) =>
    expect(dayLock(rs(9_000), dayPnl(realised, open, charges), [])).toBe(lock),
  )

  it.each<[nets: number[], lock: string | undefined]>([
    [[-1, -1], undefined],
    [[-1, -1, -1], 'losing_streak'],
    [[-1, -1, -1, 5], undefined],
    [[5, -1, -1, -1], 'losing_streak'],
    [[-1, 0, -1, -1], undefined],
  ])('after results %j: %s', (nets, lock) => expect(dayLock(rs(9_000), dayPnl(0), nets as Paise[])).toBe(lock))

  it('leaves room between nothing and the cap, and none once locked', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }).map(paise), amount, amount, (cap, realised, openAtBid) => {
        const day = { realised, openAtBid, exitCharges: paise(0) }
        const left = dailyLossRemaining(cap, day)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(cap)
        if (dayLock(cap, day, []) === 'loss_cap') expect(left).toBe(0)
        expect(left).toBeLessThanOrEqual(Math.max(0, cap + Math.min(0, day.realised)))
        // Nothing else takes from it.
        if (day.realised >= 0 && day.openAtBid >= day.exitCharges) expect(left).toBe(cap)
      }),
    ))
})
