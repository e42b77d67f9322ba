import { CORE_COUNTERS } from '@strikewise/execution/counter-names.ts'
import type { Executor } from '@strikewise/execution/executor.ts'
import { addedLatencies, type LatencySeries } from '../latency/latency-histogram.ts'

/** Everything the trader counts, with the names of its labels. */
export const TRADER_COUNTERS = {
  ...CORE_COUNTERS,
  alarms: ['code'],
  audit_failed: [],
  audit_findings: ['code'],
  audit_looks: [],
  audit_unread: [],
  accounts: [],
  shards: [],
  positions_unprotected: [],
  positions_unprotected_oldest_seconds: [],
  most_held: ['of'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type TraderCounter = keyof typeof TRADER_COUNTERS

/** One counter with its labels, as the web role's metrics page may print it. */
export interface CounterValue {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
  /** Of a latency: its buckets; `value` is how many there were. Readers of earlier versions show that alone. */
  readonly latencies?: Omit<LatencySeries, 'labels'>
}

/** Of how full something was, or how old, the most of all executors counts. */
const MOST: ReadonlySet<string> = new Set<TraderCounter>(['most_held', 'positions_unprotected_oldest_seconds'])

/** What the trader reads of its executor. */
type Measured = Pick<Executor, 'accounts' | 'shards' | 'unprotected' | 'highWaterMarks'>

/** What the trader counts. Labels come from our own closed sets, so the number of rows is bounded. */
export class TraderCounters {
  readonly #values = new Map<string, { name: string; labels: Readonly<Record<string, string>>; value: number }>()

  add(name: TraderCounter, labels: Readonly<Record<string, string>> = {}): void {
    const key = `${name} ${JSON.stringify(labels)}`
    const known = this.#values.get(key)
    if (known === undefined) this.#values.set(key, { name, labels, value: 1 })
    else known.value += 1
  }

  /** How often it was counted, whatever its labels. */
  total(name: TraderCounter): number {
    return [...this.#values.values()].reduce((sum, one) => (one.name === name ? sum + one.value : sum), 0)
  }

  /**
   * Every counter, how many shards the executor leads and accounts it trades, its unprotected positions, and how full what can
   * pile up has been.
   */
  read({ accounts, shards, unprotected, highWaterMarks }: Measured): CounterValue[] {
    const gauges = {
      accounts,
      shards,
      positions_unprotected: unprotected.positions,
      positions_unprotected_oldest_seconds: unprotected.oldestMs / 1000,
    } satisfies Partial<Record<TraderCounter, number>>
    const held = Object.entries(gauges).map(([name, value]) => ({ name, labels: {}, value }))
    const levels = Object.entries(highWaterMarks.max).map(([of, value]) => ({
      name: 'most_held',
      labels: { of },
      value,
    }))
    return [...this.#values.values(), ...held, ...levels].map((one) => ({ ...one }))
  }
}

/** One that published nothing for so long has ended. */
const ENDED_MS = 20_000

/** The counters of all executors as one: what each published last, summed up. */
export class CountersOfAll {
  readonly #published = new Map<string, { readonly at: number; readonly values: readonly CounterValue[] }>()

  /** Takes in what one has published at `now`. Returns the sums, or the most (`MOST`). */
  add(executor: string, values: readonly CounterValue[], now: number): CounterValue[] {
    this.#published.set(executor, { at: now, values })
    const sums = new Map<string, CounterValue>()
    for (const [name, { at, values: ofOne }] of this.#published) {
      if (now - at > ENDED_MS) this.#published.delete(name)
      else
        for (const one of ofOne) {
          const key = `${one.name} ${JSON.stringify(one.labels)}`
          const before = sums.get(key)
          sums.set(key, before === undefined ? one : together(before, one))
        }
    }
    return [...sums.values()]
  }
}

/** What two executors show of the same. */
function together(one: CounterValue, other: CounterValue): CounterValue {
  const value = MOST.has(one.name) ? Math.max(one.value, other.value) : one.value + other.value
  if (one.latencies === undefined || other.latencies === undefined) return { ...other, value }
  return { ...other, value, latencies: addedLatencies(one.latencies, other.latencies) }
}
