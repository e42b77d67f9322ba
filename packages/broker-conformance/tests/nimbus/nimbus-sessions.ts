import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { proofOf } from './nimbus-login.ts'

/** The one app of the made-up broker, and who owns it. */
export const APP = { client: 'nimbus-client-1', secret: 'nimbus-app-secret-1', owner: 'NB-USER-1' } as const

const CODE_LIFE_MS = MINUTE_MS
const SESSION_LIFE_MS = 8 * HOUR_MS

/** Logins of the made-up broker: codes for one exchange, and tokens that end eight hours after it. */
export class NimbusSessions {
  readonly #codes = new Map<string, EpochMs>()
  /** By token, when it ends. */
  readonly #tokens = new Map<string, EpochMs>()

  /** Where the login page sends the browser: with a code after a login, without one where the user cancels. */
  redirect(client: string | null, state: string | null, isCancelled: boolean, now: EpochMs): string | undefined {
    if (client !== APP.client) return undefined
    const url = new URL('https://app.example/back')
    if (state !== null) url.searchParams.set('state', state)
    if (isCancelled) url.searchParams.set('denied', '1')
    else url.searchParams.set('code', this.#issue(now))
    return url.href
  }

  /** The session of a code with its proof; undefined where the broker refuses. */
  open(body: Readonly<Record<string, unknown>>, now: EpochMs): Readonly<Record<string, unknown>> | undefined {
    const code = String(body['code'])
    if (body['client'] !== APP.client || body['proof'] !== proofOf(code, APP.secret)) return undefined
    const endsAt = this.#codes.get(code) ?? 0
    this.#codes.delete(code)
    if (now >= endsAt) return undefined
    const token = `nimbus-session-${randomBytes(12).toString('hex')}`
    this.accept(token, now)
    return { token, owner: APP.owner, client: APP.client, openedAt: now, segments: ['equity', 'index-options'] }
  }

  /** Takes a token from now on, for the life of a session. */
  accept(token: string, now: EpochMs): void {
    this.#tokens.set(token, (now + SESSION_LIFE_MS) as EpochMs)
  }

  end(token: string): void {
    this.#tokens.delete(token)
  }

  isAlive(token: string, now: EpochMs): boolean {
    return now < (this.#tokens.get(token) ?? 0)
  }

  expireCodes(): void {
    this.#codes.clear()
  }

  #issue(now: EpochMs): string {
    const code = randomBytes(12).toString('hex')
    this.#codes.set(code, (now + CODE_LIFE_MS) as EpochMs)
    return code
  }
}
