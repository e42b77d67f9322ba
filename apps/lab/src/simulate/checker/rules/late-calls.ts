import type { CallRecord } from '../../model-broker.ts'
import type { Parts } from '../parts.ts'

const CLAIM_MS = 2_000
const STEPPED_MS = 20_000
/** A sale may wait so much longer while the store is late. */
const PATIENCE_MS = 4_000

/** I2: a call leaves within two seconds of its claim in the time that really passed, whatever the clocks say meanwhile. */
export class LateCalls {
  readonly #parts: Parts
  readonly #written = new Map<string, number>()
  readonly #rows = new Map<string, number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Notes when each claim came to stand in the store. */
  look(now: number): void {
    const { accounts, store } = this.#parts.evidence
    for (const account of accounts) {
      const { journal } = store.account(account)
      const known = this.#rows.get(account) ?? 0
      if (journal.length === known) continue
      this.#rows.set(account, journal.length)
      for (let i = known; i < journal.length; i += 1) {
        const { change } = journal[i]!
        if (change.type !== 'intent' || change.intent.outcome.state !== 'sending') continue
        const { call, id } = change.intent
        const key = call.type === 'place' ? `${account} ${call.order.tag}` : id
        if (call.type === 'place' && !this.#written.has(key)) this.#written.set(key, now)
      }
    }
  }

  called({ account, kind, side, tag, leftAt }: CallRecord): void {
    if (kind !== 'place') return
    const at = this.#written.get(`${account} ${tag}`)
    const most = side === 'SELL' ? CLAIM_MS + PATIENCE_MS : CLAIM_MS
    // A clock set back between the claim and the sending gives the call that much more time.
    if (this.#parts.troubles.struck(account, ['set_back', 'suspended'], leftAt, STEPPED_MS)) return
    if (at !== undefined && leftAt > at + most)
      this.#parts.findings.add('I2', account, `late ${tag}`, `${tag} left ${leftAt - at} ms after it was written down`)
  }
}
