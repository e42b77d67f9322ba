import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import type { MonoMs, Observer } from '../ports.ts'
import { inheritUnresolved } from './absorb.ts'
import type { Alarms } from './alarms.ts'
import type { OrderBudget } from './budget.ts'
import { completeRows } from './complete-rows.ts'
import { bringBackFromFuture } from './future-rows.ts'
import { keepSince } from './kept-since.ts'
import type { Ledger } from './ledger.ts'
import { closeOldDays } from './old-days.ts'
import { lastCallOf } from './state.ts'
import type { SteadyClock } from './steady-clock.ts'

export interface TakeUpInput {
  readonly ledger: Ledger
  readonly clock: SteadyClock
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
export function takeUp({ ledger, clock, config, budget, alarms, observer, ...input }: TakeUpInput): EpochMs {
  const { inFlight, watched, isSettled } = input
  const moves = ledger.state.restless().map(({ view }) => lastCallOf(view))
  for (const at of moves) clock.notBefore(at)
  const begun = clock.now()
  const held = new Set(ledger.state.held().map(({ id }) => id))
  for (const since of watched) keepSince(since, held, begun)
  const { claimMs, protectPatienceMs, callTimeoutMs } = config
  // Rows ahead of one clock may be right; once a second one stands behind it they are read again.
  if (isSettled && bringBackFromFuture(ledger, begun, claimMs + protectPatienceMs + callTimeoutMs, callTimeoutMs))
    observer.count('rows_ahead_of_time')
  completeRows(ledger, begun, callTimeoutMs)
  inheritUnresolved(ledger, inFlight, begun, callTimeoutMs)
  // A day ends by more than one clock.
  if (isSettled) closeOldDays(ledger, alarms, begun)
  const mono = clock.mono()
  const recent = ledger.state.callsSince((begun - MINUTE_MS) as EpochMs)
  budget.keepOnly(inFlight)
  budget.restore(
    ledger.state.on,
    ledger.state.intentCount,
    recent.map((at) => Math.min(mono, mono - (begun - at)) as MonoMs),
  )
  return begun
}
