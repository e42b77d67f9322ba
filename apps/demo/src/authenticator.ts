import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

const STEP_MS = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An authenticator app: six digits every half minute from a key (RFC 6238 with SHA-1). */
export class Authenticator {
  /** As a person types it into an app: base32 (RFC 4648), spaces allowed. */
  readonly key: string
  readonly #secret: Buffer
  readonly #wait: (ms: number) => Promise<unknown>
  #lastStep = 0

  /** `wait`: how to let milliseconds pass. */
  constructor(key: string, wait: (ms: number) => Promise<unknown> = delay) {
    this.key = key
    this.#wait = wait
    const letters = Array.from(key.replaceAll(/[\s=]/g, ''), (letter) => BASE32.indexOf(letter))
    const bits = letters.map((value) => value.toString(2).padStart(5, '0')).join('')
    this.#secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
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
    return this.#codeOf(step)
  }

  #codeOf(step: number): string {
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(step))
    const digest = createHmac('sha1', this.#secret).update(counter).digest()
    const offset = digest.at(-1)! & 15
    return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
  }
}
