import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const NAME = '__Host-sw.device'
/** The longest browsers keep a cookie. */
const MAX_AGE_S = 400 * 86_400
const NONCE_BYTES = 16

/**
 * The cookie by which a browser shows that it once signed in to an account. It opens nothing: it only keeps failures of
 * strangers from counting against the account's owner (`SignInLimits`).
 */
export class DeviceCookie {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** The device's name where `cookieHeader` proves that it once signed in as `email`. */
  read(cookieHeader: string | null, email: string): string | undefined {
    const found = cookieHeader?.split(/; */).find((pair) => pair.startsWith(`${NAME}=`))
    const [nonce, mac, ...more] = found?.slice(NAME.length + 1).split('.') ?? []
    if (nonce === undefined || mac === undefined || more.length > 0) return undefined
    const expected = this.#mac(nonce, email)
    const given = Buffer.from(mac, 'base64url')
    return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : undefined
  }

  /** A `Set-Cookie` line for a device that has just signed in as `email`. */
  write(email: string): string {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const value = `${nonce}.${this.#mac(nonce, email).toString('base64url')}`
    return `${NAME}=${value}; Max-Age=${MAX_AGE_S}; Path=/; HttpOnly; Secure; SameSite=Lax`
  }

  #mac(nonce: string, email: string): Buffer {
    return createHmac('sha256', this.#secret).update(`device ${nonce} ${email.toLowerCase()}`).digest()
  }
}
