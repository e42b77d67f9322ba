// @invariant I2 One intent, at most one order taken by the exchange; an entry in doubt is never sent again.
import type { CallRecord } from '../environment/broker-records.ts'
import type { OrderLife } from './exchange-orders.ts'
import type { CheckerContext } from './checker-context.ts'
import { isLost, rejectedOf } from './rejected-rows.ts'

/** The alarm that a replaced executor's file was left out of the rows. */
const OUTDATED = 'offline_journal_outdated'

/** The changes of one kind that were asked of one order. */
interface Changes {
  readonly account: string
  calls: number
  /** Intents that were in the store or a local file when one of them left. */
  readonly written: Set<string>
}

/**
 * I2: no call without an intent that is stored; a tag is taken by the exchange at most once; an entry in doubt is
 * never sent again, nor is one priced again before the last one is over; a decision is traded once. And I8: what left by
 * the local file of a machine has its rows in the end.
 */
export class OrdersCalledOnce {
  readonly #context: CheckerContext
  readonly #taken = new Set<string>()
  readonly #changes = new Map<string, Changes>()
  /** Entry calls by trade. */
  readonly #entries = new Map<string, CallRecord[]>()

  constructor(context: CheckerContext) {
    this.#context = context
  }

  callLog(call: CallRecord): void {
    if (call.kind !== 'place') {
      this.#checkChange(call)
      return
    }
    const { findings, intents } = this.#context
    const intent = intents.byTag(call.account, call.tag!)
    if (intent === undefined) {
      findings.add(
        'I2',
        call.account,
        call.tag!,
        `order ${call.tag} left without an intent in the store or the offline journal`,
      )
      return
    }
    if (!intents.isStored(call.account, intent.id))
      findings.add('I2', call.account, call.tag!, `order ${call.tag} left while the store knew nothing of it`)
    if (intent.kind === 'enter') this.#checkEntry(call, intent.tradeId)
  }

  taken(order: OrderLife): void {
    const { account, tag } = order
    const key = `${account} ${tag}`
    if (this.#taken.has(key))
      this.#context.findings.add('I2', account, key, `the exchange took two orders with the tag ${tag}`)
    this.#taken.add(key)
  }

  end(): void {
    const { observations, findings } = this.#context
    for (const account of observations.accounts) {
      const seen = new Set<string>()
      for (const { decisionId } of observations.store.tradesOf(account)) {
        if (seen.has(decisionId)) findings.add('I2', account, decisionId, `decision ${decisionId} was traded twice`)
        seen.add(decisionId)
      }
    }
    for (const { account, written } of this.#changes.values())
      for (const id of written) if (!this.#isInRows(account, id)) findings.add('I8', account, id, `${id} is in no row`)
  }

  /** Or the journal shows that what lay in a file was left out, or the store rejected it, or the disk lost it. */
  #isInRows(account: string, id: string): boolean {
    const { observations, intents } = this.#context
    const isReported = () =>
      observations.store
        .account(account)
        .journal.some(({ change }) => change.type === 'alarm' && change.code === OUTDATED)
    const isRejected = () => rejectedOf(this.#context, account, 'intent').some(({ intent }) => intent.id === id)
    return intents.isStored(account, id) || isReported() || isRejected() || isLost(this.#context, account, id)
  }

  #checkChange({ account, kind, orderId }: CallRecord): void {
    const key = `${kind} ${orderId}`
    const { intents, findings } = this.#context
    const asked = this.#changes.get(key) ?? { account, calls: 0, written: new Set<string>() }
    this.#changes.set(key, asked)
    asked.calls += 1
    const { calls, written } = asked
    // Kept from call to call: what a replaced executor left in its file is thrown away when it leads again.
    for (const { id, call } of intents.of(account))
      if (call.type !== 'place' && call.type === kind && call.orderId === orderId) written.add(id)
    // What the store rejected leaves all the same: it changes an order that is known.
    for (const { intent } of rejectedOf(this.#context, account, 'intent'))
      if (intent.call.type !== 'place' && intent.call.type === kind && intent.call.orderId === orderId)
        written.add(intent.id)
    if (written.size < calls)
      findings.add(
        'I2',
        account,
        `${key} ${calls}`,
        `${kind} of ${orderId} left without an intent that is written down`,
      )
  }

  #checkEntry(call: CallRecord, tradeId: string): void {
    const { findings, exchangeOrders } = this.#context
    const { account } = call
    const earlier = this.#entries.get(`${account} ${tradeId}`) ?? []
    for (const one of earlier) {
      if (one.tag === call.tag) findings.add('I2', account, call.tag!, `the entry ${call.tag} was sent twice`)
      if (one.answer?.type === 'refused') continue
      const order = exchangeOrders.findByTag(account, one.tag!)
      if (order !== undefined && order.endedAt !== null) continue
      findings.add(
        'I2',
        account,
        call.tag!,
        `the entry ${call.tag} was sent while ${one.tag} of its trade was not over`,
      )
    }
    earlier.push(call)
    this.#entries.set(`${account} ${tradeId}`, earlier)
  }
}
