import type { CallRecord } from '../../model-broker.ts'
import type { Parts } from '../parts.ts'
import { isChangeRejected } from '../set-aside.ts'

const CLAIM_MS = 2_000
/** A sale may wait so much longer while the store is late. */
const PATIENCE_MS = 4_000

/** I2: a call leaves within two seconds of its claim in the time that really passed, whatever the clocks say meanwhile. */
export class LateCalls {
  readonly #parts: Parts
  /** By the account and the intent's id. */
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
        const key = `${account} ${change.intent.id}`
        if (!this.#written.has(key)) this.#written.set(key, now)
      }
    }
  }

  called(call: CallRecord): void {
    const { account, kind, side, tag, orderId, leftAt } = call
    if (isChangeRejected(this.#parts, call)) return
    const at = this.#writtenAt(call)
    const most = kind === 'place' && side === 'SELL' ? CLAIM_MS + PATIENCE_MS : CLAIM_MS
    if (leftAt > at + most) {
      const name = kind === 'place' ? tag : `${kind} ${orderId}`
      this.#parts.findings.add(
        'I2',
        account,
        `late ${name}`,
        `${name} left ${leftAt - at} ms after it was written down`,
      )
    }
  }

  /** When the newest intent of a call came to stand in the store; as it left, for one that only a local file has. */
  #writtenAt({ account, kind, tag, orderId, leftAt }: CallRecord): number {
    const { intents } = this.#parts
    const asked =
      kind === 'place'
        ? [intents.byTag(account, tag!)].filter((one) => one !== undefined)
        : intents.of(account).filter(({ call }) => call.type === kind && call.orderId === orderId)
    let newest: number | undefined
    for (const { id } of asked) newest = Math.max(newest ?? 0, this.#written.get(`${account} ${id}`) ?? leftAt)
    return newest ?? leftAt
  }
}
