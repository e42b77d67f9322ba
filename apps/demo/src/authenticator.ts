import { setTimeout as delay } from 'node:timers/promises'
import { generateSync } from 'otplib'

const STEP_MS = 30_000

/** An authenticator app: six digits every half minute from a key (RFC 6238 with SHA-1). */
export class Authenticator {
  /** As a person types it into an app: base32 (RFC 4648), spaces allowed. */
  readonly key: string
  readonly #secret: string
  readonly #wait: (ms: number) => Promise<unknown>
  #lastStep = 0

  /** `wait`: how to let milliseconds pass. */
  constructor(key: string, wait: (ms: number) => Promise<unknown> = delay) {
    this.key = key
    this.#wait = wait
    this.#secret = key.replaceAll(/\s/g, '')
  }

  /**
   * A code that this app has not shown before. A server takes each once, and those beside the present one too; so this waits
   * only when the next one has been shown as well.
   */
  async code(): Promise<string> {
    const step = Math.max(this.#lastStep + 1, Math.floor(Date.now() / STEP_MS))
    this.#lastStep = step
    const early = (step - 1) * STEP_MS - Date.now()
    if (early > 0) await this.#wait(early)
    return generateSync({ secret: this.#secret, epoch: (step * STEP_MS) / 1000 })
  }
}
