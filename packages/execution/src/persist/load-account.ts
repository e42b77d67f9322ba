import type { BrokerProfile } from '../broker-profile.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Alarm } from '../alarms/alarm.ts'
import type { Notification } from '../store/notification.ts'
import type { AccountId, Lease, Ports, StoreTransaction } from '../ports.ts'
import type { Batch, Change } from '../store/account-changes.ts'
import { alarmOf, AccountUnitOfWork, rejectedRowsNotification } from './account-unit-of-work.ts'
import { dayLockNotification } from './trade-notifications.ts'
import { withLostRows } from './known-rows.ts'
import { writeAccepted, writeHolds, type DivisionState, type RejectedChange } from './write-divided.ts'
import { AccountState } from './state.ts'
import { WritingBatcher } from './writing-batcher.ts'
import { HighWaterMarks } from '../high-water-marks.ts'

/** Nothing of it was written before. */
const WHOLE: DivisionState = { isDivided: false, tradeOf: () => undefined }

/**
 * Loads an account's day under a lease: makes the lease its owner, and writes what was journaled offline while the store
 * was down, after the rows that it goes on from where the store has lost them. What an executor journaled that was replaced
 * before this one came is left out: its successor went on from the broker's books without it. So is what the store rejects,
 * and what the local file cannot give back any more. Each of these is an alarm in the journal and a notification, and none
 * keeps the account from its day. `rejectedBefore`: what an earlier opening set aside and nothing was done about yet. `writings`:
 * where the account writes together with others.
 */
export async function loadAccount(
  ports: Ports,
  account: AccountId,
  lease: Lease,
  on: IstDate,
  broker: BrokerProfile,
  rejectedBefore: readonly RejectedChange[] = [],
  writings = new WritingBatcher(ports, new HighWaterMarks()),
): Promise<AccountUnitOfWork> {
  const { batches, damagedLines, epochs } = await ports.offlineJournal.read(account)
  const { userId, state, replayed, rejected, seq } = await ports.store.transaction(async (t) => {
    const { userId } = await t.lock(account, lease.epoch)
    const replayed = await replay(ports, t, account, userId, lease, on, batches)
    const unreported = damagedLines > 0 ? await reportDamage(ports, t, account, userId, lease, on, damagedLines) : []
    const state = new AccountState(on, await t.load(account, on))
    const [first] = replayed.rejectedOf
    if (first !== undefined)
      for (const lock of await writeHolds(t, account, state, first, replayed.rejected)) {
        state.apply({ type: 'lock', lock })
        ports.outbox.put(t, dayLockNotification(userId, account, lock, broker.names))
      }
    const rejected = [...replayed.rejected, ...unreported]
    return { userId, state, replayed, rejected, seq: t.journalSeq(account) }
  })
  // Each is a row of the journal; one alarm reports them all.
  const [first] = replayed.outdated
  const batchesLeftOut = replayed.outdated.length
  if (first !== undefined)
    ports.observer.alarm(
      account,
      batchesLeftOut === 1 ? first : { code: 'alarm.offline_journal_outdated.many', batches: batchesLeftOut },
    )
  if (replayed.restored > 0) ports.observer.alarm(account, { code: 'alarm.rows_lost', rows: replayed.restored })
  if (damagedLines > 0) ports.observer.alarm(account, { code: 'alarm.offline_journal_damaged', records: damagedLines })
  for (const epoch of epochs) await ports.offlineJournal.clear(account, epoch)
  const allRejected = [...rejectedBefore, ...rejected]
  return new AccountUnitOfWork(ports, account, userId, lease, state, allRejected, seq, broker, writings)
}

interface Replayed {
  readonly outdated: readonly Alarm[]
  readonly rejected: readonly RejectedChange[]
  /** Batches of which something was rejected, as they are written now. */
  readonly rejectedOf: readonly Batch[]
  /** Rows that the store had lost. */
  readonly restored: number
}

/** Writes what was journaled offline, with its notifications. Returns what was left out. */
async function replay(
  ports: Ports,
  t: StoreTransaction,
  account: AccountId,
  userId: string,
  { epoch }: Lease,
  on: IstDate,
  journaled: readonly Batch[],
): Promise<Replayed> {
  const outdated: Alarm[] = []
  const rejected: RejectedChange[] = []
  const rejectedOf: Batch[] = []
  const at = ports.clock.now()
  let restored = 0
  for await (const batch of withLostRows(t, account, journaled)) {
    const written = await writeAccepted(t, account, batch, { isDivided: false, tradeOf: () => undefined })
    rejected.push(...written.rejected)
    if (written.rejected.length > 0) {
      rejectedOf.push({ ...batch, at, epoch })
      const alarms = written.rejected.map(alarmOf)
      // The note remains where the store rejects the alarm as well.
      await writeAccepted(t, account, { id: `${batch.id}/rejected`, at, epoch, changes: alarms }, WHOLE)
      ports.outbox.put(t, rejectedRowsNotification(userId, account, on, at))
    }
    const isRestoring = !journaled.includes(batch)
    if (written.result === 'written') {
      if (isRestoring) restored += batch.changes.length - written.rejected.length
      for (const notification of batch.notes ?? []) ports.outbox.put(t, notification)
      continue
    }
    // The batch that it belongs to is reported.
    if (isRestoring) continue
    const about = { changes: batch.changes.length, batch: batch.id, epoch: batch.epoch }
    const alarm: Alarm = { code: 'alarm.offline_journal_outdated', ...about }
    const report = { id: `${batch.id}/outdated`, at, epoch, changes: [journalRowOf(alarm)] }
    rejected.push(...(await writeReport(ports, t, account, userId, on, report)))
    outdated.push(alarm)
  }
  return { outdated, rejected, rejectedOf, restored }
}

async function reportDamage(
  ports: Ports,
  t: StoreTransaction,
  account: AccountId,
  userId: string,
  { epoch }: Lease,
  on: IstDate,
  lines: number,
): Promise<readonly RejectedChange[]> {
  const at = ports.clock.now()
  const message = { code: 'alarm.offline_journal_damaged', records: lines } as const
  const report = { id: ports.ids.next('batch'), at, epoch, changes: [journalRowOf(message)] }
  const rejected = await writeReport(ports, t, account, userId, on, report)
  const key = `alarm/${account}/${on}/${reasonOf(message.code)}/`
  const notification: Notification = { userId, kind: 'alarm', key, at, symbol: null, message }
  ports.outbox.put(t, notification)
  return rejected
}

/** Writes a report of the opening to the journal. One that the store rejects costs that row, never the opening. */
async function writeReport(
  ports: Ports,
  t: StoreTransaction,
  account: AccountId,
  userId: string,
  on: IstDate,
  report: Batch,
): Promise<readonly RejectedChange[]> {
  const { rejected } = await writeAccepted(t, account, report, WHOLE)
  if (rejected.length > 0) ports.outbox.put(t, rejectedRowsNotification(userId, account, on, report.at))
  return rejected
}

function journalRowOf(message: Alarm): Extract<Change, { type: 'alarm' }> {
  return { type: 'alarm', code: reasonOf(message.code), tradeId: null, message }
}
