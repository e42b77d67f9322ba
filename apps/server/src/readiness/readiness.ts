import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import { split } from '@strikewise/messages/split.ts'
import type { ReadinessReply } from '@strikewise/wire/readiness.ts'
import type { Config } from '../config.ts'
import type { ReadinessAccount } from './account-rows.ts'
import { overallState, runChecks } from './checks.ts'
import type { ReadinessFacts } from './facts.ts'
import type { Readings } from './readings.ts'

/** The facts of one account, with what the bus has brought of it. */
export function readinessFacts(
  account: ReadinessAccount,
  readings: Pick<Readings, 'account' | 'feed' | 'contracts'>,
  { liveTrading, sandbox }: Pick<Config, 'liveTrading' | 'sandbox'>,
  now: EpochMs,
): ReadinessFacts {
  return {
    now,
    calendar: nseCalendar,
    account,
    reading: readings.account(account.userId),
    feed: readings.feed(),
    contracts: readings.contracts(),
    liveTrading,
    isRealMarket: !sandbox,
  }
}

/** The card of the morning as the API shows it. */
export function readinessReplyOf(facts: ReadinessFacts, { text }: Renderer): ReadinessReply {
  const day = istDateAt(facts.now)
  const session = facts.calendar.sessionOn(day)
  const lines = runChecks(facts)
  return {
    day,
    opens_at: session === undefined || session.windows.length === 0 ? null : istIso(session.opensAt),
    state: overallState(lines),
    checks: lines.map(({ check, state, finding, remedy }) => ({
      check,
      state,
      text: text(finding),
      message: split(finding),
      remedy,
    })),
  }
}
