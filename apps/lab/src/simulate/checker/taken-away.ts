// @invariant I1
import type { CallRecord } from '../model-broker.ts'
import { restOf, type Holding, type OrderLife } from './books.ts'
import { inheritedDoubtUntil, unwritableUntil } from './impossible.ts'
import type { Parts } from './parts.ts'
import { rowOf } from './shown.ts'
import { Stretch } from './stretch.ts'
import { unitsOfTrade } from './trade-units.ts'
import { REACTION_MS } from './troubles.ts'

/** A change is carried out, or thrown out, within this. */
const CHANGE_MS = 7_000

/**
 * I1: what a call of ours took away is back in time. An order of ours that stood at the exchange, and of which the rows said
 * so when its cancel left, protects until we end it: then no lost answer, refusal or stale book is an excuse. Only the store
 * that takes no row, the want of a process that leads, what a predecessor may have sent, and a broker that answers nothing since
 * that call of ours, keep the next order from leaving.
 */
export class TakenAway {
  readonly #parts: Parts
  /** Orders that were cancelled though the rows showed them at the exchange. */
  readonly #cancelled = new Set<string>()
  /** When a change of each order last left. */
  readonly #changed = new Map<string, number>()
  /** Of each holding, by trade: since when it lacks the order that a call of ours ended, and which. */
  readonly #lacking = new Map<Holding, Map<string, { readonly orderId: string; readonly stretch: Stretch }>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  called({ account, kind, orderId, leftAt }: CallRecord): void {
    if (kind === 'place' || orderId === null) return
    const phase = rowOf(this.#parts, account, orderId)?.phase
    if (kind === 'modify') this.#changed.set(orderId, leftAt)
    else if (phase === 'armed' || phase === 'open') this.#cancelled.add(orderId)
  }

  /** To be called while more is held than covered. Returns when time alone may change the verdict. */
  judge(holding: Holding, now: number): number {
    const { books, intents } = this.#parts
    for (const order of books.ordersOf(holding)) {
      const tradeId =
        order.endedAt === now && order.isOurs ? intents.byTag(order.account, order.tag!)?.tradeId : undefined
      if (tradeId === undefined || order.side !== 'SELL' || !this.#isOurDoing(order, now)) continue
      const lacking = this.#lacking.get(holding) ?? new Map()
      if (!lacking.has(tradeId))
        lacking.set(tradeId, { orderId: order.orderId, stretch: new Stretch(now, REACTION_MS) })
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
    return this.#parts.called
      .of(account)
      .some(
        ({ kind, orderId: of, leftAt, answeredAt = leftAt + CHANGE_MS }) =>
          kind === 'cancel' && of === orderId && leftAt <= cancelTakenAt && cancelTakenAt <= answeredAt,
      )
  }

  /** Whether the broker refused every cancel of the order that we asked for: then somebody else ended it. */
  #wereRefused(account: string, orderId: string): boolean {
    const own = this.#parts.called.of(account).filter((call) => call.orderId === orderId)
    const cancels = own.filter(({ kind }) => kind === 'cancel')
    return cancels.length > 0 && cancels.every(({ answer }) => answer?.type === 'refused')
  }

  #excusedUntil(holding: Holding, tradeId: string, orderId: string, due: number, now: number): number {
    const { called, troubles } = this.#parts
    const calls = called.of(holding.account).filter((call) => call.orderId === orderId)
    const answered = troubles.answeredBy(Math.max(...calls.map(({ leftAt }) => leftAt)), due)
    const written = unwritableUntil(this.#parts, holding.account, answered, now, 0)
    return Math.max(written, inheritedDoubtUntil(this.#parts, holding, tradeId, now))
  }

  #check(holding: Holding, now: number): number {
    const { intents, findings } = this.#parts
    const { account, tradingsymbol, liveSells } = holding
    const lacking = this.#lacking.get(holding)
    let due = Number.POSITIVE_INFINITY
    for (const [tradeId, { orderId, stretch }] of lacking ?? []) {
      let units = unitsOfTrade(this.#parts, holding, tradeId)
      for (const order of liveSells) if (intents.byTag(account, order.tag!)?.tradeId === tradeId) units -= restOf(order)
      if (units <= 0 || this.#wereRefused(account, orderId)) lacking!.delete(tradeId)
      else if (stretch.isLate(now, () => this.#excusedUntil(holding, tradeId, orderId, stretch.due, now))) {
        const text = `${units} units of ${tradingsymbol} have had nothing since a call of ours ended their order, for ${now - stretch.since} ms`
        findings.add('I1', account, `taken ${tradeId} ${stretch.since}`, text)
      } else if (!stretch.isReported) due = Math.min(due, stretch.due + 1)
    }
    return due
  }
}
