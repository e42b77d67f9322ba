import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import type { MonoMs, Observer } from '../ports.ts'
import { adoptUnresolvedIntents } from '../broker-view/reconcile-order.ts'
import type { Alarms } from '../persist/alarms.ts'
import type { OrderBudget } from '../order/order-budget.ts'
import { repairRows } from '../broker-view/repair-rows.ts'
import { clampFutureTimestamps } from '../persist/clamp-future-timestamps.ts'
import { pruneSince } from '../persist/prune-since.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { closeOldDays } from '../persist/close-past-days.ts'
import { lastCallOf } from '../persist/state.ts'
import type { DisciplinedClock } from '../clock/disciplined-clock.ts'

export interface ResumeAccountInput {
  readonly unitOfWork: AccountUnitOfWork
  readonly clock: DisciplinedClock
  readonly config: ExecutionConfig
  readonly budget: OrderBudget
  readonly alarms: Alarms
  readonly observer: Observer
  /** Intents of this process whose call was not answered yet. */
  readonly inFlight: ReadonlySet<string>
  /** Since when something has been so of each held trade. */
  readonly watched: readonly Map<string, EpochMs>[]
  /** More than one clock stands behind the time. */
  readonly isSettled: boolean
}

/**
 * Takes up the rows of an account: brings back what a wrong clock dated ahead, takes what was left half-sent for in doubt,
 * ends what an earlier day left open, and counts the calls of the day. Returns the time from which the account goes on.
 */
export function resumeAccount({
  unitOfWork,
  clock,
  config,
  budget,
  alarms,
  observer,
  ...input
}: ResumeAccountInput): EpochMs {
  const { inFlight, watched, isSettled } = input
  const moves = unitOfWork.state.needingAttention().map(({ view }) => lastCallOf(view))
  for (const at of moves) clock.notBefore(at)
  const begun = clock.now()
  const held = new Set(unitOfWork.state.held().map(({ id }) => id))
  for (const since of watched) pruneSince(since, held, begun)
  const { claimMs, mostPatienceMs, callTimeoutMs } = config
  // Rows ahead of one clock may be right; once a second one stands behind it they are read again.
  if (isSettled && clampFutureTimestamps(unitOfWork, begun, claimMs + mostPatienceMs + callTimeoutMs, callTimeoutMs))
    observer.count('rows_ahead_of_time')
  repairRows(unitOfWork, begun, callTimeoutMs)
  adoptUnresolvedIntents(unitOfWork, inFlight, begun, callTimeoutMs)
  // A day ends by more than one clock.
  if (isSettled) closeOldDays(unitOfWork, alarms, begun)
  const mono = clock.mono()
  const recent = unitOfWork.state.callsSince((begun - MINUTE_MS) as EpochMs)
  budget.retain(inFlight)
  budget.restore(
    unitOfWork.state.on,
    unitOfWork.state.intentCount,
    recent.map((at) => Math.min(mono, mono - (begun - at)) as MonoMs),
  )
  return begun
}
