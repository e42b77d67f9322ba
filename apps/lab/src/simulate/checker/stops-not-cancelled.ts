// @invariant I1
import type { CallRecord } from '../environment/broker-records.ts'
import { restOf, type Holding, type OrderLife } from './exchange-orders.ts'
import { unwritableUntil } from './book-and-store-times.ts'
import { inheritedDoubtUntil, isForTheMoment, toleratedUntil } from './tolerances.ts'
import type { CheckerContext } from './checker-context.ts'
import { rowOf } from './order-confirmation.ts'
import { TimeLimit } from './time-limit.ts'
import { unitsOfTrade } from './trade-units.ts'
import { REACTION_MS } from './active-faults.ts'

/** A change is carried out, or thrown out, within this. */
const CHANGE_MS = 7_000
/** An order that the broker refused to change so often in a row cannot be changed. */
const REFUSED_CHANGES = 2
/** The broker takes so many changes of one order, and the one after them is kept back. */
const MOST_CHANGES = 24

/**
 * I1: what a call of ours took away is back in time. An order of ours that stood at the exchange, and of which the rows showed
 * so when its cancel left, protects until we end it: then no lost answer, refusal or stale book is an excuse. Only the store
 * that takes no row, the lack of a process that leads, what a predecessor may have sent, and a broker that answers nothing since
 * that call of ours, keep the next order from leaving. Only an order that the broker does not change any more has to be
 * replaced: from then on what it does to the calls of the new one, or hides from its books, is an excuse as elsewhere.
 */
export class StopsNotCancelled {
  readonly #context: CheckerContext
  /** Orders that were cancelled though the rows showed them at the exchange. */
  readonly #cancelled = new Set<string>()
  /** When a change of each order last left. */
  readonly #changed = new Map<string, number>()
  /** Of each holding, by trade: since when it lacks the order that a call of ours ended, and which. */
  readonly #lacking = new Map<Holding, Map<string, { readonly orderId: string; readonly timeLimit: TimeLimit }>>()

  constructor(context: CheckerContext) {
    this.#context = context
  }

  callLog({ account, kind, orderId, leftAt }: CallRecord): void {
    if (kind === 'place' || orderId === null) return
    const phase = rowOf(this.#context, account, orderId)?.phase
    if (kind === 'modify') this.#changed.set(orderId, leftAt)
    else if (phase === 'armed' || phase === 'open') this.#cancelled.add(orderId)
  }

  /** To be called while more is held than covered. Returns when time alone may change the verdict. */
  judge(holding: Holding, now: number): number {
    const { exchangeOrders, intents } = this.#context
    for (const order of exchangeOrders.ordersOf(holding)) {
      const tradeId =
        order.endedAt === now && order.isProductOrder ? intents.byTag(order.account, order.tag!)?.tradeId : undefined
      if (tradeId === undefined || order.side !== 'SELL' || !this.#isOurDoing(order, now)) continue
      const lacking = this.#lacking.get(holding) ?? new Map()
      if (!lacking.has(tradeId))
        lacking.set(tradeId, { orderId: order.orderId, timeLimit: new TimeLimit(now, REACTION_MS) })
      this.#lacking.set(holding, lacking)
    }
    return this.#check(holding, now)
  }

  /** All that is held is covered again. */
  covered(holding: Holding): void {
    this.#lacking.delete(holding)
  }

  /** Whether an order that stood at the exchange has ended because we cancelled it, or while a change of ours was carried out. */
  #isOurDoing(order: OrderLife, now: number): boolean {
    const { orderId, status, resting, pending } = order
    if (resting === null || status === 'COMPLETE') return false
    if (status === 'CANCELLED' && this.#cancelled.has(orderId) && this.#mayBeOurCancel(order)) return true
    return pending !== null && (this.#changed.get(orderId) ?? Number.NEGATIVE_INFINITY) > now - CHANGE_MS
  }

  /** Whether a cancel of ours was out when the exchange took one: else its user's was the first, and ours came to nothing. */
  #mayBeOurCancel({ account, orderId, cancelTakenAt }: OrderLife): boolean {
    if (cancelTakenAt === null) return true
    return this.#context.callLog
      .of(account)
      .some(
        ({ kind, orderId: of, leftAt, answeredAt = leftAt + CHANGE_MS }) =>
          kind === 'cancel' && of === orderId && leftAt <= cancelTakenAt && cancelTakenAt <= answeredAt,
      )
  }

  /** Whether the broker refused every cancel of the order that we asked for: then another party ended it. */
  #wereRefused(account: string, orderId: string): boolean {
    const own = this.#context.callLog.of(account).filter((call) => call.orderId === orderId)
    const cancels = own.filter(({ kind }) => kind === 'cancel')
    return cancels.length > 0 && cancels.every(({ answer }) => answer?.type === 'refused')
  }

  #toleratedUntil(holding: Holding, tradeId: string, orderId: string, due: number, now: number): number {
    const { callLog, activeFaults } = this.#context
    const calls = callLog.of(holding.account).filter((call) => call.orderId === orderId)
    const answered = activeFaults.answeredBy(Math.max(...calls.map(({ leftAt }) => leftAt)), due)
    const written = unwritableUntil(this.#context, holding.account, answered, now, 0)
    const until = Math.max(written, inheritedDoubtUntil(this.#context, holding, tradeId, now))
    const replacedAt = replacementSince(calls)
    if (replacedAt === undefined) return until
    return Math.max(until, toleratedUntil(this.#context, holding, tradeId, due, now, replacedAt).until)
  }

  #check(holding: Holding, now: number): number {
    const { intents, findings } = this.#context
    const { account, tradingsymbol, liveSells } = holding
    const lacking = this.#lacking.get(holding)
    let due = Number.POSITIVE_INFINITY
    for (const [tradeId, { orderId, timeLimit }] of lacking ?? []) {
      let units = unitsOfTrade(this.#context, holding, tradeId)
      for (const order of liveSells) if (intents.byTag(account, order.tag!)?.tradeId === tradeId) units -= restOf(order)
      if (units <= 0 || this.#wereRefused(account, orderId)) lacking!.delete(tradeId)
      else if (timeLimit.isLate(now, () => this.#toleratedUntil(holding, tradeId, orderId, timeLimit.due, now))) {
        const text = `${units} units of ${tradingsymbol} have had nothing since a call of ours ended their order, for ${now - timeLimit.since} ms`
        findings.add('I1', account, `taken ${tradeId} ${timeLimit.since}`, text)
      } else if (!timeLimit.isReported) due = Math.min(due, timeLimit.due + 1)
    }
    return due
  }
}

/** When we had to cancel an order by these calls, for the broker did not change it any more; undefined: we had not to. */
function replacementSince(calls: readonly CallRecord[]): number | undefined {
  const at = calls.findIndex(({ kind, answer }) => kind === 'cancel' && answer?.type !== 'refused')
  const changes = calls
    .slice(0, Math.max(at, 0))
    .filter(({ kind, answer }) => kind === 'modify' && !isForTheMoment(answer))
  const lastTaken = changes.findLastIndex(({ answer }) => answer?.type !== 'refused')
  const taken = changes.filter(({ answer }) => answer?.type !== 'refused').length
  const isFinal = changes.length - 1 - lastTaken >= REFUSED_CHANGES || taken >= MOST_CHANGES
  return isFinal ? calls[at]!.leftAt : undefined
}
