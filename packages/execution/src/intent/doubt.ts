import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isTerminal, type OrderRecord, type OrderTerms } from '../order/order.ts'
import type { Intent } from './intent.ts'

/** When after the doubt began the book is read: reliability guide §3.3. */
export const DOUBT_READS_MS = [300, 1_000, 3_000, 6_000, 10_000] as const
const ABSENCES_NEEDED = 3
const ABSENT_AFTER_MS = 10_000
/** A modify or cancel asks for the same again when repeated, so it may be judged sooner than a new order. */
const UNCHANGED_AFTER_MS = 3_000

/** What the fresh readings since the doubt began have shown of one intent. */
export interface DoubtWatch {
  /** Starts of the fresh readings that lacked it. */
  readonly absences: readonly EpochMs[]
}

/** Notes one more fresh reading without the order. Readings before `notBefore` prove nothing: the call may still leave. */
export function absenceNoted(watch: DoubtWatch | undefined, intent: Intent, readAt: EpochMs): DoubtWatch {
  const absences = watch?.absences ?? []
  if (intent.outcome.state !== 'in_doubt' || readAt < intent.outcome.notBefore) return { absences }
  return { absences: [...absences, readAt].slice(-ABSENCES_NEEDED - 1) }
}

/** Whether the absences prove that a new order was never accepted: three fresh readings over at least ten seconds. */
export function provenAbsent(watch: DoubtWatch | undefined, intent: Intent): boolean {
  if (intent.outcome.state !== 'in_doubt' || watch === undefined) return false
  const last = watch.absences.at(-1)
  return (
    watch.absences.length >= ABSENCES_NEEDED && last !== undefined && last >= intent.outcome.notBefore + ABSENT_AFTER_MS
  )
}

/** When the book should next be read for the sake of this intent, or undefined when its schedule is over. */
export function nextDoubtRead(intent: Intent, lastReadAt: EpochMs): EpochMs | undefined {
  if (intent.outcome.state !== 'in_doubt') return undefined
  const { notBefore } = intent.outcome
  const due = DOUBT_READS_MS.map((after) => (notBefore + after) as EpochMs).find((at) => at > lastReadAt)
  return due
}

/** Whether the order stands as the terms ask. A protected market order shows as a limit order, so its price is not compared. */
export function matchesTerms(order: OrderRecord, terms: OrderTerms): boolean {
  if (order.quantity !== terms.quantity) return false
  switch (terms.kind) {
    case 'LIMIT':
      return order.kind === 'LIMIT' && order.price === terms.price
    case 'SL':
      return order.kind === 'SL' && order.price === terms.price && order.trigger === terms.trigger
    case 'MARKET':
      return order.kind !== 'SL'
  }
}

/**
 * What a reading says of a modify or cancel in doubt: it took effect, it did not, or wait for another reading.
 * `fresh`: the reading is known to be up to date.
 */
export function settleChange(
  intent: Intent,
  order: OrderRecord,
  readAt: EpochMs,
  fresh: boolean,
): 'accepted' | 'absent' | 'wait' {
  if (intent.outcome.state !== 'in_doubt' || intent.call.type === 'place') return 'wait'
  if (intent.call.type === 'cancel') {
    if (order.phase === 'cancelled') return 'accepted'
    if (isTerminal(order.phase)) return 'absent'
  } else {
    if (isTerminal(order.phase)) return 'absent'
    if (readAt >= intent.createdAt && matchesTerms(order, intent.call.terms)) return 'accepted'
  }
  const settled = order.phase !== 'pending' && order.phase !== 'cancelling'
  return settled && fresh && readAt >= intent.outcome.notBefore + UNCHANGED_AFTER_MS ? 'absent' : 'wait'
}
