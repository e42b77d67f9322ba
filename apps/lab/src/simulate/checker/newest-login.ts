// @invariant I7
import type { FaultKind } from '../chance/faults.ts'
import type { Parts } from './parts.ts'

/** The vault is asked twice and may take six seconds each time; then what was asked before has left. */
const IN_FORCE_MS = 16_000
/** A process that stands still, or begins again, hears of a new login when it goes on. */
const STANDING: readonly FaultKind[] = [
  'freeze',
  'frozen_at_commit',
  'loop_blocked',
  'suspended',
  'set_back',
  'deploy',
  'crash',
  'crash_offline',
  'dies_sending',
]
const STANDING_MS = 60_000

/** B8: a login that was replaced is not called with any more, once the new one could be in force. For the end of the day. */
export function checkNewestLogin({ evidence, findings, troubles }: Parts): void {
  for (const { account, at, process, since } of evidence.staleCalls) {
    if (at <= since + IN_FORCE_MS || troubles.struck(account, STANDING, at, STANDING_MS)) continue
    findings.add(
      'I7',
      account,
      `login ${process} ${since}`,
      `${process} calls with a login replaced ${at - since} ms ago`,
    )
  }
}
