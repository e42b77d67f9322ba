import * as z from 'zod'
import type { Bus } from '../bus/bus.ts'
import {
  CONTRACT_VIEWED,
  contractKey,
  contractView,
  type ContractView,
  type ViewedTerms,
} from '../bus/contract-views.ts'
import type { Logger } from '../logging/logger.ts'

const published = z.object({ version: z.number(), json: z.string() })

/** The market role is asked again for a contract that is still viewed; it shows one for several times as long. */
const ASK_MS = 2000
/** More than screens have open at a time; the one least recently asked for is removed first. */
const MAX_CONTRACTS = 128

interface Known {
  /** Undefined: not shown yet. Null: not listed. */
  view: ContractView | undefined
  askedAt: number
}

/** The contracts that screens have open, as the market role last showed them: it shows what it is asked for. */
export class ContractViews {
  readonly #bus: Bus
  readonly #known = new Map<string, Known>()
  readonly #unsubscribe: () => void

  constructor(bus: Bus, logger: Pick<Logger, 'error'>) {
    this.#bus = bus
    this.#unsubscribe = bus.subscribe('snapshot.contract.*', (subject, payload) => {
      const known = this.#known.get(subject.slice('snapshot.contract.'.length))
      // Asked for by another process.
      if (known === undefined) return
      try {
        known.view = contractView.parse(JSON.parse(published.parse(payload).json))
      } catch (error) {
        logger.error({ err: error, subject }, 'a snapshot could not be read')
      }
    })
  }

  /** Undefined: the market role has not shown it yet. Null: the day lists no such contract. */
  view(terms: ViewedTerms): ContractView | undefined {
    const key = contractKey(terms)
    const known = this.#known.get(key) ?? { view: undefined, askedAt: Number.NEGATIVE_INFINITY }
    this.#known.delete(key)
    if (this.#known.size >= MAX_CONTRACTS) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(key, known)
    const now = performance.now()
    if (now - known.askedAt >= ASK_MS) {
      known.askedAt = now
      this.#bus.publish(CONTRACT_VIEWED, terms)
    }
    return known.view
  }

  close(): void {
    this.#unsubscribe()
  }
}
