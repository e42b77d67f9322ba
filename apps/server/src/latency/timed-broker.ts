import type { BrokerAccount } from '@strikewise/brokers/broker-account.ts'
import { forwardingAccount } from '@strikewise/brokers/forwarding-account.ts'
import type { OrderAck, QueryResult } from '@strikewise/execution/order/order-ack.ts'
import type { BrokerCall, Latency } from '@strikewise/wire/service-health.ts'
import { RecentLatencies } from './recent-latencies.ts'

/** How long the broker took for each kind of call of all accounts together, waiting for the account's call limits included. */
export class BrokerLatencies {
  readonly #calls = new Map<BrokerCall, RecentLatencies>()

  /** `broker`, with each call measured. */
  account(broker: BrokerAccount): BrokerAccount {
    return {
      ...forwardingAccount(broker),
      place: (order, guard) => this.#timed('place', () => broker.place(order, guard), wasSent),
      modify: (orderId, terms, guard) => this.#timed('modify', () => broker.modify(orderId, terms, guard), wasSent),
      cancel: (orderId, guard) => this.#timed('cancel', () => broker.cancel(orderId, guard), wasSent),
      orders: () => this.#timed('orders', () => broker.orders(), wasAsked),
      history: (orderId) => this.#timed('history', () => broker.history(orderId), wasAsked),
      trades: () => this.#timed('trades', () => broker.trades(), wasAsked),
      positions: () => this.#timed('positions', () => broker.positions(), wasAsked),
      funds: () => this.#timed('funds', () => broker.funds(), wasAsked),
    }
  }

  /** Kinds of call without one during the last minute are left out. */
  read(): Partial<Record<BrokerCall, Latency>> {
    return Object.fromEntries(
      [...this.#calls].flatMap(([call, latencies]) => {
        const latency = latencies.read()
        return latency === null ? [] : [[call, latency]]
      }),
    )
  }

  async #timed<Answer>(
    kind: BrokerCall,
    ask: () => Promise<Answer>,
    counts: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const askedAt = performance.now()
    const answer = await ask()
    if (counts(answer)) this.#of(kind).record(performance.now() - askedAt)
    return answer
  }

  #of(kind: BrokerCall): RecentLatencies {
    const known = this.#calls.get(kind)
    if (known !== undefined) return known
    const latencies = new RecentLatencies()
    this.#calls.set(kind, latencies)
    return latencies
  }
}

/** What our own check held back never reached the broker. */
function wasSent(answer: OrderAck): boolean {
  return answer.type !== 'refused' || answer.code !== 'not_sent'
}

/** An account without a token fails at once, without a call. */
function wasAsked(answer: QueryResult<unknown>): boolean {
  return answer.ok || answer.code !== 'token_expired'
}
