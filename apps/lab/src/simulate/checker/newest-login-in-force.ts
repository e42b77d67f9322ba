// @invariant I7
import type { FaultKind } from '../chance/faults.ts'
import type { CheckerContext } from './checker-context.ts'

/** The vault is asked twice and may take six seconds each time; then what was asked before has left. */
const IN_FORCE_MS = 16_000
/** A process that stands still, or restarts, is notified of a new login when it continues. */
const LOGIN_FAULTS: readonly FaultKind[] = [
  'freeze',
  'frozen_at_commit',
  'loop_blocked',
  'suspended',
  'set_back',
  'deploy',
  'crash',
  'crash_offline',
  'crash_while_sending',
]
const LOGIN_IN_FORCE_MS = 60_000

/** B8: a login that was replaced is not called with any more, once the new one could be in force. For the end of the day. */
export function checkNewestLogin({ observations, findings, activeFaults }: CheckerContext): void {
  for (const { account, at, process, since } of observations.staleCalls) {
    if (at <= since + IN_FORCE_MS || activeFaults.struck(account, LOGIN_FAULTS, at, LOGIN_IN_FORCE_MS)) continue
    findings.add(
      'I7',
      account,
      `login ${process} ${since}`,
      `${process} calls with a login replaced ${at - since} ms ago`,
    )
  }
}
