import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Paise } from '../money/paise.ts'
import { ACCOUNT_LIMIT_BOUNDS, NO_ACCOUNT_LIMITS } from './account-limits.ts'
import { PROFIT_LOCK_BOUNDS } from './profit-lock.ts'
import { addDays, istDate } from '../time/ist.ts'
import { WEEKDAYS } from './entry-hours.ts'
import { riskLimitsFrom, storedRiskLimits, USER_LIMITS, type UserLimit } from './user-limits.ts'

it.each(Object.entries<UserLimit>(USER_LIMITS))(
  '%s starts at its bounds or below them, never above',
  (_name, limit) => {
    expect(limit.min).toBeLessThan(limit.max)
    expect(limit.initial).toBeLessThanOrEqual(limit.max)
  },
)

describe('the risk limits', () => {
  it('of a user who has saved none are the initial ones', () =>
    expect(riskLimitsFrom(undefined)).toEqual({
      capital: null,
      dailyLossCapPct: 3,
      maxEntriesPerSymbol: 3,
      maxPositionsPerSymbol: 1,
      coverManualShorts: false,
      entryHours: null,
      account: NO_ACCOUNT_LIMITS,
    }))

  it('are read as they were stored, the loss limit to a hundredth of a per cent', () => {
    const { dailyLossPct, entriesPerSymbol, positionsPerSymbol } = USER_LIMITS
    const limits = fc.record({
      capital: fc.option(fc.integer({ min: 1 }).map((paise) => paise as Paise)),
      dailyLossCapPct: fc
        .integer({ min: dailyLossPct.min * 100, max: dailyLossPct.max * 100 })
        .map((basisPoints) => basisPoints / 100),
      maxEntriesPerSymbol: fc.integer(entriesPerSymbol),
      maxPositionsPerSymbol: fc.integer(positionsPerSymbol),
      coverManualShorts: fc.boolean(),
      entryHours: fc.option(
        fc.record({
          days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
          fromMinute: fc.integer({ min: 570, max: 700 }),
          toMinute: fc.integer({ min: 701, max: 885 }),
        }),
      ),
      account: fc.record({
        tradesPerDay: fc.option(fc.integer(ACCOUNT_LIMIT_BOUNDS.tradesPerDay)),
        lossPauseMinutes: fc.option(fc.integer(ACCOUNT_LIMIT_BOUNDS.lossPauseMinutes)),
        lossesInRow: fc.option(fc.integer(ACCOUNT_LIMIT_BOUNDS.lossesInRow)),
        profitLock: fc.option(
          fc.record({
            from: fc.integer({ min: 1 }).map((paise) => paise as Paise),
            keepPct: fc.integer(PROFIT_LOCK_BOUNDS.keepPct),
          }),
        ),
        weeklyLoss: fc.option(fc.integer({ min: 1 }).map((paise) => paise as Paise)),
        drawdown: fc.option(
          fc.record({
            limit: fc.integer({ min: 1 }).map((paise) => paise as Paise),
            since: fc.integer({ min: 0, max: 500 }).map((days) => addDays(istDate('2026-01-01'), days)),
          }),
        ),
      }),
    })
    fc.assert(
      fc.property(limits, (saved) => {
        expect(riskLimitsFrom(storedRiskLimits(saved))).toEqual(saved)
      }),
    )
  })
})
