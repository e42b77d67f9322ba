import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { Observations } from './observations.ts'

/** The intents of an account, as they are stored: in the store, or in the local file while the store is away. */
export class Intents {
  readonly #observations: Pick<Observations, 'store' | 'offlineJournals'>
  readonly #byTag = new Map<string, Intent>()

  constructor(observations: Pick<Observations, 'store' | 'offlineJournals'>) {
    this.#observations = observations
  }

  of(account: string): readonly Intent[] {
    const stored = this.#observations.store.intentsOf(account)
    const journaled = (this.#observations.offlineJournals.get(account) ?? []).flatMap(({ changes }) =>
      changes.flatMap((change) => (change.type === 'intent' ? [change.intent] : [])),
    )
    return journaled.length === 0 ? stored : [...stored, ...journaled]
  }

  /** Whether the store has it, not only the local file of one machine. */
  isStored(account: string, id: string): boolean {
    return this.#observations.store.intentsOf(account).some((one) => one.id === id)
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
