import type { Change } from '@strikewise/execution/store/change.ts'
import type { CallRecord } from '../model-broker.ts'
import type { Parts } from './parts.ts'

type Kind = Change['type']
type Of<K extends Kind> = Extract<Change, { readonly type: K }>

/** Rows of one kind of an account that the store rejected: what only they would have shown is in no row. */
export function rejectedOf<K extends Kind>({ evidence }: Pick<Parts, 'evidence'>, account: string, kind: K): Of<K>[] {
  return evidence.rejectedRows.rejected.flatMap((one) =>
    one.account === account && one.change.type === kind ? [one.change as Of<K>] : [],
  )
}

/** Whether the store rejected the intent of a change of this order: then the call leaves by no row of its own. */
export function isChangeRejected(parts: Pick<Parts, 'evidence'>, { account, kind, orderId }: CallRecord): boolean {
  return rejectedOf(parts, account, 'intent').some(
    ({ intent: { call } }) => call.type !== 'place' && call.type === kind && call.orderId === orderId,
  )
}

/** I13: what was set aside was told. For the end of the day. */
export function checkSetAside({ evidence, findings }: Parts): void {
  if ((evidence.counts.get('rows_rejected') ?? 0) === 0) return
  const isTold = evidence.alarms.some(({ code }) => code === 'row_rejected')
  const isNoted = evidence.store.notes.some(({ key }) => key.includes('/row_rejected/'))
  // A refusal and an alarm are no part of the books, so entries are not held for them.
  const isOfBooks = evidence.rejectedRows.rejected.some(
    ({ change }) => change.type !== 'refusal' && change.type !== 'alarm',
  )
  if (!isNoted || (isOfBooks && !isTold && evidence.rejectedRows.rejected.length === 1))
    findings.add('I13', null, 'set aside', 'a row was set aside, and nobody was told')
}
