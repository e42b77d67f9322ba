import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { DAY_MS, IST_OFFSET_MS } from '@strikewise/domain/time/ist.ts'

/**
 * Counts calls in fixed windows of the exchange's clock: a new second (minute, day) starts from zero, and what exceeds
 * the limit is refused at once, never queued (kite-connect fact sheet §5). Plain data, so that it can live in a state.
 */
interface WindowCount {
  window: number
  count: number
}

function emptyWindow(): WindowCount {
  return { window: -1, count: 0 }
}

/** Counts one call in the calendar second, minute or other `windowMs` of `now`; false when the limit is exceeded. */
function countCall(counter: WindowCount, now: EpochMs, windowMs: number, limit: number): boolean {
  return countIn(counter, Math.floor(now / windowMs), limit)
}

/** The same by India's calendar day. */
function countDailyCall(counter: WindowCount, now: EpochMs, limit: number): boolean {
  return countIn(counter, Math.floor((now + IST_OFFSET_MS) / DAY_MS), limit)
}

function countIn(counter: WindowCount, window: number, limit: number): boolean {
  if (counter.window !== window) {
    counter.window = window
    counter.count = 0
  }
  if (counter.count >= limit) return false
  counter.count += 1
  return true
}

/** Order calls (place, modify, cancel) of one account: 10 a second, 400 a minute, 5,000 a day. */
export interface OrderCallCounts {
  readonly second: WindowCount
  readonly minute: WindowCount
  readonly day: WindowCount
}

const ORDER_CALL_LIMITS = { second: 10, minute: 400, day: 5_000 } as const

export function emptyOrderCallCounts(): OrderCallCounts {
  return { second: emptyWindow(), minute: emptyWindow(), day: emptyWindow() }
}

/**
 * Counts one order call and shows which limit it exceeds, if any. Seconds and minutes are those of `countedAt`, the day is
 * that of `now`.
 */
export function countOrderCall(
  counts: OrderCallCounts,
  now: EpochMs,
  countedAt: EpochMs,
): 'too_many' | 'cap' | undefined {
  if (!countCall(counts.second, countedAt, 1_000, ORDER_CALL_LIMITS.second)) return 'too_many'
  const withinMinute = countCall(counts.minute, countedAt, 60_000, ORDER_CALL_LIMITS.minute)
  return withinMinute && countDailyCall(counts.day, now, ORDER_CALL_LIMITS.day) ? undefined : 'cap'
}
