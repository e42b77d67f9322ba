import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

const STEP_MS = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An authenticator app on a phone: RFC 6238 with SHA-1 and six digits. The server takes each code once. */
export class Authenticator {
  /** As the QR code holds it. */
  readonly secret: string
  readonly #secret: Buffer
  #lastStep = 0

  /** `uri`: what the QR code of the set-up holds. */
  constructor(uri: string) {
    this.secret = new URL(uri).searchParams.get('secret')!.replace(/=+$/, '')
    const bits = Array.from(this.secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
    this.#secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  }

  /** The code of the half minute that is `steps` away from the present one. */
  codeAt(steps: number): string {
    return this.#codeOf(Math.floor(Date.now() / STEP_MS) + steps)
  }

  /** A code that was not given out before. The server takes the codes beside the present one too; else this waits for the next. */
  async code(): Promise<string> {
    const step = Math.max(this.#lastStep + 1, Math.floor(Date.now() / STEP_MS))
    this.#lastStep = step
    const early = (step - 1) * STEP_MS - Date.now()
    if (early > 0) await delay(early)
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
