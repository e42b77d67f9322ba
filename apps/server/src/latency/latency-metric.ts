import { Histogram, type Registry } from 'prom-client'
import { LATENCY_BUCKETS_S, type LatencySeries } from './latency-histogram.ts'

interface LatencyMetric {
  readonly name: string
  readonly help: string
  /** Read at each scrape. */
  readonly read: () => readonly LatencySeries[]
}

/** Registers a histogram of Prometheus whose latencies were counted elsewhere, in this process or others. */
export function registerLatencies(registry: Registry, { name, help, read }: LatencyMetric): void {
  // A histogram of the library counts by itself and takes no counts: what it prints is given to it instead.
  const histogram = new Histogram({ name, help, buckets: [...LATENCY_BUCKETS_S], registers: [registry] })
  const getForPromString = async () => ({ name, help, type: 'histogram', values: read().flatMap(samplesOf) })
  Object.assign(histogram, { getForPromString })

  function samplesOf({ labels, counts, seconds, exemplars }: LatencySeries) {
    let upTo = 0
    const buckets = counts.map((count, i) => {
      upTo += count
      const le = LATENCY_BUCKETS_S[i] ?? '+Inf'
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: upTo, exemplar: printed(exemplars[i]) }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: seconds },
      { metricName: `${name}_count`, labels, value: upTo },
    ]
  }
}

/** As the library prints it, in OpenMetrics alone. `trace_id` is the label that OpenTelemetry gives it. */
function printed(exemplar: LatencySeries['exemplars'][number] | undefined) {
  if (exemplar === null || exemplar === undefined) return undefined
  const { traceId, seconds, at } = exemplar
  return { labelSet: { trace_id: traceId }, value: seconds, timestamp: at }
}
