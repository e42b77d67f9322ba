import { argon2Sync, createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { ScaledClock } from '../src/time/scaled-clock.ts'
import { istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { pino } from 'pino'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { RateWindows } from '../src/rate-limits/rate-windows.ts'
import { readConfig, type Config } from '../src/config.ts'
import { startWeb, type WebRole } from '../src/roles/web.ts'
import { storeSignUp } from '../src/accounts/sign-ups.ts'
import { MasterKey } from '../src/secrets/master-key.ts'
import { Vault } from '../src/secrets/vault.ts'
import type { Store } from '../src/store/open-store.ts'
import { startTestPostgres } from '../src/store/testing.ts'
import { Authenticator } from '../../demo/src/authenticator.ts'

/** A Friday in session: 2026-11-20 10:00 IST. */
export const FRIDAY_TEN = Date.parse('2026-11-20T10:00:00+05:30') as EpochMs

/** Where this server's proxy would write the client's address: tests come from as many places as they like. */
const ADDRESS_HEADER = 'x-test-address'

/** A clock that stands until a test moves it. */
class TestClock implements ScaledClock {
  isRunning = true
  #now: EpochMs = FRIDAY_TEN

  now(): EpochMs {
    return this.#now
  }

  set(now: EpochMs): void {
    this.#now = now
  }

  advance(ms: number): void {
    this.#now = (this.#now + ms) as EpochMs
  }

  /** Ten, so that a speed that was measured would be another one. */
  speed(): number {
    return 10
  }

  running(): boolean {
    return this.isRunning
  }

  async sleep(): Promise<void> {}

  at(): () => void {
    return () => {}
  }
}

/** The web role on a real store, a local bus, a standing clock, and a broker that only knows logins. */
export interface TestWeb {
  readonly url: string
  /** Where it listens, whatever its address shows. */
  readonly port: number
  readonly config: Config
  readonly store: Store
  readonly vault: Vault
  readonly bus: ThreadBus
  readonly clock: TestClock
  readonly broker: TestBroker
  /** All log lines so far. */
  readonly logs: string[]
  stop(): Promise<void>
}

/** For tests that call more often than people may. What the limits do: authorization.test.ts. */
export class NoRateLimits extends RateWindows {
  override allows(): boolean {
    return true
  }
}

export async function startTestWeb(
  env: Record<string, string> = {},
  options: Pick<WebRole, 'rates' | 'maxConnections' | 'streamTimers'> = {},
): Promise<TestWeb> {
  const postgres = await startTestPostgres()
  const dataDir = mkdtempSync(join(tmpdir(), 'strikewise-web-'))
  const clock = new TestClock()
  const broker = await startTestBroker(clock)
  const config = readConfig({
    PORT: '0',
    STRIKEWISE_DATA: dataDir,
    SANDBOX_URL: broker.url,
    OIDC_DISCOVERY_URL: 'off',
    OPERATOR_EMAILS: OPERATOR,
    TRUSTED_PROXY_HEADER: ADDRESS_HEADER,
    ...env,
  })
  const id = randomBytes(6).toString('hex')
  const bus = openThreadBus(`test-${id}`, id)
  const logs: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => logs.push(line) })
  const vault = new Vault(postgres.store.db, MasterKey.open(config))
  const web = await startWeb({ config, clock, store: postgres.store, vault, bus, logger, ...options })
  return {
    url: web.url,
    port: web.port,
    config,
    store: postgres.store,
    vault,
    bus,
    clock,
    broker,
    logs,
    async stop() {
      await web.close()
      bus.close()
      await broker.stop()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** What a test needs of a running web role to call it as its users do. */
export type WebUnderTest = Pick<TestWeb, 'url' | 'store' | 'bus'> & { readonly clock: Pick<Clock, 'now'> }

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown
}

export interface CallOptions {
  readonly query?: Record<string, string>
  readonly body?: unknown
  readonly raw?: string
  readonly headers?: Record<string, string>
  readonly cookie?: string
  readonly bearer?: string
}

/** One request, with every part of it in the test's hand. */
export async function call(
  web: Pick<WebUnderTest, 'url'>,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const query = options.query === undefined ? '' : `?${new URLSearchParams(options.query).toString()}`
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const response = await fetch(`${web.url}${path}${query}`, {
    method,
    redirect: 'manual',
    headers: {
      [ADDRESS_HEADER]: `10.${[...randomBytes(3)].join('.')}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
      ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const answered = await response.text()
  let json: unknown
  try {
    json = JSON.parse(answered)
  } catch {
    json = undefined
  }
  return { status: response.status, headers: response.headers, text: answered, json }
}

export const PASSWORD = 'a long pass phrase'

export interface TestUser {
  readonly id: string
  readonly email: string
  readonly cookie: string
  readonly bearer: string
  /** The app that gives the codes of an operator's logins; undefined: no code is asked for. */
  readonly authenticator: Authenticator | undefined
}

/** Whose address the test server takes for an operator's. */
export const OPERATOR = 'operator@example.com'

/**
 * Hash of the password of all test users, made once, at the least cost there is: a hash shows what it cost, so that checking
 * it is as cheap. What a password costs in production: password-hash.test.ts.
 */
const passwordHash = cheapHash(PASSWORD)

function cheapHash(password: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(tag)}`
}

/**
 * Opens the link of a sign-up, logs in; then puts the user on `plan` for 30 days. An operator sets up an authenticator app.
 * The sign-up itself is written to the store: its answer takes half a second, for every caller (sign-up.test.ts has it).
 */
export async function newUser(web: WebUnderTest, plan: Plan = 'starter', email = anyEmail()): Promise<TestUser> {
  const token = await storeSignUp(web.store.db, { name: 'Test Person', email, passwordHash, language: null })
  const confirmed = await call(web, 'POST', '/api/signup/confirm', { body: { token, password: PASSWORD } })
  if (confirmed.status !== 200) throw new Error(`opening the account: ${confirmed.text}`)
  let login = await call(web, 'POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD } })
  if (login.status !== 200) throw new Error(`log-in: ${login.text}`)
  const authenticator = email === OPERATOR ? await setUpAuthenticator(web, cookieOf(login)) : undefined
  if (authenticator !== undefined) login = await logIn(web, { email, authenticator })
  const cookie = cookieOf(login)
  const bearer = login.headers.get('set-auth-token')!
  const { id } = await web.store.db
    .selectFrom('identity_users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  if (plan !== 'starter')
    await web.store.db
      .updateTable('profiles')
      .set({ plan, plan_expiry: new Date(web.clock.now() + 30 * 86_400_000) })
      .where('user_id', '=', id)
      .execute()
  web.bus.publish(`account.${id}`, null)
  return { id, email, cookie, bearer, authenticator }
}

/** Sets an authenticator app up for who is signed in by `cookie`. That session ends with it. */
export async function setUpAuthenticator(web: WebUnderTest, cookie: string): Promise<Authenticator> {
  const begun = await call(web, 'POST', '/api/auth/two-factor/enable', { cookie, body: { password: PASSWORD } })
  const authenticator = authenticatorOf((begun.json as { totpURI: string }).totpURI)
  const on = await call(web, 'POST', '/api/auth/two-factor/verify-totp', {
    cookie,
    body: { code: await authenticator.code() },
  })
  if (on.status !== 200) throw new Error(`authenticator app: ${on.text}`)
  return authenticator
}

/** The app that has taken in a QR code, which holds `uri`. */
export function authenticatorOf(uri: string): Authenticator {
  return new Authenticator((new URL(uri).searchParams.get('secret') ?? '').replace(/=+$/, ''))
}

/** Logs a user in, from the browser that has `cookie`, with a code where one is asked for. Returns the last answer. */
export async function logIn(
  web: Pick<WebUnderTest, 'url'>,
  { email, authenticator }: Pick<TestUser, 'email' | 'authenticator'>,
  cookie?: string,
): Promise<Answer> {
  const first = await call(web, 'POST', '/api/auth/sign-in/email', {
    body: { email, password: PASSWORD },
    ...(cookie === undefined ? {} : { cookie }),
  })
  if (authenticator === undefined) return first
  return call(web, 'POST', '/api/auth/two-factor/verify-totp', {
    cookie: cookiesOf(first),
    body: { code: await authenticator.code() },
  })
}

export function anyEmail(): string {
  return `user-${randomBytes(6).toString('hex')}@example.com`
}

/** Path and query of the newest link mailed to `email`. */
export async function mailedPath(web: Pick<WebUnderTest, 'store'>, email: string): Promise<string> {
  const mail = await web.store.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /https?:\/\/[^/\s]+(\/\S+)/.exec(mail.body)![1]!
}

/** The token in the newest link mailed to `email`. */
export async function mailedToken(web: Pick<WebUnderTest, 'store'>, email: string): Promise<string> {
  return new URL(await mailedPath(web, email), 'http://localhost').searchParams.get('token')!
}

/** All cookies an answer sets, as the browser would send them back. */
export function cookiesOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ')
}

/** The session cookie of an answer, as a Cookie header. */
export function cookieOf(answer: Answer): string {
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-sw.session_token='))
  return line?.split(';', 1)[0] ?? ''
}

/** A broker that knows apps and exchanges request tokens, as Kite Connect does (fact sheet §3.1). */
interface TestBroker {
  readonly url: string
  /** What the broker does next; `answer` by default. */
  mode: 'answer' | 'html' | 'hang_up'
  /** A request token good for one exchange with the app `apiKey`. */
  loginAs(apiKey: string, apiSecret: string, userId: string, exchanges?: readonly string[]): string
  stop(): Promise<void>
}

async function startTestBroker(clock: TestClock): Promise<TestBroker> {
  const logins = new Map<string, { apiKey: string; apiSecret: string; userId: string; exchanges: readonly string[] }>()
  const broker = { mode: 'answer' as TestBroker['mode'] }
  const server: Server = createServer((request, response) => {
    void (async () => {
      const form = new URLSearchParams(await text(request))
      if (broker.mode === 'hang_up') return void request.socket.destroy()
      if (broker.mode === 'html') return void response.writeHead(503, { 'content-type': 'text/html' }).end('<html>')
      const reply = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      const fail = (message: string) =>
        reply(403, { status: 'error', error_type: 'TokenException', message, data: null })
      if (request.url !== '/kite/session/token') return void fail('no such call')
      const token = form.get('request_token') ?? ''
      const login = logins.get(token)
      if (login === undefined || login.apiKey !== form.get('api_key'))
        return void fail('Token is invalid or has expired.')
      const sum = createHash('sha256').update(`${login.apiKey}${token}${login.apiSecret}`).digest('hex')
      if (sum !== form.get('checksum')) return void fail('Invalid `checksum`.')
      logins.delete(token)
      return void reply(200, {
        status: 'success',
        data: {
          user_id: login.userId,
          user_name: 'Test Person',
          user_shortname: 'Test',
          email: 'person@example.com',
          user_type: 'individual',
          broker: 'ZERODHA',
          exchanges: login.exchanges,
          products: ['NRML', 'MIS'],
          order_types: ['MARKET', 'LIMIT', 'SL'],
          api_key: login.apiKey,
          access_token: `canaryaccesstoken${randomBytes(8).toString('hex')}`,
          public_token: 'p',
          login_time: istText(clock.now()),
        },
      })
    })()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return Object.assign(broker, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loginAs(apiKey: string, apiSecret: string, userId: string, exchanges: readonly string[] = ['NSE', 'NFO']) {
      const token = randomBytes(16).toString('hex')
      logins.set(token, { apiKey, apiSecret, userId, exchanges })
      return token
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  })
}

/** Takes a user of an elite or master plan through keys, disclosure and login. Returns the last answer. */
export async function connectBroker(
  web: TestWeb,
  user: TestUser,
  login: { apiKey?: string; apiSecret?: string; userId?: string; exchanges?: readonly string[] } = {},
): Promise<Answer> {
  const {
    apiKey = 'canaryapikey0001',
    apiSecret = 'canaryapisecret0001',
    userId = `SW${randomBytes(3).toString('hex')}`,
  } = login
  const as = { cookie: user.cookie }
  await call(web, 'POST', '/api/legal/zerodha-disclosure', { ...as, body: { accepted: true } })
  await call(web, 'PUT', '/api/broker/keys', { ...as, body: { api_key: apiKey, api_secret: apiSecret } })
  const link = await call(web, 'POST', '/api/broker/login-link', { ...as, body: {} })
  const state = stateIn(link)
  const token = web.broker.loginAs(apiKey, apiSecret, userId, login.exchanges)
  return call(web, 'POST', '/zerodha-callback', {
    ...as,
    body: {
      uid: user.id,
      request_token: token,
      full_url: `http://127.0.0.1/?state=${state}&status=success&request_token=${token}&action=login`,
    },
  })
}

/** The state a login link sends along. */
export function stateIn(link: Answer): string {
  const { url } = link.json as { url: string }
  return new URLSearchParams(new URL(url).searchParams.get('redirect_params')!).get('state')!
}
