import type { CallRecord } from '../model-broker.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { FaultKind } from '../chance/faults.ts'
import type { Parts } from './parts.ts'

/** A clock that stepped between claim and leaving makes the two incomparable. */
const STEPPED_MS = 20_000
/** After these a process may have lost the lease without having been told to end. */
const TAKEN_AWAY: readonly FaultKind[] = ['freeze', 'loop_blocked', 'store_down']
const TAKEN_AWAY_MS = 60_000

/** I2: what must be true in the moment a call leaves: its claim has not run out, the lease is held, no other process acts. */
export function checkAtLeaving(parts: Parts, call: CallRecord): void {
  const { evidence, findings, troubles } = parts
  const { account, leftAt, kind, process } = call
  const name = `${kind} ${call.tag ?? call.orderId}`
  const say = (why: string) => findings.add('I2', account, `${name} ${leftAt}`, `${name} left ${why}`)
  const intent = intentOf(parts, call)
  const offset = evidence.processes.find((one) => one.name === process)?.clockOffset ?? 0
  const isSteady = !troubles.struck(account, ['clock_step'], leftAt, STEPPED_MS)
  if (intent !== undefined && isSteady && leftAt + offset > intent.deadline)
    say(`${leftAt + offset - intent.deadline} ms after its claim had run out`)
  if (kind !== 'modify' && !evidence.processes.some((one) => one.name === process && one === evidence.lease.holder))
    say('though its process does not hold the lease')
  for (const other of evidence.processes) {
    if (other.name === process || !other.closing || troubles.struck(account, TAKEN_AWAY, leftAt, TAKEN_AWAY_MS))
      continue
    const hangs = parts.called.of(account).some((one) => one.process === other.name && one.answer === undefined)
    if (hangs) say(`while ${other.name}, which is ending, waits for an answer`)
  }
}

function intentOf({ intents }: Parts, call: CallRecord): Intent | undefined {
  if (call.tag !== null) return intents.byTag(call.account, call.tag)
  return intents
    .of(call.account)
    .findLast((one) => one.call.type === call.kind && one.call.type !== 'place' && one.call.orderId === call.orderId)
}
