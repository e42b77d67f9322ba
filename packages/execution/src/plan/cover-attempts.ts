// @invariant short-bought-back
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import { CHASE_STEPS } from './chase.ts'
import { backoffAfter, hasMissedDeadline, isTransient, refusalsInARow, retryAt } from './retry-backoff.ts'
import type { PlanEnv } from './steps.ts'

/** How long after a refusal that is not about the moment the next attempt waits. */
const SETTLE_MS = 1_000
/** The longest pause after refusals of what was tried in full, in steps of the chase. */
const LONGEST_PAUSE = 3

/**
 * When the next attempt to buy back may follow `attempts`, oldest first: after a moment, and twice as long each time once every
 * step was refused, or taken and then rejected, in a row. What lasts, such as funds that do not suffice, is not over sooner for
 * being asked about, and each attempt takes a call of the day from what protects other positions. `covers`: their orders.
 */
export function nextCoverAt(attempts: readonly Intent[], covers: readonly OrderRecord[], env: PlanEnv): EpochMs {
  const last = attempts.at(-1)
  if (last === undefined || hasMissedDeadline(last, env)) return env.now
  const { outcome, createdAt } = last
  if (outcome.state === 'refused' && isTransient(outcome.code))
    return retryAt(outcome, refusalsInARow(attempts), env, SETTLE_MS)
  const failed = lastingFailuresInARow(attempts, covers)
  const pauseMs = env.config.chaseStepMs * pauseAfter(failed)
  if (outcome.state !== 'refused')
    return (createdAt + Math.max(pauseMs, env.config.chaseStepMs * backoffAfter(attempts.length))) as EpochMs
  const soonest = retryAt(outcome, refusalsInARow(attempts), env, SETTLE_MS)
  return failed < CHASE_STEPS ? soonest : (Math.max(soonest, createdAt + pauseMs) as EpochMs)
}

/** In steps of the chase, after so many failures in a row. */
function pauseAfter(failed: number): number {
  return Math.min(LONGEST_PAUSE, 2 ** Math.max(0, failed - CHASE_STEPS))
}

/** How many attempts at the end of `attempts` failed in a row for what is not about the moment; those that were lie between. */
function lastingFailuresInARow(attempts: readonly Intent[], covers: readonly OrderRecord[]): number {
  const rejected = new Set(covers.flatMap(({ intentId, phase }) => (phase === 'rejected' ? [intentId] : [])))
  const lasting = attempts.filter(({ outcome }) => outcome.state !== 'refused' || !isTransient(outcome.code))
  return (
    lasting.length - 1 - lasting.findLastIndex(({ id, outcome }) => outcome.state !== 'refused' && !rejected.has(id))
  )
}
