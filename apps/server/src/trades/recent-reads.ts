const MAX_USERS = 5000
/** A user asks for today and little else; old days must not pile up. */
const MAX_A_USER = 8
/** A hint can get lost, so what is remembered is read again now and then. Real milliseconds. */
const BELIEVED_MS = 5000

interface Remembered<T> {
  readonly until: number
  readonly value: Promise<T>
}

/** What was lately read of users' trades: asked for again it is not read again, until it is forgotten or old. */
export class RecentReads<T> {
  readonly #users = new Map<string, Map<string, Remembered<T>>>()

  /** Answers `what` of a user, by `read` where it is not remembered. A reading that failed is not remembered. */
  get(userId: string, what: string, read: () => Promise<T>): Promise<T> {
    const known = this.#of(userId)
    const now = performance.now()
    const last = known.get(what)
    if (last !== undefined && last.until > now) return last.value
    if (known.size >= MAX_A_USER) known.clear()
    const value = read()
    known.set(what, { until: now + BELIEVED_MS, value })
    value.catch(() => known.delete(what))
    return value
  }

  forget(userId: string): void {
    this.#users.delete(userId)
  }

  #of(userId: string): Map<string, Remembered<T>> {
    const known = this.#users.get(userId)
    if (known !== undefined) return known
    // The longest unused goes first: a map keeps its keys in the order they were set.
    if (this.#users.size >= MAX_USERS) this.#users.delete(this.#users.keys().next().value!)
    const fresh = new Map<string, Remembered<T>>()
    this.#users.set(userId, fresh)
    return fresh
  }
}
