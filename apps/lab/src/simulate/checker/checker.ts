import type { LogEntry } from '@strikewise/exchange/exchange-log.ts'
import { Books, type Holding } from './books.ts'
import { Called } from './called.ts'
import type { Evidence } from './evidence.ts'
import { Findings } from './findings.ts'
import { Intents } from './intents.ts'
import { Protected } from './protected.ts'
import { Troubles } from './troubles.ts'
import type { Violation } from './violation.ts'

/** After the last fault everything must be right again within this. */
const RECOVERY_MS = 10_000

/**
 * Judges a session from outside, after every event: by the exchange's log, the calls that left, what went wrong and what
 * the store says. Shares no rule with the program it judges. When nothing new was written down and no time is up it
 * costs a few comparisons.
 */
export class Checker {
  readonly #evidence: Evidence
  readonly #called = new Called()
  readonly #books: Books
  readonly #troubles = new Troubles()
  readonly #findings: Findings
  readonly #protected: Protected
  #entries = 0
  #calls = 0
  #fired = 0
  #nextAt = Number.POSITIVE_INFINITY

  constructor(evidence: Evidence) {
    this.#evidence = evidence
    this.#findings = new Findings(evidence)
    this.#books = new Books(this.#called)
    const intents = new Intents(evidence)
    const parts = {
      evidence,
      called: this.#called,
      books: this.#books,
      intents,
      troubles: this.#troubles,
      findings: this.#findings,
    }
    this.#protected = new Protected(parts)
  }

  get violations(): readonly Violation[] {
    return this.#findings.violations
  }

  get worstNakedMs(): number {
    return this.#protected.worstNakedMs
  }

  get tradesOpened(): number {
    let opened = 0
    for (const holding of this.#books.holdings.values()) if (holding.bought > 0) opened += 1
    return opened
  }

  /** To be called after every event. */
  look(): void {
    const { exchange, calls, chooser, time } = this.#evidence
    const { fired } = chooser
    const log = exchange.exchangeLog
    const isNew = log.length > this.#entries || calls.length > this.#calls
    if (fired.length > this.#fired) {
      for (const fault of fired.slice(this.#fired)) this.#troubles.take(fault, time.now)
      this.#fired = fired.length
    }
    if (!isNew && time.now < this.#nextAt) return
    for (; this.#calls < calls.length; this.#calls += 1) this.#called.take(calls[this.#calls]!)
    for (; this.#entries < log.length; this.#entries += 1) this.#take(log[this.#entries]!)
    this.#nextAt = Number.POSITIVE_INFINITY
    for (const holding of this.#books.holdings.values()) this.#judge(holding, time.now)
  }

  /** To be called when nothing goes wrong any more: from now on the bounds are strict. */
  healed(): void {
    this.look()
    const { now } = this.#evidence.time
    this.#troubles.healed(now, now + RECOVERY_MS)
  }

  /** To be called once, after the close. */
  end(): void {
    this.look()
  }

  #take(entry: LogEntry): void {
    const order = this.#books.take(entry)
    if (order === undefined) return
    this.#judge(this.#books.holding(order.account, order.tradingsymbol), entry.at)
  }

  #judge(holding: Holding, now: number): void {
    this.#nextAt = Math.min(this.#nextAt, this.#protected.judge(holding, now))
  }
}
