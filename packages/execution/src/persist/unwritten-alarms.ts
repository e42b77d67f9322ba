import type { Notification } from '../store/notification.ts'
import type { Change } from '../store/account-changes.ts'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'

/** More than the kinds of alarms there are. */
const MAX_LOST_ALARMS = 100

/** Alarms of ledgers that were dropped before they were written: each is raised once a day, so the next ledger writes them. */
export class UnwrittenAlarms {
  #changes: readonly Change[] = []
  #notifications: readonly Notification[] = []

  /** Keeps what a ledger that is dropped has not written. */
  collect(unitOfWork: AccountUnitOfWork | undefined): void {
    if (unitOfWork === undefined) return
    const { changes, notifications } = unitOfWork.unwrittenAlarms()
    this.#changes = [...this.#changes, ...changes].slice(-MAX_LOST_ALARMS)
    this.#notifications = [...this.#notifications, ...notifications].slice(-MAX_LOST_ALARMS)
  }

  /** Hands everything kept to the ledger that goes on. */
  transferTo(unitOfWork: AccountUnitOfWork): void {
    for (const change of this.#changes) unitOfWork.put(change)
    for (const notification of this.#notifications) unitOfWork.notify(notification)
    this.#changes = []
    this.#notifications = []
  }
}
