import type { ReadinessCheck, ReadinessReply } from '@strikewise/wire/readiness.ts'
import { egressCheck, limitsCheck, loginCheck, planCheck } from './account-checks.ts'
import type { CheckResult, ReadinessFacts } from './facts.ts'
import { clockCheck, contractsCheck, eventsCheck, feedCheck, fundsCheck } from './market-checks.ts'

/** The checks of the morning, in the order in which they are shown: card, chat message and API go by this table alone. */
const CHECKS: Readonly<Record<ReadinessCheck, (facts: ReadinessFacts) => CheckResult>> = {
  login: loginCheck,
  egress: egressCheck,
  funds: fundsCheck,
  feed: feedCheck,
  clock: clockCheck,
  contracts: contractsCheck,
  limits: limitsCheck,
  plan: planCheck,
  events: eventsCheck,
}

export interface CheckedLine extends CheckResult {
  readonly check: ReadinessCheck
}

/** Every check of an account, in order. */
export function runChecks(facts: ReadinessFacts): readonly CheckedLine[] {
  return (Object.keys(CHECKS) as ReadinessCheck[]).map((check) => ({ check, ...CHECKS[check](facts) }))
}

/** The most serious state of some lines; what is not known yet counts as in order. */
export function overallState(lines: readonly Pick<CheckResult, 'state'>[]): ReadinessReply['state'] {
  if (lines.some(({ state }) => state === 'fail')) return 'fail'
  return lines.some(({ state }) => state === 'warn') ? 'warn' : 'pass'
}
