// @invariant expired-token-reported
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import type { BrokerRejectionCode } from '../order/order-ack.ts'
import type { PlanEnv } from './steps.ts'

/** Refusals that only show "not now", and how long they mean. Nothing about the order itself is wrong. */
const NOT_NOW: Partial<Record<BrokerRejectionCode, number>> = {
  not_sent: 500,
  rate_limited: 1_000,
  token_expired: 5_000,
  not_permitted: 2_000,
  session_closed: 30_000,
}
/** After this many refusals or rejections in a row the pace falls, so that hours of them do not use up the day's calls. */
const SLOWER = [
  { after: 200, times: 10 },
  { after: 60, times: 3 },
] as const

/** Whether a refusal shows nothing against the order itself. */
export function isTransient(code: BrokerRejectionCode): boolean {
  return NOT_NOW[code] !== undefined
}

/**
 * When a refused call may be tried again. `otherwise`: milliseconds for refusals that are not about the moment. A dead
 * token is tried again as soon as a reading has shown that it lives.
 */
export function retryAt(
  refused: Extract<Intent['outcome'], { state: 'refused' }>,
  inARow: number,
  env: PlanEnv,
  otherwise: number,
): EpochMs {
  const { code, at } = refused
  if (
    code === 'token_expired' &&
    inARow < SLOWER[1].after &&
    env.snapshotsReadAt !== undefined &&
    env.snapshotsReadAt > at
  )
    return at
  return (at + (NOT_NOW[code] ?? otherwise) * backoffAfter(inARow)) as EpochMs
}

/**
 * Whether a call was withheld because it was written later than it could leave. It may be tried again at once: what it costs
 * is another writing, and the next has more time. One that the session's end had cut short has none.
 */
export function hasMissedDeadline({ createdAt, deadline, outcome }: Intent, { config }: PlanEnv): boolean {
  if (outcome.state !== 'refused' || outcome.code !== 'not_sent') return false
  return outcome.at > deadline && deadline >= createdAt + config.claimMs
}

/** By how much longer to wait after so many calls in a row came to nothing. */
export function backoffAfter(inARow: number): number {
  return SLOWER.find(({ after }) => inARow >= after)?.times ?? 1
}

/** How many calls at the end of `calls` were refused one after the other. */
export function refusalsInARow(calls: readonly Intent[]): number {
  let count = 0
  for (let at = calls.length - 1; at >= 0 && calls[at]!.outcome.state === 'refused'; at -= 1) count += 1
  return count
}

/**
 * How many calls at the end of `calls` were refused one after the other for what is wrong with the order. What was refused
 * for the moment alone lies between them and counts for nothing.
 */
export function finalRefusalsInARow(calls: readonly Intent[]): number {
  return refusalsInARow(calls.filter(({ outcome }) => outcome.state !== 'refused' || !isTransient(outcome.code)))
}
