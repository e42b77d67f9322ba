import type { Change } from '@strikewise/execution/store/change.ts'
import type { CallRecord } from '../model-broker.ts'
import type { Holding, OrderLife } from './books.ts'
import { isNotified, notesOf } from './notified.ts'
import type { Parts } from './parts.ts'

const UNKNOWN_TAG: ReadonlySet<string> = new Set(['unknown_tag'])

type Kind = Change['type']
type Of<K extends Kind> = Extract<Change, { readonly type: K }>

/** Rows of one kind of an account that the store rejected, or has lost: what only they would have shown is in no row. */
export function rejectedOf<K extends Kind>({ evidence }: Pick<Parts, 'evidence'>, account: string, kind: K): Of<K>[] {
  const of = (rows: readonly { readonly account: string; readonly change: Change }[]) =>
    rows.flatMap((one) => (one.account === account && one.change.type === kind ? [one.change as Of<K>] : []))
  const rejected = of(evidence.rejectedRows.rejected)
  return evidence.lostTail.rows.length === 0 ? rejected : [...rejected, ...of(evidence.lostTail.rows)]
}

/** Whether the store rejected the intent of a change of this order: then the call leaves by no row of its own. */
export function isChangeRejected(parts: Pick<Parts, 'evidence'>, { account, kind, orderId }: CallRecord): boolean {
  return rejectedOf(parts, account, 'intent').some(
    ({ intent: { call } }) => call.type !== 'place' && call.type === kind && call.orderId === orderId,
  )
}

/**
 * Whether an order of ours stands behind a holding of which the store has lost every row. A running process goes on by its
 * memory; one that starts again cannot know it for ours: it is reported, and left alone (reliability guide, fault F44).
 */
export function isForgotten(parts: Pick<Parts, 'evidence' | 'books'>, holding: Holding): boolean {
  return forgottenOrders(parts, holding).length > 0
}

/** Whether that is so of every order of ours in it, and its owner was notified that they are left alone. */
export function isWhollyLeftAlone(parts: Pick<Parts, 'evidence' | 'books'>, holding: Holding): boolean {
  if (!isLeftAlone(parts, holding)) return false
  const ours = [...parts.books.ordersOf(holding)].filter(({ isOurs }) => isOurs)
  return forgottenOrders(parts, holding).length === ours.length
}

/** Orders of ours of which the store has lost every row. */
export function forgottenOrders({ evidence, books }: Pick<Parts, 'evidence' | 'books'>, holding: Holding): OrderLife[] {
  if (evidence.lostTail.rows.length === 0) return []
  const known = new Set(
    evidence.store.intentsOf(holding.account).flatMap(({ call }) => (call.type === 'place' ? [call.order.tag] : [])),
  )
  return [...books.ordersOf(holding)].filter(({ isOurs, tag }) => isOurs && !known.has(tag!))
}

/** Orders of ours of which the store has lost every row, and that are booked as sales by hand, as nothing is on record of them. */
export function bookedByHand(parts: Pick<Parts, 'evidence' | 'books'>, holding: Holding): OrderLife[] {
  if (!isLeftAlone(parts, holding)) return []
  const booked = new Set(
    parts.evidence.store.fillsOf(holding.account).flatMap(({ byHand, orderId }) => (byHand ? [orderId] : [])),
  )
  return forgottenOrders(parts, holding).filter(({ orderId }) => booked.has(orderId))
}

/**
 * Units that orders of ours sold of which the store has lost every row, as their owner was notified that they are left alone:
 * what is short by them passes for a sale of the user's own.
 */
export function soldUnrecorded(parts: Pick<Parts, 'evidence' | 'books'>, holding: Holding): number {
  if (!isLeftAlone(parts, holding)) return 0
  return forgottenOrders(parts, holding).reduce((sum, { side, filled }) => (side === 'SELL' ? sum + filled : sum), 0)
}

/** Whether it is forgotten, and its owner was notified that such an order is left alone. */
export function isLeftAlone(parts: Pick<Parts, 'evidence' | 'books'>, holding: Holding): boolean {
  return isForgotten(parts, holding) && isNotified(parts, holding.account, UNKNOWN_TAG)
}

/** Whether an intent was written to a local file, and its disk lost that. */
export function isLost({ evidence }: Pick<Parts, 'evidence'>, account: string, intentId: string): boolean {
  return evidence.spools.lost.some(
    (one) =>
      one.account === account &&
      one.batches.some(({ changes }) => changes.some((it) => it.type === 'intent' && it.intent.id === intentId)),
  )
}

/**
 * I13: what a damaged file does not give back is reported to its user. What the process that wrote it has brought into the
 * store by itself is not lost.
 */
function checkDamageReported({ evidence, findings }: Parts): void {
  for (const { account, batches } of evidence.spools.lost) {
    const stored = new Set(evidence.store.account(account).journal.map(({ batchId }) => batchId))
    if (batches.every(({ id }) => stored.has(id))) continue
    if (!notesOf(evidence).some(({ key }) => key.startsWith(`alarm/${account}/`) && key.includes('/spool_damaged/')))
      findings.add('I13', account, 'journal damaged', 'records were lost from the offline journal, and no note says so')
  }
}

/** What the journal says of a row that was set aside, where it is no part of the books: entries are not held for it. */
const BESIDE_BOOKS = /^The (?:refusal|alarm) /u

/** I13: what was set aside was notified of, and the entries of its account held from then on. For the end of the day. */
export function checkSetAside(parts: Parts): void {
  checkDamageReported(parts)
  const { evidence, findings } = parts
  if ((evidence.counts.get('rows_rejected') ?? 0) > 0)
    if (!notesOf(evidence).some(({ key }) => key.includes('/row_rejected/')))
      findings.add('I13', null, 'set aside', 'a row was set aside, and nobody was told')
  for (const account of evidence.accounts) {
    const rows = evidence.store.account(account).journal.map(({ change }) => change)
    const isSetAside = rows.some(
      (change) => change.type === 'alarm' && change.code === 'row_rejected' && !BESIDE_BOOKS.test(change.text),
    )
    const held = new Set(
      rows.flatMap((change) =>
        change.type === 'lock' && change.lock.reason !== 'losing_streak' ? [change.lock.mode] : [],
      ),
    )
    if (isSetAside && held.size < 2)
      findings.add('I13', account, 'not held', 'a row of the books was set aside, and entries were not held')
  }
}
