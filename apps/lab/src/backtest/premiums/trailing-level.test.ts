import { istDate } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { closeBefore, type DailyRow } from '../input/daily-rows.ts'
import { PREMIUM_PARAMETERS } from './premium-parameters.ts'
import { ordinaryVariance, TrailingLevel } from './trailing-level.ts'

function levelAfter(multiples: readonly number[]): TrailingLevel {
  const level = new TrailingLevel('NIFTY')
  for (const multiple of multiples) level.pushVariance(multiple * ordinaryVariance('NIFTY'))
  return level
}

const MONTH = Array.from({ length: 20 }, () => 0.5)

describe('the level of implied volatility', () => {
  it('follows the last session more than one of three weeks before', () => {
    const calm = levelAfter(MONTH).valueWith(undefined)
    const newest = levelAfter([...MONTH.slice(1), 2]).valueWith(undefined)
    const oldest = levelAfter([...MONTH.slice(0, 3), 2, ...MONTH.slice(4)]).valueWith(undefined)
    expect(oldest).toBeGreaterThan(calm)
    expect(newest).toBeGreaterThan(oldest * 1.1)
  })

  it('forgets sessions older than twenty', () => {
    expect(levelAfter([4, ...MONTH]).valueWith(undefined)).toBe(levelAfter(MONTH).valueWith(undefined))
  })

  it('is higher where India VIX at the close before was', () => {
    const level = levelAfter(MONTH)
    expect(level.valueWith(20)).toBeGreaterThan(level.valueWith(12))
  })

  it('is the long run of the records before the first session', () => {
    const first = new TrailingLevel('NIFTY')
    expect(first.valueWith(undefined)).toBe(levelAfter([PREMIUM_PARAMETERS.longRun.NIFTY]).valueWith(undefined))
  })
})

describe('India VIX before a session', () => {
  const rows: DailyRow[] = ['2026-01-01', '2026-01-02', '2026-01-05'].map((day, i) => ({
    day: istDate(day),
    open: 11 + i,
    high: 12 + i,
    low: 10 + i,
    close: 11 + i,
  }))

  it('is the close of the last day before it and never its own', () => {
    expect(closeBefore(rows, istDate('2026-01-05'))).toBe(12)
    expect(closeBefore(rows, istDate('2026-01-06'))).toBe(13)
  })

  it('is not known before the first day and a week after the last', () => {
    expect(closeBefore(rows, istDate('2026-01-01'))).toBeUndefined()
    expect(closeBefore(rows, istDate('2026-01-13'))).toBeUndefined()
  })
})
