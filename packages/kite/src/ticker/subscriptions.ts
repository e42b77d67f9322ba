import { MAX_TOKENS_PER_CONNECTION, type TickMode } from './layout.ts'

/** Tokens a message, as peers send them. */
const BATCH = 200

/**
 * What one connection should receive: the broker forgets it on every disconnect, so it is kept here and sent again.
 * Methods return the text messages to send. The mode always follows the subscription: its default is documented differently
 * in different places (fact sheet §19.2).
 */
export class Subscriptions {
  readonly #modes = new Map<number, TickMode>()

  get size(): number {
    return this.#modes.size
  }

  /** Throws RangeError for a token that is no unsigned 32-bit integer, or past 3000 instruments. */
  check(tokens: readonly number[]): void {
    for (const token of tokens)
      if (!Number.isInteger(token) || token < 0 || token > 0xffff_ffff)
        throw new RangeError(`not an instrument token: ${String(token)}`)
    const fresh = new Set(tokens.filter((token) => !this.#modes.has(token)))
    if (this.#modes.size + fresh.size > MAX_TOKENS_PER_CONNECTION)
      throw new RangeError(
        `a connection carries at most ${MAX_TOKENS_PER_CONNECTION} instruments: unsubscribe some first`,
      )
  }

  /** Takes tokens that passed `check`. */
  add(tokens: readonly number[], mode: TickMode): string[] {
    for (const token of tokens) this.#modes.set(token, mode)
    return subscribeMessages(tokens, mode)
  }

  remove(tokens: Iterable<number>): string[] {
    const removed = [...tokens].filter((token) => this.#modes.delete(token))
    return batches(removed).map((v) => JSON.stringify({ a: 'unsubscribe', v }))
  }

  /** Everything, for a fresh connection. Subscribing twice is harmless. */
  all(): string[] {
    const byMode = Map.groupBy(this.#modes.keys(), (token) => this.#modes.get(token)!)
    return [...byMode].flatMap(([mode, tokens]) => subscribeMessages(tokens, mode))
  }
}

/** Tokens go out as JSON numbers: strings are silently ignored. */
function subscribeMessages(tokens: readonly number[], mode: TickMode): string[] {
  return batches(tokens).flatMap((v) => [
    JSON.stringify({ a: 'subscribe', v }),
    JSON.stringify({ a: 'mode', v: [mode, v] }),
  ])
}

function batches(tokens: readonly number[]): number[][] {
  const all: number[][] = []
  for (let i = 0; i < tokens.length; i += BATCH) all.push(tokens.slice(i, i + BATCH))
  return all
}
