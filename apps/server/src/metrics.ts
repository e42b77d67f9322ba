import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { TRADER_COUNTERS, type CounterValue } from './execution/counters.ts'
import { TRADER_LATENCIES } from './execution/order-latencies.ts'
import { EVENT_LOOP_RESOLUTION_MS } from './latency/event-loop-delay.ts'
import { LatencyHistogram, type LatencySeries } from './latency/latency-histogram.ts'
import { registerLatencies } from './latency/latency-metric.ts'
import { printMetrics, type MetricsFormat, type ScrapedMetrics } from './metrics-format.ts'
import { STATE_GAUGES, type StateGauge, type StateValue } from './service-state/state-gauges.ts'
import { RECORDER_COUNTERS } from './session-recorder/counters.ts'
import type { TradeSocket } from './tracing/frame-timing.ts'

const BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What the web role counts of itself and reads of the service, as Prometheus scrapes it. */
export interface Metrics {
  /** One answered call: which route, how it ended, how long it took. */
  observe(route: string, status: number, ms: number): void
  sockets(count: number): void
  /** A socket that was skipped or closed because it could not keep up. */
  slowSocket(): void
  /** A change of a user's trades was given to a socket, `seconds` after it happened. `traceId`: where it was sampled. */
  shown(socket: TradeSocket, seconds: number, traceId: string | undefined): void
  /** What another role last counted, as totals since it started. A series it does not count any more becomes 0. */
  counted(by: 'trader' | 'recorder', values: readonly CounterValue[]): void
  /** `state`: how the service is doing now; a series that is not among its values is left out. */
  scrape(state: readonly StateValue[], format: MetricsFormat): Promise<ScrapedMetrics>
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  // Its figures of the event loop include this interval.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_RESOLUTION_MS })
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
  const shown = new LatencyHistogram()
  registerLatencies(registry, {
    name: 'strikewise_event_to_screen_seconds',
    help: "From a change of a user's trades to the frame that shows it being given to the socket",
    read: () => shown.read(),
  })
  return {
    counted: openCounters(registry),
    observe: (route, status, ms) => calls.observe({ route, status: `${Math.floor(status / 100)}xx` }, ms / 1000),
    sockets: (count) => sockets.set(count),
    slowSocket: () => slow.inc(),
    shown: (socket, seconds, traceId) => shown.observe(seconds, { socket }, traceId),
    scrape: openState(registry),
  }
}

/** Every counter of the other roles is registered before it counts: an alert finds its name in a program that just started. */
function openCounters(registry: Registry): Metrics['counted'] {
  const gauges = new Map<string, Gauge>()
  const series = new Map<
    string,
    { readonly by: string; readonly gauge: Gauge; readonly labels: CounterValue['labels'] }
  >()
  const gaugeOf = (by: string, name: string, labelNames: readonly string[]): Gauge => {
    const metric = `strikewise_${by}_${name}`
    const help = `${by === 'trader' ? 'Trader role' : 'Recorder of the market'}: ${name}`
    const gauge =
      gauges.get(metric) ?? new Gauge({ name: metric, help, labelNames: [...labelNames], registers: [registry] })
    gauges.set(metric, gauge)
    return gauge
  }
  const latencies = openTraderLatencies(registry)
  for (const [name, labelNames] of Object.entries(TRADER_COUNTERS)) gaugeOf('trader', name, labelNames)
  for (const name of RECORDER_COUNTERS) gaugeOf('recorder', name, [])
  return (by, values) => {
    if (by === 'trader') latencies(values)
    // A role that started again counts from nothing: what it does not name must not stand, or its next count shows no rise.
    for (const known of series.values()) if (known.by === by) known.gauge.set(known.labels, 0)
    for (const { name, labels, value, latencies: ofTrader } of values) {
      if (ofTrader !== undefined) continue
      const gauge = gaugeOf(by, name, Object.keys(labels))
      series.set(`${by} ${name} ${JSON.stringify(labels)}`, { by, gauge, labels })
      gauge.set(labels, value)
    }
  }
}

/** The latencies of the traders: those of `values` take the place of what was counted before. */
function openTraderLatencies(registry: Registry): (values: readonly CounterValue[]) => void {
  const read = new Map<string, readonly LatencySeries[]>()
  for (const [name, help] of Object.entries(TRADER_LATENCIES))
    registerLatencies(registry, { name: `strikewise_trader_${name}`, help, read: () => read.get(name) ?? [] })
  return (values) => {
    for (const name of Object.keys(TRADER_LATENCIES))
      read.set(
        name,
        values.flatMap((one) =>
          one.name === name && one.latencies !== undefined ? [{ labels: one.labels, ...one.latencies }] : [],
        ),
      )
  }
}

function openState(registry: Registry): Metrics['scrape'] {
  const gauges = new Map(
    Object.entries(STATE_GAUGES).map(([name, [labelNames, help]]) => [
      name,
      new Gauge({ name: `strikewise_${name}`, help, labelNames: [...labelNames], registers: [registry] }),
    ]),
  )
  return (state, format) => {
    for (const [name, gauge] of gauges) {
      gauge.reset()
      // Without labels a reset one stands at 0: what is not known must be missing instead.
      if (STATE_GAUGES[name as StateGauge][0].length === 0) gauge.remove()
    }
    for (const { name, labels = {}, value } of state) gauges.get(name)!.set(labels, value)
    return printMetrics(registry, format)
  }
}
