import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { shardLeaseName, shardOf } from '@strikewise/execution/lease/shard.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import { intentOf } from './intent-of.ts'
import type { CheckerContext } from './checker-context.ts'
import { isChangeRejected } from './rejected-rows.ts'

/** One that ends, or hands a shard over, waits this long for answers under way. */
const DRAIN_MS = 1_000

/**
 * What must be true in the moment a call leaves: its claim has not run out, the lease is held (I2), the market has not
 * closed (I5). A deadline stands in the account's time. Once a clock has moved that may stay behind the machine's for the
 * rest of the day, so the two cannot be compared; `LateCalls` counts the time that really passed.
 */
export function checkProcessExit(context: CheckerContext, call: CallRecord): void {
  const { observations, findings, leadership, activeFaults } = context
  const { account, leftAt, kind, process } = call
  const name = `${kind} ${call.tag ?? call.orderId}`
  const say = (why: string) => findings.add('I2', account, `${name} ${leftAt}`, `${name} left ${why}`)
  const intent = isChangeRejected(context, call) ? undefined : intentOf(context, call)
  const offset = observations.processes.find((one) => one.name === process)?.clockOffset ?? 0
  if (intent !== undefined && !activeFaults.clocksMoved && leftAt + offset > intent.deadline)
    say(`${leftAt + offset - intent.deadline} ms after its claim had run out`)
  // What neither clock of the machine shows cannot be known, and no call is withheld on a contradicted clock (I15).
  const closesAt = nseCalendar.sessionOn(observations.shape.day)!.closesAt
  if (leftAt >= closesAt && leftAt >= closesAt + leadership.of(account).behindMs(leftAt))
    findings.add('I5', account, 'after the close', `${kind} left after the close`)
  const lease = observations.lease.of(account)
  if (kind !== 'modify' && lease.holder?.name !== process && !lease.isUnknowinglyOver(process))
    say('though its process does not hold the lease')
}

/**
 * I2: a process that releases a shard has waited a while for the answers to its calls, and let no more leave meanwhile. For
 * the end of the day.
 */
export function checkDrained({ observations, findings }: CheckerContext): void {
  for (const { holder, at, name, ledSince, passOnAt = Number.POSITIVE_INFINITY } of observations.lease.releases) {
    if (at >= holder.closingAt + DRAIN_MS) continue
    for (const { process, leftAt, account, kind, answeredAt = Number.POSITIVE_INFINITY } of observations.calls) {
      if (process !== holder.name || shardLeaseName(shardOf(account)) !== name) continue
      // One of an earlier term: the process that led in between has settled it.
      if (leftAt < ledSince) continue
      // One that was to hand the shard over drains from then on, though it was asked to end meanwhile.
      const mayBeOut = at >= passOnAt + DRAIN_MS && leftAt <= at - DRAIN_MS
      if (leftAt < at && answeredAt > at && !mayBeOut)
        findings.add('I2', account, `drained ${leftAt}`, `${process} gave its lease back while its ${kind} was out`)
    }
  }
}
