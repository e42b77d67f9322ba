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

/** Whether an intent was written to a local file, and its disk lost that. */
export function isLost({ evidence }: Pick<Parts, 'evidence'>, account: string, intentId: string): boolean {
  return evidence.spools.lost.some(
    (one) =>
      one.account === account &&
      one.batches.some(({ changes }) => changes.some((it) => it.type === 'intent' && it.intent.id === intentId)),
  )
}

/** I13: what a damaged file does not give back is reported to its user. */
function checkDamageReported({ evidence, findings }: Parts): void {
  for (const { account } of evidence.spools.lost)
    if (!evidence.store.notes.some(({ key }) => key.startsWith(`alarm/${account}/`) && key.includes('/spool_damaged/')))
      findings.add('I13', account, 'journal damaged', 'records were lost from the offline journal, and no note says so')
}

/** I13: what was set aside was told. For the end of the day. */
export function checkSetAside(parts: Parts): void {
  checkDamageReported(parts)
  const { evidence, findings } = parts
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
