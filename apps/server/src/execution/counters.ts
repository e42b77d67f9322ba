import { CORE_COUNTERS } from '@strikewise/execution/counter-names.ts'
import type { HighWaterMarks } from '@strikewise/execution/high-water-marks.ts'

/** Everything the trader counts, with the names of its labels. */
export const TRADER_COUNTERS = {
  ...CORE_COUNTERS,
  alarms: ['code'],
  audit_failed: [],
  audit_findings: ['code'],
  audit_looks: [],
  audit_unread: [],
  accounts: [],
  most_held: ['of'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type TraderCounter = keyof typeof TRADER_COUNTERS

/** One counter with its labels, as the web role's metrics page may print it. */
export interface CounterValue {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** What the trader counts. Labels come from our own closed sets, so the number of rows is bounded. */
export class TraderCounters {
  readonly #values = new Map<string, { name: string; labels: Readonly<Record<string, string>>; value: number }>()

  add(name: TraderCounter, labels: Readonly<Record<string, string>> = {}): void {
    const key = `${name} ${JSON.stringify(labels)}`
    const known = this.#values.get(key)
    if (known === undefined) this.#values.set(key, { name, labels, value: 1 })
    else known.value += 1
  }

  /** Every counter, how many accounts are being traded, and how full what can pile up has been. */
  read(accounts: number, most: HighWaterMarks['max']): CounterValue[] {
    const levels = Object.entries(most).map(([of, value]) => ({ name: 'most_held', labels: { of }, value }))
    return [...this.#values.values(), { name: 'accounts', labels: {}, value: accounts }, ...levels].map((one) => ({
      ...one,
    }))
  }
}
