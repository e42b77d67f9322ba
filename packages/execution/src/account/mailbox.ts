import type { ClockPort } from '../ports.ts'

/**
 * What waits for an account's next turn, and the bell that starts it. Answers always fit: there are never more of them
 * than calls under way. Hints are offered and may be turned away.
 */
export class Mailbox<T> {
  readonly #limit: number
  #items: T[] = []
  #ring: (() => void) | undefined
  #rung = false

  constructor(limit = 200) {
    this.#limit = limit
  }

  push(item: T): void {
    this.#items.push(item)
    this.ring()
  }

  /** Hands over a hint unless the box is full; false: turned away, so look at the book instead. */
  offer(item: T): boolean {
    if (this.#items.length >= this.#limit) return false
    this.push(item)
    return true
  }

  /** Starts the next turn without handing anything over. */
  ring(): void {
    this.#rung = true
    this.#ring?.()
  }

  /** Everything that arrived since the last call, oldest first. */
  take(): T[] {
    const taken = this.#items
    this.#items = []
    this.#rung = false
    return taken
  }

  /** Resolves when something arrives or rings, or after `ms` of the clock; Infinity waits for the bell alone. */
  async wait(ms: number, clock: ClockPort): Promise<void> {
    if (this.#rung || ms <= 0) return
    const bell = new Promise<void>((resolve) => (this.#ring = resolve))
    const silence = Number.isFinite(ms) ? clock.alarm(ms, this.#ring!) : undefined
    await bell
    this.#ring = undefined
    silence?.()
  }
}
