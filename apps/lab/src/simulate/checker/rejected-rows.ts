import type { JournalRowName } from '@strikewise/execution/alarms/alarm.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { Change } from '@strikewise/execution/store/account-changes.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import type { Holding, OrderLife } from './exchange-orders.ts'
import { isNotified, notificationsOf } from './alarm-notified.ts'
import type { CheckerContext } from './checker-context.ts'

const UNKNOWN_TAG: ReadonlySet<string> = new Set(['unknown_tag'])

type Kind = Change['type']
type Of<K extends Kind> = Extract<Change, { readonly type: K }>

/** Rows of one kind of an account that the store rejected, or has lost: what only they would have shown is in no row. */
export function rejectedOf<K extends Kind>(
  { observations }: Pick<CheckerContext, 'observations'>,
  account: string,
  kind: K,
): Of<K>[] {
  const of = (rows: readonly { readonly account: string; readonly change: Change }[]) =>
    rows.flatMap((one) => (one.account === account && one.change.type === kind ? [one.change as Of<K>] : []))
  const rejected = of(observations.rejectedRows.rejected)
  return observations.lostTail.rows.length === 0 ? rejected : [...rejected, ...of(observations.lostTail.rows)]
}

/** Intents of which no row is left, of calls that left: the process that claimed them goes by what it remembers. */
export function rememberedOf(context: CheckerContext, account: string): readonly Intent[] {
  const { observations, intents, callLog } = context
  const { epoch } = observations.store.account(account)
  const remembered = new Map<string, Intent>()
  for (const { intent } of rejectedOf(context, account, 'intent'))
    if (intent.epoch >= epoch && callLog.hasIntent(account, intent.id)) remembered.set(intent.id, intent)
  if (remembered.size > 0) for (const { id } of intents.of(account)) remembered.delete(id)
  return [...remembered.values()]
}

/** The row that a change reports as set aside; undefined for any other change. */
export function rejectedRowOf(change: Change): JournalRowName | undefined {
  return change.type === 'alarm' && change.message.code === 'alarm.row_rejected.journal'
    ? change.message.row
    : undefined
}

/** Whether the store rejected the intent of a change of this order: then the call leaves by no row of its own. */
export function isChangeRejected(
  context: Pick<CheckerContext, 'observations'>,
  { account, kind, orderId }: CallRecord,
): boolean {
  return rejectedOf(context, account, 'intent').some(
    ({ intent: { call } }) => call.type !== 'place' && call.type === kind && call.orderId === orderId,
  )
}

/**
 * Whether an order of ours stands behind a holding of which the store has lost every row. A running process goes on by its
 * memory; one that starts again cannot know it for ours: it is reported, and left alone (reliability guide, fault F44).
 */
export function isForgotten(
  context: Pick<CheckerContext, 'observations' | 'exchangeOrders'>,
  holding: Holding,
): boolean {
  return forgottenOrders(context, holding).length > 0
}

/** Whether that is so of every order of ours in it, and its owner was notified that they are left alone. */
export function isWhollyLeftAlone(
  context: Pick<CheckerContext, 'observations' | 'exchangeOrders'>,
  holding: Holding,
): boolean {
  if (!isLeftAlone(context, holding)) return false
  const own = [...context.exchangeOrders.ordersOf(holding)].filter(({ isProductOrder }) => isProductOrder)
  return forgottenOrders(context, holding).length === own.length
}

/** Orders of ours of which the store has lost every row. */
export function forgottenOrders(
  { observations, exchangeOrders }: Pick<CheckerContext, 'observations' | 'exchangeOrders'>,
  holding: Holding,
): OrderLife[] {
  if (observations.lostTail.rows.length === 0) return []
  const known = new Set(
    observations.store
      .intentsOf(holding.account)
      .flatMap(({ call }) => (call.type === 'place' ? [call.order.tag] : [])),
  )
  return [...exchangeOrders.ordersOf(holding)].filter(({ isProductOrder, tag }) => isProductOrder && !known.has(tag!))
}

/** Whether the store has lost every row of the order of a call, and no local file has one: only its own process knows of it. */
export function isCallForgotten(
  { observations, intents }: Pick<CheckerContext, 'observations' | 'intents'>,
  { account, tag }: CallRecord,
): boolean {
  if (observations.lostTail.rows.length === 0) return false
  return !intents.of(account).some(({ call }) => call.type === 'place' && call.order.tag === tag)
}

/** Orders of ours of which the store has lost every row, and that are booked as manual sales, as nothing is on record of them. */
export function bookedManually(
  context: Pick<CheckerContext, 'observations' | 'exchangeOrders'>,
  holding: Holding,
): OrderLife[] {
  if (!isLeftAlone(context, holding)) return []
  const booked = new Set(
    context.observations.store.fillsOf(holding.account).flatMap(({ isManual, orderId }) => (isManual ? [orderId] : [])),
  )
  return forgottenOrders(context, holding).filter(({ orderId }) => booked.has(orderId))
}

/**
 * Units that orders of ours sold of which the store has lost every row, as their owner was notified that they are left alone:
 * what is short by them passes for a sale of the user's own.
 */
export function soldUnrecorded(
  context: Pick<CheckerContext, 'observations' | 'exchangeOrders'>,
  holding: Holding,
): number {
  if (!isLeftAlone(context, holding)) return 0
  return forgottenOrders(context, holding).reduce((sum, { side, filled }) => (side === 'SELL' ? sum + filled : sum), 0)
}

/** Whether it is forgotten, and its owner was notified that such an order is left alone. */
export function isLeftAlone(
  context: Pick<CheckerContext, 'observations' | 'exchangeOrders'>,
  holding: Holding,
): boolean {
  return isForgotten(context, holding) && isNotified(context, holding.account, UNKNOWN_TAG)
}

/** Whether an intent was written to a local file, and its disk lost that. */
export function isLost(
  { observations }: Pick<CheckerContext, 'observations'>,
  account: string,
  intentId: string,
): boolean {
  return observations.offlineJournals.lost.some(
    (one) =>
      one.account === account &&
      one.batches.some(({ changes }) => changes.some((it) => it.type === 'intent' && it.intent.id === intentId)),
  )
}

/**
 * I13: what a damaged file does not give back is reported to its user. What the process that wrote it has brought into the
 * store by itself is not lost.
 */
function checkDamageReported({ observations, findings }: CheckerContext): void {
  for (const { account, batches } of observations.offlineJournals.lost) {
    const stored = new Set(observations.store.account(account).journal.map(({ batchId }) => batchId))
    if (batches.every(({ id }) => stored.has(id))) continue
    if (
      !notificationsOf(observations).some(
        ({ key }) => key.startsWith(`alarm/${account}/`) && key.includes('/offline_journal_damaged/'),
      )
    )
      findings.add('I13', account, 'journal damaged', 'records were lost from the offline journal, and no note says so')
  }
}

/** Rows that are no part of the books: entries are not held for one that was set aside. */
const NOT_IN_BOOKS: ReadonlySet<JournalRowName['code']> = new Set(['journal_row.refusal', 'journal_row.alarm'])

/** I13: what was set aside was notified of, and the entries of its account held from then on. For the end of the day. */
export function checkSetAside(context: CheckerContext): void {
  checkDamageReported(context)
  const { observations, findings } = context
  if ((observations.counts.get('rows_rejected') ?? 0) > 0)
    if (!notificationsOf(observations).some(({ key }) => key.includes('/row_rejected/')))
      findings.add('I13', null, 'set aside', 'a row was set aside, and its user was not notified')
  for (const account of observations.accounts) {
    const rows = observations.store.account(account).journal.map(({ change }) => change)
    const isSetAside = rows.some((change) => {
      const row = rejectedRowOf(change)
      return row !== undefined && !NOT_IN_BOOKS.has(row.code)
    })
    const held = new Set(
      rows.flatMap((change) =>
        change.type === 'lock' && change.lock.reason !== 'losing_streak' ? [change.lock.mode] : [],
      ),
    )
    if (isSetAside && held.size < 2)
      findings.add('I13', account, 'not held', 'a row of the books was set aside, and entries were not held')
  }
}
