// @invariant one-order-per-intent One entry intent, at most one accepted order. An order in doubt is looked up by
//   its tag; an entry in doubt is never sent again.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { MonoMs } from '../ports.ts'
import { isTerminal, type OrderRecord, type OrderTerms } from '../order/order.ts'
import type { Intent } from './intent.ts'

/** When after the doubt began the book is read: reliability guide §3.3. */
export const DOUBT_READS_MS = [300, 1_000, 3_000, 6_000, 10_000] as const
const ABSENCES_NEEDED = 3
const ABSENT_AFTER_MS = 10_000
/** A modify or cancel asks for the same again when repeated, so it may be judged sooner than a new order. */
const UNCHANGED_AFTER_MS = 3_000

/** When a reading of the book began, by both clocks: the wall clock may have been put forward since the last one. */
export interface SnapshotStart {
  readonly at: EpochMs
  readonly mono: MonoMs
}

/** The fresh readings since the doubt began that lacked one intent's order. */
export interface InDoubtEvidence {
  /** From when on the doubt let readings count: one that was dated again is proven again. */
  readonly notBefore: EpochMs
  readonly absences: number
  readonly first: SnapshotStart
  readonly last: SnapshotStart
}

/** Notes one more fresh reading without the order. Readings before `notBefore` prove nothing: the call may still leave. */
export function withAbsence(
  watch: InDoubtEvidence | undefined,
  intent: Intent,
  snapshot: SnapshotStart,
): InDoubtEvidence | undefined {
  const { outcome } = intent
  if (outcome.state !== 'in_doubt' || snapshot.at < outcome.notBefore) return watch
  const { notBefore } = outcome
  if (watch === undefined || watch.notBefore !== notBefore)
    return { notBefore, absences: 1, first: snapshot, last: snapshot }
  return { ...watch, absences: watch.absences + 1, last: snapshot }
}

/**
 * Whether the absences prove that a new order was never accepted: three fresh readings over at least ten seconds, the
 * seconds counted between the readings themselves too.
 */
export function provenAbsent(watch: InDoubtEvidence | undefined, intent: Intent): boolean {
  if (intent.outcome.state !== 'in_doubt' || watch === undefined) return false
  const { notBefore, absences, first, last } = watch
  return (
    notBefore === intent.outcome.notBefore &&
    absences >= ABSENCES_NEEDED &&
    last.at >= intent.outcome.notBefore + ABSENT_AFTER_MS &&
    last.mono - first.mono >= ABSENT_AFTER_MS - DOUBT_READS_MS[0]
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
 * What a reading shows of a modify or cancel in doubt: it took effect, it did not, or wait for another reading.
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
