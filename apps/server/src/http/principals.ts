import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { findKey, type KeyGrant, type KeyProblem } from '../program-keys/find-key.ts'
import { keyIn } from '../program-keys/key-format.ts'
import { callerOf, type Caller } from '../identity/caller.ts'
import { sessionEndOf } from '../identity/ended-sessions.ts'
import type { SessionEnd } from '../store/tables/identity-tables.ts'
import { CLIENT_ADDRESS_HEADER, SESSION_COOKIE, type Identity } from '../identity/identity.ts'
import { createProfile, loadProfile, type Profile } from '../accounts/profiles.ts'
import { SessionFingerprints } from './session-fingerprints.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../store/database.ts'

/** How long a session is believed without asking the store again: the longest a revoked one still works. */
const BELIEVED_MS = 1500
/**
 * How long a comparison of rows is enough when it is asked about again; then the identity library is, which renews sessions in
 * use and ends those that are too old.
 */
const COMPARED_MS = 30_000
const MAX_CACHED = 20_000

/** A signed-in caller with the plan the server goes by. */
export interface Principal {
  readonly caller: Caller
  readonly profile: Profile
  readonly operator: boolean
  /** The program key the call was made with; undefined: a session. */
  readonly key?: KeyGrant | undefined
}

export interface Authentication {
  readonly principal: Principal | undefined
  /** Cookies to send back: a session in use is renewed now and then. */
  readonly setCookie: readonly string[]
  /** Why there is no visitor, where the session that was shown is known to have ended. */
  readonly ended?: SessionEnd | undefined
  /** Why the program key that was shown opens nothing. */
  readonly keyProblem?: KeyProblem | undefined
}

/** What a credential was found to prove. */
interface Found {
  readonly authentication: Authentication
  /** When the library was asked, by the monotonic clock. */
  readonly askedAt: number
  /** Of the rows of the session, read before the library was asked; undefined: they were not read. */
  readonly fingerprint: string | undefined
}

/** What is believed of a credential until then, by the monotonic clock. */
interface Known {
  until: number
  readonly found: Promise<Found>
  /** Undefined until it was found, and where it proves nothing. */
  userId: string | undefined
}

export const ANONYMOUS: Authentication = { principal: undefined, setCookie: [] }

export interface PrincipalDeps {
  readonly identity: () => Identity
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly bus: Bus
  readonly operatorEmails: readonly string[]
}

/** Recognises callers by cookie or bearer token, with a short memory so that polling does not reach the store. */
export class Principals {
  readonly #deps: PrincipalDeps
  readonly #known = new Map<string, Known>()
  readonly #fingerprints: SessionFingerprints
  readonly #unsubscribe: () => void

  constructor(deps: PrincipalDeps) {
    this.#deps = deps
    this.#fingerprints = new SessionFingerprints(deps.db)
    this.#unsubscribe = deps.bus.subscribe('account.*', (subject) => this.#doubt(subject.slice('account.'.length)))
  }

  /** Who is asking. The promise is shared by all requests of a session that come within the believed time. */
  async authenticate(headers: IncomingHttpHeaders, address: string): Promise<Authentication> {
    const credential = credentialIn(headers)
    if (credential === undefined) return ANONYMOUS
    return this.#remembered(keyOf(credential), () => this.#ask(headers, address))
  }

  /**
   * As `authenticate`, or by the program key where one is shown, and then by nothing else: for calls, whose routes state what a key
   * may do. All else, such as a socket, is opened by sessions alone.
   */
  async authenticateCall(headers: IncomingHttpHeaders, address: string): Promise<Authentication> {
    const token = keyIn(headers.authorization)
    if (token === undefined) return this.authenticate(headers, address)
    return this.#remembered(keyOf(`key ${token}`), () => this.#askKey(token))
  }

  async #remembered(key: string, ask: () => Promise<Authentication>): Promise<Authentication> {
    const now = performance.now()
    const known = this.#known.get(key)
    if (known !== undefined && known.until > now) return { ...(await known.found).authentication, setCookie: [] }
    if (this.#known.size >= MAX_CACHED) this.forgetAll()
    const found = this.#find(known?.found, ask, now)
    const remembered: Known = { until: now + BELIEVED_MS, found, userId: undefined }
    this.#known.set(key, remembered)
    found.catch(() => this.#known.delete(key))
    const { authentication } = await found
    remembered.userId = authentication.principal?.caller.userId
    return authentication
  }

  /**
   * A user's plan, settings or sessions changed: what was found is confirmed before it is believed again. So is what is still
   * being found, which may be this user's.
   */
  #doubt(userId: string): void {
    for (const known of this.#known.values()) if (known.userId === undefined || known.userId === userId) known.until = 0
  }

  /** Confirms what was found before where no row of it has changed, at a fraction of the cost of asking the library. */
  async #find(before: Promise<Found> | undefined, ask: () => Promise<Authentication>, now: number): Promise<Found> {
    const last = await before?.catch(() => undefined)
    const fingerprint = await this.#fingerprintOf(last?.authentication)
    if (
      last !== undefined &&
      fingerprint !== undefined &&
      fingerprint === last.fingerprint &&
      now - last.askedAt < COMPARED_MS
    )
      return { ...last, authentication: { ...last.authentication, setCookie: [] } }
    return { authentication: await ask(), askedAt: now, fingerprint }
  }

  async #fingerprintOf(authentication: Authentication | undefined): Promise<string | undefined> {
    const principal = authentication?.principal
    if (principal === undefined || principal.key !== undefined) return undefined
    // A store that fails is asked the long way, which knows how to answer.
    return this.#fingerprints.of(principal.caller.sessionId).catch(() => undefined)
  }

  async #askKey(token: string): Promise<Authentication> {
    const { db } = this.#deps
    const found = await findKey(db, token)
    if ('problem' in found) return { ...ANONYMOUS, keyProblem: found.problem }
    const { caller, key } = found
    const profile = await loadProfile(db, caller.userId)
    // An account whose profile is gone is being erased.
    if (profile === undefined) return { ...ANONYMOUS, keyProblem: 'unknown' }
    // What operators may do takes a session with a second factor.
    return { principal: { caller, profile, operator: false, key }, setCookie: [] }
  }

  /** After a sign-out: the credential in these headers is asked about again. */
  forget(headers: IncomingHttpHeaders): void {
    const credential = credentialIn(headers)
    if (credential !== undefined) this.#known.delete(keyOf(credential))
  }

  /** After a password change and the like. */
  forgetAll(): void {
    this.#known.clear()
  }

  close(): void {
    this.#unsubscribe()
  }

  async #endOf(headers: IncomingHttpHeaders): Promise<SessionEnd | undefined> {
    const token = sessionCookieIn(headers.cookie)
    return token === undefined ? undefined : sessionEndOf(this.#deps.db, token)
  }

  async #ask(headers: IncomingHttpHeaders, address: string): Promise<Authentication> {
    const { identity, db, clock, operatorEmails } = this.#deps
    const asked = new Headers({ [CLIENT_ADDRESS_HEADER]: address })
    if (headers.cookie !== undefined) asked.set('cookie', headers.cookie)
    if (headers.authorization !== undefined) asked.set('authorization', headers.authorization)
    const found = await callerOf(identity(), asked)
    if (found === undefined) return { ...ANONYMOUS, ended: await this.#endOf(headers) }
    const { caller, setCookie } = found
    let profile = await loadProfile(db, caller.userId)
    if (profile === undefined) {
      // The account was made and the process ended before its profile was: finish that now.
      await createProfile(db, caller.userId, clock.now())
      profile = await loadProfile(db, caller.userId)
    }
    const operator = caller.emailVerified && operatorEmails.includes(caller.email.toLowerCase())
    return { principal: { caller, profile: profile!, operator }, setCookie }
  }
}

/** The session cookie's value; undefined when there is none. */
export function sessionCookieIn(cookie: string | undefined): string | undefined {
  return cookie
    ?.split('; ')
    .find((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    ?.slice(SESSION_COOKIE.length + 1)
}

/**
 * All that may prove the caller, as one text; undefined when there is nothing. All of it, because which of several the
 * library believes is the library's business.
 */
function credentialIn({ authorization, cookie }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined && cookie?.includes(`${SESSION_COOKIE}=`) !== true) return undefined
  return `${authorization ?? ''}\n${cookie ?? ''}`
}

/** No credential is kept in memory as it is. */
function keyOf(credential: string): string {
  return createHash('sha256').update(credential).digest('base64')
}
