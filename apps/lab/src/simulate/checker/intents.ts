import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { Evidence } from './evidence.ts'

/** The intents of an account, as they are written down: in the store, or in the local file while the store is away. */
export class Intents {
  readonly #evidence: Pick<Evidence, 'store' | 'spools'>
  readonly #byTag = new Map<string, Intent>()

  constructor(evidence: Pick<Evidence, 'store' | 'spools'>) {
    this.#evidence = evidence
  }

  of(account: string): readonly Intent[] {
    const stored = this.#evidence.store.intentsOf(account)
    const spooled = (this.#evidence.spools.get(account) ?? []).flatMap(({ changes }) =>
      changes.flatMap((change) => (change.type === 'intent' ? [change.intent] : [])),
    )
    return spooled.length === 0 ? stored : [...stored, ...spooled]
  }

  /** Whether the store has it, not only the local file of one machine. */
  isStored(account: string, id: string): boolean {
    return this.#evidence.store.intentsOf(account).some((one) => one.id === id)
  }

  /** The intent whose order carries the tag. What it is for never changes; its outcome does. */
  byTag(account: string, tag: string): Intent | undefined {
    const key = `${account} ${tag}`
    const known = this.#byTag.get(key)
    if (known !== undefined) return known
    const found = this.of(account).find((one) => one.call.type === 'place' && one.call.order.tag === tag)
    if (found !== undefined) this.#byTag.set(key, found)
    return found
  }
}

const CLAIM_MS = 2_000
const CALL_MS = 7_000
/** Three fresh readings over this long prove that a new order was never taken. */
const ABSENCE_MS = 10_000
/** A change asks for the same again when it is repeated, so it is settled sooner. */
const CHANGE_MS = 3_000
const THEN_MS = 3_000

/**
 * Until when the doubt about stops, exits and cancels of an account may keep a position waiting: the process that sent
 * may have died, so the claim's deadline and the call's time-out pass first; then the book is read until it proves
 * something. `well`: when the other troubles are over.
 */
export function doubtUntil(intents: readonly Intent[], well: number, now: number): number {
  let until = 0
  for (const { kind, call, outcome, createdAt } of intents) {
    if (kind === 'enter') continue
    const isOut = outcome.state === 'sending' || outcome.state === 'in_doubt'
    const justSettled = 'at' in outcome && outcome.at > now - THEN_MS && outcome.at > createdAt + CHANGE_MS
    if (!isOut && !justSettled) continue
    const proof = call.type === 'place' ? ABSENCE_MS : CHANGE_MS
    const begins = Math.max(createdAt + CLAIM_MS + CALL_MS, Math.min(well, now + THEN_MS))
    until = Math.max(until, isOut ? begins + proof + THEN_MS : now + THEN_MS)
  }
  return until
}
