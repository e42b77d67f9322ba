import type { Session } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'

/** An account's day: its ledger, and what of the calendar every turn asks. */
export interface AccountDay {
  readonly unitOfWork: AccountUnitOfWork
  readonly session: Session | undefined
  /** Midnight in India, when the broker's book starts over. */
  readonly endsAt: EpochMs
  /** Whether more than one clock stood behind the time when it began. */
  readonly isSettled: boolean
}
