import type { Observations } from './observations.ts'
import type { Violation } from './violation.ts'

/** One broken promise is often seen again at every later event: so many are kept, the first of each kind and account. */
const MAX_FINDINGS = 40

/** Where the invariants put down what did not hold. */
export class Findings {
  readonly violations: Violation[] = []
  readonly #observations: Pick<Observations, 'time' | 'startAt'>
  readonly #seen = new Set<string>()

  constructor(observations: Pick<Observations, 'time' | 'startAt'>) {
    this.#observations = observations
  }

  /** `about` distinguishes occurrences of one invariant and account: an order, a trade, an instant. */
  add(invariant: string, account: string | null, about: string, text: string): void {
    const key = `${invariant} ${account} ${about}`
    if (this.#seen.has(key) || this.violations.length >= MAX_FINDINGS) return
    this.#seen.add(key)
    const { time, startAt } = this.#observations
    this.violations.push({ invariant, afterMs: time.now - startAt, account, text })
  }
}
