import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CounterValue } from './execution/counters.ts'

const BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What the web role counts of itself, in Prometheus' text. */
export interface Metrics {
  /** One answered call: which route, how it ended, how long it took. */
  observe(route: string, status: number, ms: number): void
  sockets(count: number): void
  /** A socket that was skipped or closed because it could not keep up. */
  slowSocket(): void
  /** What another role last counted, as totals since it started. */
  counted(by: 'trader' | 'recorder', values: readonly CounterValue[]): void
  text(): Promise<string>
  readonly contentType: string
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'strikewise_http_seconds',
    help: 'Time to answer, by route and status class',
    labelNames: ['route', 'status'],
    buckets: BUCKETS_S,
    registers: [registry],
  })
  const sockets = new Gauge({ name: 'strikewise_sockets', help: 'Open sockets', registers: [registry] })
  const slow = new Counter({
    name: 'strikewise_slow_sockets_total',
    help: 'Sockets closed because they could not keep up',
    registers: [registry],
  })
  const counters = new Map<string, Gauge>()
  return {
    counted(by, values) {
      for (const { name, labels, value } of values) {
        const metric = `strikewise_${by}_${name}`
        let gauge = counters.get(metric)
        if (gauge === undefined) {
          gauge = new Gauge({
            name: metric,
            help: `${by === 'trader' ? 'Trader role' : 'Recorder of the market'}: ${name}`,
            labelNames: Object.keys(labels),
            registers: [registry],
          })
          counters.set(metric, gauge)
        }
        gauge.set(labels, value)
      }
    },
    observe: (route, status, ms) => calls.observe({ route, status: `${Math.floor(status / 100)}xx` }, ms / 1000),
    sockets: (count) => sockets.set(count),
    slowSocket: () => slow.inc(),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
