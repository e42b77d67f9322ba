import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { Latency } from '@strikewise/wire/service-health.ts'

/** A figure covers the running slice and the five before it: 50 to 60 s. */
const SLICES = 6
const SLICE_MS = 10_000
const MAX_MICROSECONDS = 600_000_000

/** How long calls of one kind took during the last minute, to within one percent. A recorded call costs about a microsecond. */
export class RecentLatencies {
  readonly #mono: () => number
  #slices: { readonly number: number; readonly histogram: RecordableHistogram }[] = []

  /** `mono`: milliseconds of a clock that never steps. */
  constructor(mono: () => number = () => performance.now()) {
    this.#mono = mono
  }

  /** A call that took `ms` has ended. */
  record(ms: number): void {
    const number = this.#slice()
    let newest = this.#slices.at(-1)
    if (newest?.number !== number) {
      newest = { number, histogram: histogram() }
      this.#slices = [...this.#recent(number), newest]
    }
    newest.histogram.record(Math.min(MAX_MICROSECONDS, Math.max(1, Math.round(ms * 1000))))
  }

  /** Null: no call ended during the last minute. */
  read(): Latency | null {
    const all = histogram()
    for (const one of this.#recent(this.#slice())) all.add(one.histogram)
    if (all.count === 0) return null
    return { count: all.count, p50_ms: milliseconds(all.percentile(50)), p99_ms: milliseconds(all.percentile(99)) }
  }

  #recent(number: number) {
    return this.#slices.filter((one) => one.number > number - SLICES)
  }

  #slice(): number {
    return Math.floor(this.#mono() / SLICE_MS)
  }
}

function histogram(): RecordableHistogram {
  return createHistogram({ lowest: 1, highest: MAX_MICROSECONDS, figures: 2 })
}

function milliseconds(microseconds: number): number {
  return Math.round(microseconds / 10) / 100
}
