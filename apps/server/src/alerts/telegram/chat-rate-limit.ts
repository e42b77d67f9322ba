import { SECOND_MS } from '@strikewise/domain/time/ist.ts'
/** What Telegram allows a bot: a message a second to one chat, thirty a second in all. */
const CHAT_GAP_MS = 1_000
const PER_SECOND = 30

/** When the next message may leave. Counts the messages passed to it; times are milliseconds that only go forward. */
export class ChatRateLimit {
  readonly #lastTo = new Map<string, number>()
  #recent: number[] = []
  #heldUntil = 0

  /** The earliest instant, `now` or later, at which a message to `chat` may leave. */
  freeAt(chat: string, now: number): number {
    const last = this.#lastTo.get(chat)
    const ofChat = last === undefined ? now : last + CHAT_GAP_MS
    const filled = this.#recent.at(-PER_SECOND)
    const ofAll = filled === undefined ? now : filled + SECOND_MS
    return Math.max(now, ofChat, ofAll, this.#heldUntil)
  }

  /** A message to `chat` leaves now. */
  sent(chat: string, now: number): void {
    this.#lastTo.delete(chat)
    this.#lastTo.set(chat, now)
    this.#recent = [...this.#recent.slice(1 - PER_SECOND), now]
    // In order of time: those that delay no message any more come first.
    for (const [known, at] of this.#lastTo) {
      if (at > now - CHAT_GAP_MS) break
      this.#lastTo.delete(known)
    }
  }

  /** Nothing leaves for `ms`: the service reported it. */
  pauseUntil(ms: number, now: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, now + ms)
  }
}
