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
import type { DueCheck } from '../due-sources.ts'
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
  const isDue: DueCheck = ({ now, cursors }) => {
    const due = cardAt(calendar, now)
    return due !== undefined && (cursors.get(CURSOR_NAME) ?? 0) < due.at
  }
  const read: AlertSource['read'] = async (tx, now) => {
    const due = cardAt(calendar, now)
    if (due === undefined || ((await readCursor(tx, CURSOR_NAME)) ?? 0) >= due.at) return []
    await writeCursor(tx, CURSOR_NAME, due.at)
    const accounts = await readinessAccounts(tx, await usersWithAlertPlan(tx, now), now)
    return accounts.flatMap((account) => {
      if (!mayTrade(account, now)) return []
      const lines = runChecks(readinessFacts(account, readings, config, now))
      if (due.isFirst && !lines.some(({ check, state }) => state === 'fail' && check !== 'login')) return []
      return [
        {
          userId: account.userId,
          kind: 'readiness' as const,
          key: `readiness/${istDateAt(now)}`,
          at: now,
          message: messageOf(lines),
          link: '/dashboard',
        },
      ]
    })
  }
  return { isDue, read }
}

/** Which of the day's two cards may be sent, since when; undefined while none may. */
function cardAt(calendar: TradingCalendar, now: EpochMs): { at: EpochMs; isFirst: boolean } | undefined {
  const day = istDateAt(now)
  const session = calendar.sessionOn(day)
  const [first, last] = [istInstant(day, 0, MORNING_FROM_MINUTE), istInstant(day, 0, READINESS_BY)]
  if (session === undefined || session.windows.length === 0 || now < first || now >= session.opensAt) return undefined
  return now < last ? { at: first, isFirst: true } : { at: last, isFirst: false }
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
