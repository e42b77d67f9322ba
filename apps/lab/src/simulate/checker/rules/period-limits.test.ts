import type { Paise } from '@strikewise/domain/money/paise.ts'
import { addDays } from '@strikewise/domain/time/ist.ts'
import { NO_ACCOUNT_LIMITS, type AccountLimits } from '@strikewise/domain/trading/account-limits.ts'
import { describe, expect, it } from 'vitest'
import { ORDINARY_DAY } from '../../session/contracts.ts'
import { StagedDay } from '../testing/day-fixture.ts'
import { ACCOUNT, RISK } from '../testing/facts-fixture.ts'
import { ENTRY } from '../testing/fixtures.ts'

const LIMIT = 900_000 as Paise
/** The day is a Wednesday. */
const on = (daysAgo: number, net: number, mode: 'paper' | 'live' = 'paper') => ({
  mode,
  on: addDays(ORDINARY_DAY, -daysAgo),
  net: net as Paise,
})
const textsOf = (day: StagedDay) => day.checker.violations.map(({ text }) => text)
const limited = (limits: Partial<AccountLimits>, ...past: readonly ReturnType<typeof on>[]) => {
  const day = new StagedDay().becomes({ risk: { ...RISK, account: { ...NO_ACCOUNT_LIMITS, ...limits } } })
  day.past.set(ACCOUNT, past)
  return day.wait(5_000)
}
const enters = (day: StagedDay) => textsOf(day.trade('t1', 'entering').place('e1', 'BUY', ENTRY))
const beyond = expect.stringMatching(/of a limit over days were used up/)

describe('the judge of limits over days', () => {
  const week = { weeklyLoss: LIMIT }

  it('lets no entry leave in a week that has lost its limit, by results of its own kind of link', () => {
    expect(enters(limited(week, on(2, -500_000), on(1, -400_000)))).toContainEqual(beyond)
    expect(enters(limited(week, on(3, -900_000)))).not.toContainEqual(beyond)
    expect(enters(limited(week, on(1, -900_000, 'live')))).not.toContainEqual(beyond)
    expect(enters(limited({}, on(1, -900_000)))).not.toContainEqual(beyond)
  })

  it('lets no entry leave that far under the peak since the limit was set', () => {
    const drawdown = (daysAgo: number) => ({ drawdown: { limit: LIMIT, since: addDays(ORDINARY_DAY, -daysAgo) } })
    const past = [on(20, 2_000_000), on(10, -500_000), on(9, -400_000)]
    expect(enters(limited(drawdown(30), ...past))).toContainEqual(beyond)
    expect(enters(limited(drawdown(9), ...past))).not.toContainEqual(beyond)
  })

  it('shows a refusal that names another figure than the days show', () => {
    const refused = (lost: number) => {
      const day = limited(week, on(1, -900_000), on(1, -50_000, 'live'))
      const message = { code: 'refusal.weekly_loss', lost: lost as Paise, limit: LIMIT } as const
      day.refused({ decisionId: 'd1', symbol: 'NIFTY', code: 'weekly_loss', message }).end()
      return textsOf(day)
    }
    const wrong = expect.stringMatching(/a refusal names 950000 as used up/)
    expect(refused(950_000)).toContainEqual(wrong)
    expect(refused(900_000)).not.toContainEqual(wrong)
  })
})
