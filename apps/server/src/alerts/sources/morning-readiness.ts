import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { MORNING_FROM_MINUTE } from '@strikewise/domain/time/morning.ts'
import { tradingRightsOf } from '@strikewise/plans/entitlements.ts'
import type { Alert as AlertMessage } from '@strikewise/messages/families/alert.ts'
import type { Config } from '../../config.ts'
import { readinessAccounts, type ReadinessAccount } from '../../readiness/account-rows.ts'
import { overallState, runChecks, type CheckedLine } from '../../readiness/checks.ts'
import { readinessFacts } from '../../readiness/readiness.ts'
import type { Readings } from '../../readiness/readings.ts'
import { READINESS_MARKS } from '../readiness-marks.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import { usersWithAlertPlan } from './audience.ts'
import type { AlertSource } from './source.ts'

const CURSOR_NAME = 'readiness'
/** When accounts that nothing keeps from trading are reported, in minutes after midnight in India. */
export const READINESS_BY = 8 * 60 + 45

/**
 * The card of the morning, once a day to each user with alerts and an account that may trade: from 08:15 when something
 * fails, else at 08:45. A missing login has a reminder of its own at 08:15 and waits for the later one.
 */
export function morningReadiness(
  calendar: TradingCalendar,
  readings: Pick<Readings, 'account' | 'feed' | 'contracts'>,
  config: Pick<Config, 'liveTrading' | 'sandbox'>,
): AlertSource {
  return async (tx, now) => {
    const day = istDateAt(now)
    const session = calendar.sessionOn(day)
    const [first, last] = [istInstant(day, 0, MORNING_FROM_MINUTE), istInstant(day, 0, READINESS_BY)]
    if (session === undefined || session.windows.length === 0 || now < first || now >= session.opensAt) return []
    const due = now < last ? first : last
    if (((await readCursor(tx, CURSOR_NAME)) ?? 0) >= due) return []
    await writeCursor(tx, CURSOR_NAME, due)
    const accounts = await readinessAccounts(tx, await usersWithAlertPlan(tx, now), now)
    return accounts.flatMap((account) => {
      if (!mayTrade(account, now)) return []
      const lines = runChecks(readinessFacts(account, readings, config, now))
      if (due === first && !lines.some(({ check, state }) => state === 'fail' && check !== 'login')) return []
      return [
        {
          userId: account.userId,
          kind: 'readiness' as const,
          key: `readiness/${day}`,
          at: now,
          message: messageOf(lines),
          link: '/dashboard',
        },
      ]
    })
  }
}

function mayTrade({ link, plan }: ReadinessAccount, now: EpochMs): boolean {
  return link !== undefined && tradingRightsOf(plan, link.mode, now).symbols.length > 0
}

function messageOf(lines: readonly CheckedLine[]): AlertMessage {
  return {
    code: 'alert.readiness',
    state: overallState(lines),
    lines: lines.map(({ state, finding }) => ({ code: 'readiness_line', mark: READINESS_MARKS[state], finding })),
  }
}
