import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'

/** Fields that hold instants of our own clock. The exchange's (`updatedAt`) are no business of it. */
const INSTANT = /(?:At|Since)$|^(?:at|since)$/
const OF_OTHERS = 'updatedAt'
/** Of these a current row names one that is to come. */
const TO_COME = /^(?:notBefore|deadline)$/

/**
 * Takes rows that a process with a wrong clock wrote ahead of `now` for current rows, in memory alone: by what they hold no
 * newer reading would ever count, no doubt be settled and no exit be due. The rows themselves stay as they were written.
 * Only what may still act is checked, and what was traded today: its rows show whether the account is short. `aheadMs`: how
 * far ahead a current row may lie with what it waits for; `callMs`: our own limit of a call. Returns whether there was any.
 */
export function clampFutureTimestamps(
  unitOfWork: AccountUnitOfWork,
  now: EpochMs,
  aheadMs: number,
  callMs: number,
): boolean {
  const { state } = unitOfWork
  let isAny = false
  const back = <T extends object>(row: T): T => {
    const brought = notAfter(row, now, aheadMs)
    if (brought !== row) isAny = true
    return brought
  }
  const views = new Set([...state.needingAttention().map(({ view }) => view), ...state.traded()])
  for (const { trade, intents, orders, covers } of views) {
    state.apply({ type: 'trade', trade: back(trade) })
    for (const intent of intents) {
      const brought = back(intent)
      state.apply({
        type: 'intent',
        intent: brought === intent ? intent : withTimesToCome(intent, brought, now, callMs),
      })
    }
    for (const order of [...orders, ...covers]) state.apply({ type: 'order', order: back(order), on: state.on })
  }
  return isAny
}

/**
 * The intent with what it waits for no further ahead than that was when its row was written: the rest of the wait was the wrong
 * clock's. `brought`: with every instant brought back. A call that the right clock dated may leave until its own deadline.
 */
function withTimesToCome(intent: Intent, brought: Intent, now: EpochMs, callMs: number): Intent {
  const { createdAt, outcome } = intent
  const deadline = Math.min(brought.deadline, toComeFrom(createdAt, intent.deadline, now)) as EpochMs
  if (outcome.state !== 'in_doubt' || brought.outcome.state !== 'in_doubt') return { ...brought, deadline }
  const callEnds = Math.max(now, deadline + callMs)
  const doubtEnds = createdAt > now ? toComeFrom(outcome.since, outcome.notBefore, now) : Infinity
  const notBefore = Math.min(brought.outcome.notBefore, callEnds, doubtEnds) as EpochMs
  return { ...brought, deadline, outcome: { ...brought.outcome, notBefore } }
}

/** What was to come at `from`, an instant of the same row, counted from `now` where that instant lies ahead; else unlimited. */
function toComeFrom(from: EpochMs, toCome: EpochMs, now: EpochMs): number {
  return from > now ? now + Math.max(0, toCome - from) : Infinity
}

/**
 * The row with every instant of ours that lies ahead set to `now`, and what it waits for no further ahead than `aheadMs`; the
 * row itself when there is none.
 */
function notAfter<T extends object>(row: T, now: EpochMs, aheadMs: number): T {
  const latest = now + aheadMs
  const changed = Object.entries(row).flatMap(([key, value]: [string, unknown]): (readonly [string, unknown])[] => {
    if (typeof value === 'number' && value > now && key !== OF_OTHERS && INSTANT.test(key)) return [[key, now]]
    if (typeof value === 'number' && value > latest && TO_COME.test(key)) return [[key, latest]]
    if (key !== 'outcome' || typeof value !== 'object' || value === null) return []
    const outcome = notAfter(value, now, aheadMs)
    return outcome === value ? [] : [[key, outcome]]
  })
  return changed.length === 0 ? row : { ...row, ...Object.fromEntries(changed) }
}
