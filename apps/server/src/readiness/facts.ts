import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ReadinessFinding } from '@strikewise/messages/families/readiness.ts'
import type { FeedState } from '@strikewise/wire/market.ts'
import type { ReadinessRemedy, ReadinessState } from '@strikewise/wire/readiness.ts'
import type { AccountReading } from './account-readings.ts'
import type { ReadinessAccount } from './account-rows.ts'
import type { LoadedContracts } from './readings.ts'

/** Everything the checks of one account go by: rows of the store, and what other roles read last. */
export interface ReadinessFacts {
  readonly now: EpochMs
  readonly calendar: TradingCalendar
  readonly account: ReadinessAccount
  readonly reading: AccountReading | undefined
  readonly feed: FeedState | undefined
  readonly contracts: LoadedContracts | undefined
  /** Whether orders of live links may be sent. */
  readonly liveTrading: boolean
  /** False on a simulated market, whose days may lie anywhere. */
  readonly isRealMarket: boolean
}

/** What one check found, and what can be done about it. */
export interface CheckResult {
  readonly state: ReadinessState
  readonly finding: ReadinessFinding
  readonly remedy: ReadinessRemedy | null
}

export const pass = (finding: ReadinessFinding): CheckResult => ({ state: 'pass', finding, remedy: null })
export const wait = (finding: ReadinessFinding): CheckResult => ({ state: 'wait', finding, remedy: null })
export const warn = (finding: ReadinessFinding, remedy: ReadinessRemedy | null = null): CheckResult => ({
  state: 'warn',
  finding,
  remedy,
})
export const fail = (finding: ReadinessFinding, remedy: ReadinessRemedy | null = null): CheckResult => ({
  state: 'fail',
  finding,
  remedy,
})
