/** Upper bounds of the buckets, in seconds; the last bucket has none. Other bounds need another name of the metric. */
export const LATENCY_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** A latency whose trace was sampled, as an example of its bucket. */
interface Exemplar {
  readonly traceId: string
  readonly seconds: number
  /** Seconds since 1970, by this machine's clock. */
  readonly at: number
}

/** The latencies with the same labels since the process started. */
export interface LatencySeries {
  readonly labels: Readonly<Record<string, string>>
  /** Latencies in each bucket, those of smaller ones not included. */
  readonly counts: readonly number[]
  readonly seconds: number
  /** The newest of each bucket; null where there is none. */
  readonly exemplars: readonly (Exemplar | null)[]
}

interface RunningSeries extends LatencySeries {
  readonly counts: number[]
  seconds: number
  readonly exemplars: (Exemplar | null)[]
}

/** Counts latencies by bucket. Labels come from our own closed sets, so the number of series is bounded. */
export class LatencyHistogram {
  readonly #series = new Map<string, RunningSeries>()

  /** Something took `seconds`. `traceId`: its trace, where it was sampled. */
  observe(seconds: number, labels: LatencySeries['labels'] = {}, traceId?: string): void {
    const series = this.#of(labels)
    const found = LATENCY_BUCKETS_S.findIndex((bound) => seconds <= bound)
    const bucket = found === -1 ? LATENCY_BUCKETS_S.length : found
    series.counts[bucket]! += 1
    series.seconds += seconds
    if (traceId !== undefined) series.exemplars[bucket] = { traceId, seconds, at: Date.now() / 1000 }
  }

  read(): LatencySeries[] {
    return [...this.#series.values()].map((one) => ({
      ...one,
      counts: [...one.counts],
      exemplars: [...one.exemplars],
    }))
  }

  #of(labels: LatencySeries['labels']): RunningSeries {
    const key = JSON.stringify(labels)
    const known = this.#series.get(key)
    if (known !== undefined) return known
    const buckets = LATENCY_BUCKETS_S.length + 1
    const counts = Array.from({ length: buckets }, () => 0)
    const series = { labels, counts, seconds: 0, exemplars: Array.from({ length: buckets }, () => null) }
    this.#series.set(key, series)
    return series
  }
}

/** What two processes counted, as one. */
export function addedLatencies<Series extends Omit<LatencySeries, 'labels'>>(one: Series, other: Series): Series {
  return {
    ...one,
    counts: one.counts.map((count, bucket) => count + (other.counts[bucket] ?? 0)),
    seconds: one.seconds + other.seconds,
    exemplars: one.exemplars.map((exemplar, bucket) => newerOf(exemplar, other.exemplars[bucket] ?? null)),
  }
}

function newerOf(one: Exemplar | null, other: Exemplar | null): Exemplar | null {
  if (one === null || other === null) return one ?? other
  return other.at > one.at ? other : one
}
