// @invariant one-bad-row
import { storableText } from '@strikewise/domain/text/storable-text.ts'
import type { Alarm, JournalRowName } from '../alarms/alarm.ts'
import { RowRejected, type AccountId, type StoreTransaction } from '../ports.ts'
import type { Batch, Change, DayLock } from '../store/account-changes.ts'
import type { Trade } from '../trade/trade.ts'
import { breachLocks } from './invariant-locks.ts'
import type { AccountState } from './state.ts'

/** A change that the store will never take. */
export interface RejectedChange {
  readonly change: Change
  /** The constraint, in the store's words; never the value. */
  readonly why: string
}

/** Whether the books lack something without it: then they cannot be relied on, and entries wait for the next session. */
export function isOfBooks({ change }: RejectedChange): boolean {
  return change.type !== 'refusal' && change.type !== 'alarm'
}

export interface DivisionState {
  /** The batch was rejected as a whole before: parts of it may be written. */
  readonly isDivided: boolean
  /** The trade as it was by this batch: not as rows that follow it will show. */
  readonly tradeOf: (tradeId: string) => Trade | undefined
}

export interface DividedWriteResult {
  readonly result: 'written' | 'outdated'
  /** The batch was written in parts. */
  readonly isDivided: boolean
  readonly rejected: readonly RejectedChange[]
}

/**
 * Writes a batch, or as much of it as the store takes: where it rejects the whole, each change becomes a batch of its own,
 * with an id that follows from the batch's, so that writing it again writes nothing twice. What it rejects alone is tried
 * once more after the others, with the trade it belongs to as `tradeOf` knows it: a store restored to an earlier instant
 * may lack it. Both tries of a change have one id, and the first change has the batch's own: a writer that does not know
 * whether the parts, or in which form, were committed writes none again.
 */
export async function writeAccepted(
  t: StoreTransaction,
  account: AccountId,
  batch: Batch,
  { isDivided, tradeOf }: DivisionState,
): Promise<DividedWriteResult> {
  try {
    if (!isDivided) {
      const result = await t.attempt(() => t.write(account, batch))
      return { result, isDivided: false, rejected: [] }
    }
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error
  }
  const late: { change: Change; index: number }[] = []
  for (const [index, change] of batch.changes.entries())
    if ((await attempt(t, account, batch, partOf(index), [change])) !== undefined) late.push({ change, index })
  const rejected: RejectedChange[] = []
  for (const { change, index } of late) {
    const trade = change.type === 'trade' ? undefined : tradeOf(tradeIdOf(change) ?? '')
    const changes = trade === undefined ? [change] : [{ type: 'trade', trade } as const, change]
    const why = await attempt(t, account, batch, partOf(index), changes)
    if (why !== undefined) rejected.push({ change, why })
  }
  return { result: 'written', isDivided: true, rejected }
}

/**
 * Writes the locks that hold the entries of an account, where what was rejected is of its books, in the transaction that sets
 * it aside: a process that ends before its next turn leaves them in force. A lock that was itself rejected is written in this
 * form: the claim of an entry goes by the rows, not by memory. Returns those written. `id`: of their batch.
 */
export async function writeHolds(
  t: StoreTransaction,
  account: AccountId,
  state: Pick<AccountState, 'on' | 'lockOf'>,
  batch: Pick<Batch, 'id' | 'at' | 'epoch'>,
  rejected: readonly RejectedChange[],
): Promise<readonly DayLock[]> {
  if (!rejected.some(isOfBooks)) return []
  const unlocked = new Set(rejected.flatMap(({ change }) => (change.type === 'lock' ? [change.lock.mode] : [])))
  const lockOf: AccountState['lockOf'] = (mode) => (unlocked.has(mode) ? undefined : state.lockOf(mode))
  const written: DayLock[] = []
  for (const lock of breachLocks({ on: state.on, lockOf }, batch.at)) {
    const why = await attempt(t, account, batch, `/held/${lock.mode}`, [{ type: 'lock', lock }])
    if (why === undefined) written.push(lock)
  }
  return written
}

/** What the id of a batch that has one change of another is, behind that one's own id. */
function partOf(index: number): string {
  return index === 0 ? '' : `/${index}`
}

/** Writes part of a batch; the reason when the store rejects it. */
async function attempt(
  t: StoreTransaction,
  account: AccountId,
  { id, at, epoch }: Pick<Batch, 'id' | 'at' | 'epoch'>,
  part: string,
  changes: readonly Change[],
): Promise<string | undefined> {
  try {
    await t.attempt(() => t.write(account, { id: `${id}${part}`, at, epoch, changes }))
    return undefined
  } catch (error) {
    if (error instanceof RowRejected) return error.message
    throw error
  }
}

/** The trade a change belongs to; null: none. */
export function tradeIdOf(change: Change): string | null {
  switch (change.type) {
    case 'trade':
      return change.trade.id
    case 'intent':
      return change.intent.tradeId
    case 'order':
      return change.order.tradeId
    case 'fill':
      return change.fill.tradeId
    case 'alarm':
      return change.tradeId
    case 'refusal':
    case 'lock':
    case 'peak':
    case 'foreign_trades':
      return null
  }
}

/** What names the row that a change is about. */
export function rowKey(change: Change): string {
  switch (change.type) {
    case 'trade':
      return `trade/${change.trade.id}`
    case 'intent':
      return `intent/${change.intent.id}`
    case 'order':
      return `order/${change.order.orderId}`
    case 'fill':
      return `fill/${change.fill.tradeId}/${change.fill.orderId}/${change.fill.fillId}`
    case 'refusal':
      return `refusal/${change.refusal.decisionId}`
    case 'lock':
      return `lock/${change.lock.on}/${change.lock.mode}`
    case 'peak':
      return `peak/${change.peak.on}/${change.peak.mode}/${change.peak.peak}`
    case 'foreign_trades':
      return `foreign_trades/${change.day.on}/${change.day.at}`
    case 'alarm':
      return `alarm/${change.code}/${change.tradeId ?? ''}/${JSON.stringify(change.message)}`
  }
}

/** The alarm that stands in the journal for a rejected change, its texts as the store takes them. */
export function rejectionAlarm({ change, why }: RejectedChange): Alarm {
  return { code: 'alarm.row_rejected.journal', row: rowNameOf(change), reason: storableText(why) }
}

function rowNameOf(change: Change): JournalRowName {
  switch (change.type) {
    case 'trade':
      return { code: 'journal_row.trade', id: storableText(change.trade.id), state: storableText(change.trade.state) }
    case 'intent': {
      const { id, kind, call } = change.intent
      return {
        code: 'journal_row.intent',
        id: storableText(id),
        kind: storableText(kind),
        call: storableText(call.type),
      }
    }
    case 'order': {
      const { orderId, phase, filled } = change.order
      return {
        code: 'journal_row.order',
        id: storableText(orderId),
        phase: storableText(phase),
        filled: String(filled),
      }
    }
    case 'fill': {
      const { fillId, side, quantity } = change.fill
      return {
        code: 'journal_row.fill',
        id: storableText(fillId),
        side: storableText(side),
        quantity: String(quantity),
      }
    }
    case 'refusal':
      return { code: 'journal_row.refusal', decision: storableText(change.refusal.decisionId) }
    case 'lock':
      return { code: 'journal_row.lock', reason: storableText(change.lock.reason) }
    case 'peak':
      return { code: 'journal_row.peak', peak: String(change.peak.peak) }
    case 'foreign_trades':
      return { code: 'journal_row.foreign_trades', begun: String(change.day.trades.begun) }
    case 'alarm':
      return { code: 'journal_row.alarm', alarm: storableText(change.code) }
  }
}
