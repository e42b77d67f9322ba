import { SpanKind, trace, type Context } from '@opentelemetry/api'
import type { BrokerAccount } from '@strikewise/brokers/broker-account.ts'
import { forwardingAccount } from '@strikewise/brokers/forwarding-account.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import { parseTag } from '@strikewise/execution/intent/tag.ts'
import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { SendGuard } from '@strikewise/execution/ports.ts'
import type { EntryRefusal } from '@strikewise/execution/store/account-changes.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { Committed } from '@strikewise/postgres-store/postgres-store.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { BoundedMap } from './bounded-map.ts'
import { below, endSpan, startSpan } from './spans.ts'
import { traceHint, type TraceHint } from './traceparent.ts'

/** Decisions whose accounts may still claim: an entry is seconds old at the most. */
const MAX_DECISIONS = 64
/** More traced trades than one decision opens; the oldest are no longer followed. */
const MAX_TRADES = 20_000
/** Calls whose answer is not booked yet. */
const MAX_CALLS = 20_000

interface TracedTrade {
  readonly id: string
  /** Below the claim. */
  readonly context: Context
  readonly symbol: string
  /** Below the call that made each order, by the broker's id. */
  readonly orders: Map<string, Context>
}

/** An order call whose intent is committed, until its outcome is booked. */
interface TracedCall {
  readonly trade: TracedTrade
  readonly kind: Intent['kind']
  /** Once it was made: below its span, and when it was answered. */
  answered?: { readonly context: Context; readonly at: number }
}

/**
 * What becomes of a traced decision in the accounts: claim, order calls with their answers, fills. It stands at the edges of
 * the execution core: what was committed, and the calls to the broker. Only decisions that came with a sampled trace are
 * followed; for all others a commit costs one comparison, an order call one lookup. It is memory alone: an executor that
 * takes an account over continues no trace.
 */
export class TradeSpans {
  readonly #decisions = new BoundedMap<string, Context>(MAX_DECISIONS)
  readonly #trades = new BoundedMap<string, TracedTrade>(MAX_TRADES)
  /** By intent. */
  readonly #calls = new BoundedMap<string, TracedCall>(MAX_CALLS)
  /** Intents of changes, by account and order: their calls carry no tag. */
  readonly #changes = new BoundedMap<string, string>(MAX_CALLS)
  /** What a user's screens have not been notified of, by user. */
  readonly #unshown = new BoundedMap<string, TraceHint>(MAX_TRADES)

  /** A decision was read. `trace`: what came with its hint. */
  decided({ id, entry }: Pick<Decision, 'id' | 'entry'>, trace: Context | undefined): void {
    if (trace !== undefined && entry !== null) this.#decisions.set(id, trace)
  }

  /** Rows that the core wrote are in the store. */
  committed({ batches, startedAt }: Committed): void {
    if (this.#decisions.size === 0 && this.#trades.size === 0) return
    for (const { changes } of batches) {
      for (const change of changes) {
        if (change.type === 'trade') this.#claimed(change.trade, startedAt)
        else if (change.type === 'refusal') this.#refused(change.refusal, startedAt)
        else if (change.type === 'intent') this.#intentCommitted(change.intent)
        else if (change.type === 'fill') this.#filled(change.fill, startedAt)
      }
      // A batch that ends a trade may hold its last fill too.
      for (const change of changes)
        if (change.type === 'trade' && isOver(change.trade)) this.#trades.delete(change.trade.id)
    }
  }

  /** `broker`, with a span around each order call of a traced trade. */
  account(account: string, broker: BrokerAccount): BrokerAccount {
    return {
      ...forwardingAccount(broker),
      place: (order, guard) =>
        this.#called(parseTag(order.tag)?.intentId, guard, (guarded) => broker.place(order, guarded)),
      modify: (orderId, terms, guard) =>
        this.#called(this.#changes.get(`${account} ${orderId}`), guard, (guarded) =>
          broker.modify(orderId, terms, guarded),
        ),
      cancel: (orderId, guard) =>
        this.#called(this.#changes.get(`${account} ${orderId}`), guard, (guarded) => broker.cancel(orderId, guarded)),
    }
  }

  /** The trace that the order call of an intent is part of; undefined when it is not followed. */
  traceOf(intentId: string | undefined): string | undefined {
    const call = intentId === undefined ? undefined : this.#calls.get(intentId)
    return call === undefined ? undefined : trace.getSpanContext(call.trade.context)?.traceId
  }

  /** The same of the call that changes an account's order. */
  traceOfChange(account: string, orderId: string): string | undefined {
    return this.traceOf(this.#changes.get(`${account} ${orderId}`))
  }

  /** What the hint that a user's trades changed carries: the trace of the newest change, once; null without one. */
  hintFor(userId: string): TraceHint | null {
    const hint = this.#unshown.get(userId) ?? null
    if (hint !== null) this.#unshown.delete(userId)
    return hint
  }

  #claimed({ id, state, decisionId, userId, accountId, contract }: Trade, startedAt: number): void {
    const decision = this.#decisions.get(decisionId)
    if (decision === undefined || state !== 'entering' || this.#trades.has(id)) return
    const attributes = {
      'strikewise.symbol': contract.symbol,
      'strikewise.decision.id': decisionId,
      'strikewise.account': accountId,
      'strikewise.trade.id': id,
      'strikewise.claim.result': 'trade',
    }
    const span = startSpan('strikewise.claim', { startTime: startedAt, attributes }, decision)
    endSpan(span)
    this.#trades.set(id, { id, context: below(span), symbol: contract.symbol, orders: new Map() })
    this.#unshown.set(userId, traceHint(span))
  }

  #refused({ decisionId, symbol, accountId, code }: EntryRefusal, startedAt: number): void {
    const decision = this.#decisions.get(decisionId)
    if (decision === undefined) return
    const attributes = {
      'strikewise.symbol': symbol,
      'strikewise.decision.id': decisionId,
      'strikewise.account': accountId,
      'strikewise.claim.result': 'refused',
      'strikewise.refusal': code,
    }
    endSpan(startSpan('strikewise.claim', { startTime: startedAt, attributes }, decision))
  }

  /** An intent is committed: to be sent, or with what came of its call. */
  #intentCommitted({ id, tradeId, accountId, kind, call, outcome }: Intent): void {
    if (outcome.state === 'sending') {
      const trade = this.#trades.get(tradeId)
      if (trade === undefined) return
      this.#calls.set(id, { trade, kind })
      if (call.type !== 'place') this.#changes.set(`${accountId} ${call.orderId}`, id)
      return
    }
    const traced = this.#calls.get(id)
    if (traced?.answered === undefined) return
    const { context, at } = traced.answered
    const orderId = outcome.state === 'accepted' ? outcome.orderId : undefined
    const attributes = {
      'strikewise.symbol': traced.trade.symbol,
      'strikewise.intent.kind': kind,
      'strikewise.answer': outcome.state,
      ...(orderId === undefined ? {} : { 'strikewise.order.id': orderId }),
    }
    endSpan(startSpan('strikewise.answer', { startTime: at, attributes }, context))
    if (orderId !== undefined && !traced.trade.orders.has(orderId)) traced.trade.orders.set(orderId, context)
    if (outcome.state !== 'in_doubt') this.#calls.delete(id)
  }

  #filled({ accountId, tradeId, orderId, side, quantity }: Fill, startedAt: number): void {
    const trade = this.#trades.get(tradeId)
    if (trade === undefined) return
    const attributes = {
      'strikewise.symbol': trade.symbol,
      'strikewise.account': accountId,
      'strikewise.trade.id': tradeId,
      'strikewise.order.id': orderId,
      'strikewise.order.side': side,
      'strikewise.fill.quantity': quantity,
    }
    const parent = trade.orders.get(orderId) ?? trade.context
    const span = startSpan('strikewise.fill', { startTime: startedAt, attributes }, parent)
    endSpan(span)
    // An account is named by its user's id.
    this.#unshown.set(accountId, traceHint(span))
  }

  /** The order call of an intent; without a span where none is traced. */
  async #called(
    intentId: string | undefined,
    guard: SendGuard,
    call: (guard: SendGuard) => Promise<OrderAck>,
  ): Promise<OrderAck> {
    const traced = intentId === undefined ? undefined : this.#calls.get(intentId)
    if (traced === undefined) return call(guard)
    const { trade, kind } = traced
    const attributes = {
      'strikewise.symbol': trade.symbol,
      'strikewise.trade.id': trade.id,
      'strikewise.intent.kind': kind,
    }
    const span = startSpan('strikewise.order', { kind: SpanKind.CLIENT, attributes }, trade.context)
    const ack = await call(() => {
      const leaves = guard()
      span.addEvent(leaves ? 'sent' : 'held_back')
      return leaves
    })
    traced.answered = { context: below(span), at: performance.now() }
    endSpan(span, {
      'strikewise.answer': ack.type,
      ...(ack.type === 'accepted' ? { 'strikewise.order.id': ack.orderId } : {}),
      // The code alone: a refusal's text is the broker's own.
      ...(ack.type === 'refused' ? { 'strikewise.refusal': ack.code } : {}),
    })
    return ack
  }
}

function isOver({ state }: Trade): boolean {
  return state === 'closed' || state === 'abandoned'
}
