import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { loadAccount } from '../persist/load-account.ts'
import type { WritingBatcher } from '../persist/writing-batcher.ts'
import type { RejectedChange } from '../persist/write-divided.ts'
import { StaleEpoch, type AccountId, type Lease, type Observer, type Ports } from '../ports.ts'

export interface ReadDayInput {
  /** The ports with the account's own clock. */
  readonly ports: Ports
  readonly account: AccountId
  readonly lease: Lease
  /** Where the account writes together with others. */
  readonly writings: WritingBatcher
  readonly config: ExecutionConfig
  /** Intents of this process whose call was not answered yet. */
  readonly inFlight: ReadonlySet<string>
  /** The ledger that the account has until now. */
  readonly before: AccountUnitOfWork | undefined
}

/**
 * Today's ledger from the store, or `before` where that has to go on: calls of its day are still out, or the store does not
 * give the rows of a day that is known. `rejected`: rows set aside by a ledger that was opened for another day.
 * @throws what the store throws where there is no ledger to go on with, and StaleEpoch
 */
export async function readDay(
  input: ReadDayInput,
  now: EpochMs,
  rejected: readonly RejectedChange[] = [],
): Promise<AccountUnitOfWork> {
  const { ports, account, lease, writings, config, inFlight, before } = input
  const on = istDateAt(now)
  if (before !== undefined) {
    if (before.isDirty) await before.commit(true)
    // Nothing of an earlier day's calls may still be out when its memory goes.
    if (before.state.on !== on && inFlight.size > 0) return before
  }
  let unitOfWork: AccountUnitOfWork
  try {
    if (before?.isDirty === true) throw new Error('the store has not taken what is known yet')
    unitOfWork = await loadAccount(ports, account, lease, on, config.broker, rejected, writings)
  } catch (error) {
    // While the store is away what is known of the day continues to drive exits; entries wait for the rows.
    if (error instanceof StaleEpoch || before === undefined || before.state.on !== on) throw error
    ports.observer.count('rows_not_read')
    return before
  }
  const openedAt = ports.clock.now()
  // The clock was put right while the rows were read: the day they were read for is not today, and must end nothing.
  return istDateAt(openedAt) === on ? unitOfWork : readDay(input, openedAt, unitOfWork.takeRejected())
}

/** Writes again what the store has lost of what the ledger `before` still knows. */
export function restoreLost(
  account: AccountId,
  unitOfWork: AccountUnitOfWork,
  before: AccountUnitOfWork,
  observer: Observer,
): void {
  if (!before.hasLostRows && unitOfWork.journalSeq >= before.journalSeq) return
  const rows = unitOfWork.restoreFrom(before)
  observer.alarm(account, { code: 'alarm.rows_lost', rows })
}
