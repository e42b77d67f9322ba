import type { ClockPort } from '../ports.ts'

interface Alarm {
  readonly at: number
  readonly silence: () => void
}

/**
 * What waits for an account's next turn, and the bell that starts it. Answers always fit: there are never more of them
 * than calls under way. Hints are offered and may be turned away.
 */
export class Mailbox<T> {
  readonly #clock: ClockPort
  readonly #limit: number
  #items: T[] = []
  #wake: (() => void) | undefined
  #isSignalled = false
  /** Kept over turns: most of them change nothing about when the next is due. */
  #alarm: Alarm | undefined

  constructor(clock: ClockPort, limit = 200) {
    this.#clock = clock
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
    this.#isSignalled = true
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }

  /** Everything that arrived since the last call, oldest first. */
  take(): readonly T[] {
    this.#isSignalled = false
    if (this.#items.length === 0) return this.#items
    const taken = this.#items
    this.#items = []
    return taken
  }

  /** Resolves when something arrives or rings, at the latest after `ms`; Infinity waits for the bell alone. May be early. */
  wait(ms: number): Promise<void> {
    if (this.#isSignalled || ms <= 0) return Promise.resolve()
    if (Number.isFinite(ms)) this.#setAlarm(ms)
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /** Releases the timer: no caller waits any more. */
  close(): void {
    this.#alarm?.silence()
    this.#alarm = undefined
  }

  #setAlarm(ms: number): void {
    const at = this.#clock.mono() + ms
    if (this.#alarm !== undefined && this.#alarm.at <= at) return
    this.close()
    const silence = this.#clock.alarm(ms, () => {
      this.#alarm = undefined
      this.ring()
    })
    this.#alarm = { at, silence }
  }
}
