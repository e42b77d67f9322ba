// @invariant I10 Later than 250 ms after a kill switch has committed, and while it is on, no entry leaves any
//   process.
import type { CallRecord } from '../environment/broker-records.ts'
import { accountFactsBetween } from './account-facts-at.ts'
import type { CheckerContext } from './checker-context.ts'

const REACHES_MS = 250

/** I10: later than 250 ms after a stop has committed, and while it stands, no entry leaves any process. */
export function checkKillSwitch({ observations, findings }: CheckerContext, call: CallRecord): void {
  const facts = accountFactsBetween(observations.facts.get(call.account)!, call.leftAt - REACHES_MS, call.leftAt)
  const stood = (which: 'user' | 'global') => facts.every(({ killSwitch: stop }) => stop[which] !== false)
  if (stood('user') || stood('global'))
    findings.add('I10', call.account, call.tag!, `entry ${call.tag} left although a stop button was on`)
}
