import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { TRADER_COUNTERS, type CounterValue } from './execution/counters.ts'
import { EVENT_LOOP_RESOLUTION_MS } from './latency/event-loop-delay.ts'
import { STATE_GAUGES, type StateGauge, type StateValue } from './service-state/state-gauges.ts'
import { RECORDER_COUNTERS } from './session-recorder/counters.ts'

const BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What the web role counts of itself and reads of the service, in Prometheus' text. */
export interface Metrics {
  /** One answered call: which route, how it ended, how long it took. */
  observe(route: string, status: number, ms: number): void
  sockets(count: number): void
  /** A socket that was skipped or closed because it could not keep up. */
  slowSocket(): void
  /** What another role last counted, as totals since it started. A series it does not count any more becomes 0. */
  counted(by: 'trader' | 'recorder', values: readonly CounterValue[]): void
  /** `state`: how the service is doing now; a series that is not among its values is left out. */
  text(state: readonly StateValue[]): Promise<string>
  readonly contentType: string
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
  return {
    counted: openCounters(registry),
    observe: (route, status, ms) => calls.observe({ route, status: `${Math.floor(status / 100)}xx` }, ms / 1000),
    sockets: (count) => sockets.set(count),
    slowSocket: () => slow.inc(),
    text: openState(registry),
    contentType: registry.contentType,
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
  for (const [name, labelNames] of Object.entries(TRADER_COUNTERS)) gaugeOf('trader', name, labelNames)
  for (const name of RECORDER_COUNTERS) gaugeOf('recorder', name, [])
  return (by, values) => {
    // A role that started again counts from nothing: what it does not name must not stand, or its next count shows no rise.
    for (const known of series.values()) if (known.by === by) known.gauge.set(known.labels, 0)
    for (const { name, labels, value } of values) {
      const gauge = gaugeOf(by, name, Object.keys(labels))
      series.set(`${by} ${name} ${JSON.stringify(labels)}`, { by, gauge, labels })
      gauge.set(labels, value)
    }
  }
}

function openState(registry: Registry): Metrics['text'] {
  const gauges = new Map(
    Object.entries(STATE_GAUGES).map(([name, [labelNames, help]]) => [
      name,
      new Gauge({ name: `strikewise_${name}`, help, labelNames: [...labelNames], registers: [registry] }),
    ]),
  )
  return (state) => {
    for (const [name, gauge] of gauges) {
      gauge.reset()
      // Without labels a reset one stands at 0: what is not known must be missing instead.
      if (STATE_GAUGES[name as StateGauge][0].length === 0) gauge.remove()
    }
    for (const { name, labels = {}, value } of state) gauges.get(name)!.set(labels, value)
    return registry.metrics()
  }
}
