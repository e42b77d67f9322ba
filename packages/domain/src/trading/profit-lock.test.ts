import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Paise } from '../money/paise.ts'
import { isLooserProfitLock, isProfitLocked, floorOf, peakAfter, type ProfitLock } from './profit-lock.ts'

const rs = (rupees: number) => (rupees * 100) as Paise
const LOCK: ProfitLock = { from: rs(1_000), keepPct: 50 }
const amount = fc.integer({ min: -500_000, max: 500_000 }).map((paise) => paise as Paise)
const lock = fc.record({
  from: fc.integer({ min: 10_000, max: 300_000 }).map((paise) => paise as Paise),
  keepPct: fc.integer({ min: 10, max: 95 }),
})

/** The day's peak and whether it is locked after each of these results. */
function dayOf(set: ProfitLock, results: readonly Paise[]): { peak: Paise | undefined; isLocked: boolean }[] {
  let peak: Paise | undefined
  return results.map((now) => {
    peak = peakAfter(set, peak, now)
    return { peak, isLocked: isProfitLocked(set, peak, now) }
  })
}

describe('the profit lock', () => {
  it.each<[what: string, results: number[], lockedAt: number]>([
    ['locks at half of a peak of twice its start', [0, 1_500, 2_000, 1_001, 1_000], 4],
    ['does not lock a day that never came to its start', [999, 400, -2_000], -1],
    ['locks a day that reached it and fell at once', [1_000, 500], 1],
    ['keeps more after a higher peak', [1_000, 4_000, 2_001, 3_000, 1_999], 4],
    ['is not loosened by a rise after a fall', [3_000, 1_600, 2_900, 1_500], 3],
  ])('%s', (_what, results, lockedAt) => {
    expect(dayOf(LOCK, results.map(rs)).findIndex(({ isLocked }) => isLocked)).toBe(lockedAt)
  })

  it('has a peak that never falls, is a result of the day, and is within a hundredth of itself of the highest', () => {
    fc.assert(
      fc.property(lock, fc.array(amount, { minLength: 1 }), (set, results) => {
        let before: number = Number.NEGATIVE_INFINITY
        for (const [i, { peak }] of dayOf(set, results).entries()) {
          const highest = Math.max(...results.slice(0, i + 1))
          if (peak === undefined) expect(highest).toBeLessThan(set.from)
          else {
            expect(results).toContain(peak)
            expect(peak).toBeGreaterThanOrEqual(before)
            expect(highest).toBeLessThan(peak * 1.01 + 1)
            before = peak
          }
        }
      }),
    )
  })

  it('never locks a day at its peak, nor keeps more than was made', () => {
    fc.assert(
      fc.property(lock, amount, (set, now) => {
        const peak = peakAfter(set, undefined, now)
        expect(isProfitLocked(set, peak, now)).toBe(false)
        if (peak !== undefined) expect(floorOf(set, peak)).toBeLessThan(peak)
      }),
    )
  })

  it('is looser where some day is locked later or never', () => {
    expect(isLooserProfitLock(null, LOCK)).toBe(true)
    expect(isLooserProfitLock(LOCK, null)).toBe(false)
    expect(isLooserProfitLock({ ...LOCK, from: rs(1_001) }, LOCK)).toBe(true)
    expect(isLooserProfitLock({ ...LOCK, keepPct: 49 }, LOCK)).toBe(true)
    expect(isLooserProfitLock({ from: rs(900), keepPct: 60 }, LOCK)).toBe(false)
    // A higher share does not make up for a later start.
    expect(isLooserProfitLock({ from: rs(1_100), keepPct: 95 }, LOCK)).toBe(true)
  })
})
