import { createHash, randomBytes } from 'node:crypto'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { dailyTokenExpiry } from '@strikewise/domain/time/token-life.ts'
import type { Account } from './account.ts'

/** A request token may be exchanged for this long, in real time: the person's browser is not in market time. */
const REQUEST_TOKEN_LIFE_MS = 180_000
/** All tokens end at 06:00 (fact sheet §3). */
const expiryOf = dailyTokenExpiry(6 * 60)

export interface BrokerSession {
  readonly userId: string
  readonly apiKey: string
  readonly accessToken: string
  readonly publicToken: string
  readonly loginAt: EpochMs
  readonly diesAt: EpochMs
}

export type TokenExchangeError = 'unknown_key' | 'bad_checksum' | 'bad_request_token'

/** Request tokens and access tokens of the broker. An account has one living access token at the most. */
export class SessionStore {
  readonly #requests = new Map<string, { userId: string; expiresAtReal: number }>()
  readonly #sessions = new Map<string, BrokerSession>()
  /** The same by access token: every call asks. */
  readonly #byToken = new Map<string, BrokerSession>()

  readonly #listeners: ((userId: string) => void)[] = []

  /** Calls `listener` with the user whose session begins or ends. */
  onChange(listener: (userId: string) => void): void {
    this.#listeners.push(listener)
  }

  /** A request token of 32 letters and digits for a user who has just signed in. */
  issueRequestToken(userId: string, realMs: number): string {
    const token = randomBytes(16).toString('hex')
    this.#requests.set(token, { userId, expiresAtReal: realMs + REQUEST_TOKEN_LIFE_MS })
    return token
  }

  /**
   * Exchanges a request token; by that it and the account's older access token die.
   * `checksum` is hex SHA-256(api_key + request_token + api_secret).
   */
  exchange(
    account: Account | undefined,
    requestToken: string,
    checksum: string,
    now: EpochMs,
    realMs: number,
  ): BrokerSession | TokenExchangeError {
    if (account === undefined) return 'unknown_key'
    const request = this.#requests.get(requestToken)
    if (request === undefined || request.expiresAtReal < realMs || request.userId !== account.userId)
      return 'bad_request_token'
    const expected = createHash('sha256')
      .update(account.apiKey + requestToken + account.apiSecret)
      .digest('hex')
    if (checksum !== expected) return 'bad_checksum'
    this.#requests.delete(requestToken)
    return this.open(account, now)
  }

  /** Opens a session without a login, for the controls. */
  open(account: Account, now: EpochMs): BrokerSession {
    const session: BrokerSession = {
      userId: account.userId,
      apiKey: account.apiKey,
      accessToken: randomBytes(16).toString('hex'),
      publicToken: randomBytes(16).toString('hex'),
      loginAt: now,
      diesAt: expiryOf(now),
    }
    this.close(account.userId)
    this.restore(session)
    this.#notify(account.userId)
    return session
  }

  /** Goes on with a session that was open before. */
  restore(session: BrokerSession): void {
    this.#sessions.set(session.userId, session)
    this.#byToken.set(session.accessToken, session)
  }

  /** The session of a key and token pair that is alive at `now`. */
  find(apiKey: string, accessToken: string, now: EpochMs): BrokerSession | undefined {
    const session = this.#byToken.get(accessToken)
    return session !== undefined && session.apiKey === apiKey && session.diesAt > now ? session : undefined
  }

  ofUser(userId: string, now: EpochMs): BrokerSession | undefined {
    const session = this.#sessions.get(userId)
    return session !== undefined && session.diesAt > now ? session : undefined
  }

  /** Ends the life of the request tokens that the user has not exchanged. */
  endRequests(userId: string): void {
    for (const [token, request] of this.#requests) if (request.userId === userId) this.#requests.delete(token)
  }

  close(userId: string): void {
    const session = this.#sessions.get(userId)
    if (session === undefined) return
    this.#byToken.delete(session.accessToken)
    this.#sessions.delete(userId)
    this.#notify(userId)
  }

  #notify(userId: string): void {
    for (const listener of this.#listeners) listener(userId)
  }
}
