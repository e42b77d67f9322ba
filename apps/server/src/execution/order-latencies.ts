import type { BrokerAccount } from '@strikewise/brokers/broker-account.ts'
import { forwardingAccount } from '@strikewise/brokers/forwarding-account.ts'
import type { OrderCall } from '@strikewise/domain/instruments/order-terms.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { parseTag } from '@strikewise/execution/intent/tag.ts'
import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { SendGuard } from '@strikewise/execution/ports.ts'
import type { Committed } from '@strikewise/postgres-store/postgres-store.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { LatencyHistogram } from '../latency/latency-histogram.ts'
import type { ScaledClock } from '../time/scaled-clock.ts'
import { realSecondsSince } from '../time/real-seconds-since.ts'
import { BoundedMap } from '../tracing/bounded-map.ts'
import type { TradeSpans } from '../tracing/trade-spans.ts'
import type { CounterValue } from './counters.ts'

/** Decisions whose accounts may still claim: an entry is seconds old at the most. */
const MAX_DECISIONS = 64
/** Entries that are committed and have not left. */
const MAX_ENTRIES = 20_000

/** The latencies that the trader measures, with a line of help. */
export const TRADER_LATENCIES = {
  decision_to_order_seconds: 'From a decision to the first byte of the order of an entry',
  order_answer_seconds: "From the first byte of an order call to the broker's answer, by call and answer",
} as const

type TraderLatency = keyof typeof TRADER_LATENCIES

/**
 * How long an entry takes from its decision until the first byte of its order leaves, and how long the broker takes to answer
 * an order call from that byte on. An entry that is priced again is not counted twice. Each call costs a few lookups.
 */
export class OrderLatencies {
  readonly #clock: Pick<ScaledClock, 'now' | 'speed'>
  readonly #traces: Pick<TradeSpans, 'traceOf' | 'traceOfChange'>
  readonly #decisions = new BoundedMap<string, EpochMs>(MAX_DECISIONS)
  /** When the entry of each intent was decided. */
  readonly #entries = new BoundedMap<string, EpochMs>(MAX_ENTRIES)
  readonly #histograms: Readonly<Record<TraderLatency, LatencyHistogram>> = {
    decision_to_order_seconds: new LatencyHistogram(),
    order_answer_seconds: new LatencyHistogram(),
  }

  constructor(clock: Pick<ScaledClock, 'now' | 'speed'>, traces: Pick<TradeSpans, 'traceOf' | 'traceOfChange'>) {
    this.#clock = clock
    this.#traces = traces
  }

  /** A decision was read. `at`: when it was made; of a row that was read without its hint, the end of its bar. */
  decided({ id, entry, barEnd }: Pick<Decision, 'id' | 'entry' | 'barEnd'>, at: EpochMs | undefined): void {
    if (entry !== null) this.#decisions.set(id, at ?? barEnd)
  }

  /** Rows that the core wrote are in the store. */
  committed({ batches }: Committed): void {
    if (this.#decisions.size === 0) return
    for (const { changes } of batches) {
      for (const change of changes) {
        if (change.type !== 'trade' || change.trade.state !== 'entering') continue
        const { id, decisionId } = change.trade
        const madeAt = this.#decisions.get(decisionId)
        // The claim of a trade and the intent of its first order are one batch.
        const entry = changes.find((other) => other.type === 'intent' && other.intent.tradeId === id)
        if (madeAt !== undefined && entry?.type === 'intent' && entry.intent.outcome.state === 'sending')
          this.#entries.set(entry.intent.id, madeAt)
      }
    }
  }

  /** `broker`, with each order call measured. */
  account(account: string, broker: BrokerAccount): BrokerAccount {
    const changeTrace = (orderId: string) => this.#traces.traceOfChange(account, orderId)
    return {
      ...forwardingAccount(broker),
      place: (order, guard) => {
        const intentId = parseTag(order.tag)?.intentId
        const traceId = this.#traces.traceOf(intentId)
        const leaves = () => this.#left(intentId, traceId)
        return this.#timed('place', traceId, guard, leaves, (guarded) => broker.place(order, guarded))
      },
      modify: (orderId, terms, guard) =>
        this.#timed('modify', changeTrace(orderId), guard, undefined, (guarded) =>
          broker.modify(orderId, terms, guarded),
        ),
      cancel: (orderId, guard) =>
        this.#timed('cancel', changeTrace(orderId), guard, undefined, (guarded) => broker.cancel(orderId, guarded)),
    }
  }

  /** Every series, as the counters of the trader are published. */
  read(): CounterValue[] {
    return Object.entries(this.#histograms).flatMap(([name, histogram]) =>
      histogram.read().map(({ labels, ...latencies }) => {
        const value = latencies.counts.reduce((sum, count) => sum + count, 0)
        return { name, labels, value, latencies }
      }),
    )
  }

  /** The first byte of a new order leaves. */
  #left(intentId: string | undefined, traceId: string | undefined): void {
    const madeAt = intentId === undefined ? undefined : this.#entries.get(intentId)
    if (intentId === undefined || madeAt === undefined) return
    this.#entries.delete(intentId)
    this.#histograms.decision_to_order_seconds.observe(realSecondsSince(this.#clock, madeAt), {}, traceId)
  }

  async #timed(
    call: OrderCall,
    traceId: string | undefined,
    guard: SendGuard,
    leaves: (() => void) | undefined,
    send: (guard: SendGuard) => Promise<OrderAck>,
  ): Promise<OrderAck> {
    let sentAt: number | undefined
    const ack = await send(() => {
      const isSent = guard()
      if (isSent) {
        sentAt = performance.now()
        leaves?.()
      }
      return isSent
    })
    if (sentAt !== undefined) {
      const seconds = (performance.now() - sentAt) / 1000
      this.#histograms.order_answer_seconds.observe(seconds, { call, answer: ack.type }, traceId)
    }
    return ack
  }
}
