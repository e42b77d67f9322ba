import type { OrderLatencies } from '../../../../apps/server/src/execution/order-latencies.ts'
import type { TradeSpans } from '../../../../apps/server/src/tracing/trade-spans.ts'

/** What the product's trader has between the core and its ports. */
export interface TraderObservers {
  readonly spans: TradeSpans
  readonly orders: OrderLatencies
}
