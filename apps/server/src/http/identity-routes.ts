import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { DeviceCookie } from '../identity/device-cookie.ts'
import { CLIENT_ADDRESS_HEADER, SESSION_COOKIE, TRUSTED_DEVICE_COOKIE } from '../identity/identity.ts'
import { sessionEndOf } from '../identity/ended-sessions.ts'
import { withStoreFailure } from '../identity/store-failure.ts'
import type { SessionEnd } from '../store/tables/identity-tables.ts'
import { withMinDuration } from '../identity/min-duration.ts'
import { authenticationTime } from '../identity/authentication-time.ts'
import { DomainError } from '../domain-error.ts'
import { addressBlock } from '../rate-limits/client-address.ts'
import { unauthenticated } from './authorize.ts'
import { identityResponse, setsSession } from './identity-responses.ts'
import { identityCalls, type IdentityCall } from './identity-calls.ts'
import { takeFromBucket, refundAttempt } from '../rate-limits/rate-buckets.ts'
import type { Exchange } from './pipeline.ts'
import { readBody, readQuery } from './read-input.ts'
import { responseReply, type Reply } from './reply.ts'
import { isJson, readText } from './request-body.ts'
import { sessionCookieIn } from './principals.ts'
import { unknownCall } from './unknown-call.ts'
import type { WebDependencies } from './web-dependencies.ts'
const BASE = '/api/auth'
/** What every call of the identity library begins with. */
export const IDENTITY_PATH = `${BASE}/`
/** Wrong passwords a quarter of an hour of one account that is signed in. */
const PASSWORD_CHECKS = { max: 10, windowMs: 15 * MINUTE_MS }

/**
 * The identity library: the calls that are listed, each read by our own schema before the library sees it, so that a limit
 * counts what the library acts on.
 */
export function identityHandler(parts: WebDependencies): (exchange: Exchange) => Promise<Reply> {
  const calls = identityCalls(parts.publicAddress)
  const devices = new DeviceCookie(parts.identitySecret)
  return async (exchange) => {
    const { request, address } = exchange
    const method = request.method ?? 'GET'
    const path = exchange.path.slice(BASE.length)
    const call = calls.find((one) => one.method === method && isOf(one.path, path))
    if (call === undefined) throw unknownCall(methodsOf(calls, path), method)
    const block = addressBlock(address)
    if (!(await takeFromBucket(parts.db, `identity ${block} ${call.path}`, call.perMinute, MINUTE_MS)))
      throw new DomainError({ code: 'problem.too_many_requests', minutes: 1 })
    const asked = await read(call, exchange)
    const guard = await guarded(parts, { call, asked, block, exchange, devices })
    const answer = await withMinDuration(call.minDurationMs ?? 1, () =>
      authenticationTime.run({}, () =>
        withStoreFailure(
          () => parts.identity().handler(libraryRequest(parts, exchange, call, asked)),
          ({ status }) => status >= 400,
        ),
      ),
    )
    const email = await settle(call, answer, guard)
    remember(parts, call, answer, request.headers)
    if (call.method === 'POST' && call.path !== '/sign-out')
      parts.logger.info({ path: call.path, status: answer.status, address }, 'identity')
    const ended = call.path === '/get-session' ? await endOf(parts, answer, request.headers) : undefined
    const reply = await identityResponse(answer, {
      address: parts.publicAddress,
      provider: parts.provider.authorizationEndpoint(),
      browser: isBrowser(request.headers),
      again: asked.query['additionalData'] !== undefined,
      cookies: email === undefined ? [] : [devices.write(email)],
    })
    if (ended !== undefined) reply.headers.set(SESSION_END_HEADER, unauthenticated(ended).code)
    return responseReply(reply)
  }
}

/** With the answer that no user is signed in: why the session that was shown is over, as the code of a refused call. */
const SESSION_END_HEADER = 'x-session-end'

async function endOf(
  parts: WebDependencies,
  answer: Response,
  headers: IncomingHttpHeaders,
): Promise<SessionEnd | undefined> {
  const token = sessionCookieIn(headers.cookie)
  if (token === undefined || (await answer.clone().text()) !== 'null') return undefined
  return sessionEndOf(parts.db, token)
}

interface ConsumedConfirmation {
  readonly body: Readonly<Record<string, unknown>> | undefined
  readonly query: Readonly<Record<string, string | undefined>>
}

async function read(call: IdentityCall, { request, query }: Exchange): Promise<ConsumedConfirmation> {
  const [unknown] = query.keys()
  if (call.query === undefined && unknown !== undefined)
    throw new DomainError({ code: 'problem.invalid_input.unknown_field', field: unknown })
  return {
    body: call.body === undefined ? undefined : readBody(call.body, await bodyText(request)),
    query: call.query === undefined ? {} : readQuery(call.query, query),
  }
}

/** JSON, or nothing: no other media type gets as far as the library, so each meets the same limits. */
async function bodyText(request: IncomingMessage): Promise<string> {
  const text = await readText(request)
  if (!isJson(request) && (request.headers['content-type'] !== undefined || text !== ''))
    throw new DomainError({ code: 'problem.not_json' })
  return text
}

/** What the library gets: our own reading of the request, showed to come from our own page, which was checked before. */
function libraryRequest(
  { publicAddress, config }: WebDependencies,
  { request, path, address }: Exchange,
  call: IdentityCall,
  { body, query }: ConsumedConfirmation,
): Request {
  const headers = new Headers({ origin: publicAddress.url, [CLIENT_ADDRESS_HEADER]: address })
  const email = body?.['email']
  const asksOperator = typeof email === 'string' && config.operatorEmails.includes(email.toLowerCase())
  for (const name of ['cookie', 'authorization', 'user-agent', 'accept'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, name === 'cookie' && asksOperator ? withoutTrust(value) : value)
  }
  if (body !== undefined) headers.set('content-type', 'application/json')
  const url = new URL(`${publicAddress.url}${path}`)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && name !== 'additionalData') url.searchParams.set(name, value)
  return new Request(url, {
    method: call.method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Cookies without the one that spares a device the second factor: operators give it at every sign-in. */
function withoutTrust(cookies: string): string {
  return cookies
    .split(/; */)
    .filter((pair) => !pair.startsWith(`${TRUSTED_DEVICE_COOKIE}=`))
    .join('; ')
}

/** Counts of a call that guesses could be made with. */
interface Guard {
  /** The password was right. */
  succeeded(): Promise<void>
}

interface GuardedCall {
  readonly call: IdentityCall
  readonly asked: ConsumedConfirmation
  readonly block: string
  readonly exchange: Exchange
  readonly devices: DeviceCookie
}

/** Counts a try before its password is checked. Throws DomainError when there were too many. */
async function guarded(parts: WebDependencies, guardedCall: GuardedCall): Promise<Guard | undefined> {
  const { call, asked, block, exchange, devices } = guardedCall
  const { headers } = exchange.request
  if (call.path === '/sign-in/email') {
    const email = String(asked.body?.['email'])
    const device = devices.read(headers.cookie ?? null, email)
    const attempt = await parts.signInLimits.begin({ email, address: block, device })
    if (attempt === undefined) throw new DomainError({ code: 'problem.too_many_requests.tries', minutes: 15 })
    return attempt
  }
  if (call.checksPassword !== true) return undefined
  const { principal } = await parts.principals.authenticate(headers, exchange.address)
  if (principal === undefined) throw new DomainError({ code: 'problem.not_signed_in' })
  const key = `password ${principal.caller.userId}`
  if (!(await takeFromBucket(parts.db, key, PASSWORD_CHECKS.max, PASSWORD_CHECKS.windowMs)))
    throw new DomainError({ code: 'problem.too_many_requests.passwords', minutes: 15 })
  return { succeeded: () => refundAttempt(parts.db, key) }
}

/** Takes back the count of a right password. Returns whose session has just begun. */
async function settle(call: IdentityCall, answer: Response, guard: Guard | undefined): Promise<string | undefined> {
  if (call.method !== 'POST' || !answer.headers.get('content-type')?.startsWith('application/json')) return undefined
  const json = (await answer
    .clone()
    .json()
    .catch(() => undefined)) as { code?: unknown; user?: { email?: unknown } } | undefined
  // A refusal for another reason than the password, as of a new one that is too common, guesses nothing.
  const isWrongPassword = answer.status === 401 || json?.code === 'INVALID_PASSWORD'
  if (!isWrongPassword) await guard?.succeeded()
  const email = json?.user?.email
  return answer.ok && typeof email === 'string' && setsSession(answer, SESSION_COOKIE) ? email : undefined
}

/** Sessions that may have ended are asked of the store again. What ended none leaves the memory alone. */
function remember(
  { principals }: WebDependencies,
  call: IdentityCall,
  answer: Response,
  headers: IncomingHttpHeaders,
): void {
  if (answer.status >= 400) return
  if (call.path === '/sign-out') principals.forget(headers)
  else if (call.path === '/reset-password' || setsSession(answer, SESSION_COOKIE)) principals.forgetAll()
}

/**
 * Whether a browser asks. Every browser that takes our cookies shows where a request comes from in headers that no page can
 * leave out; a program's own `fetch` sends one of them at most, and an `Origin` where it is set to.
 */
function isBrowser(headers: IncomingHttpHeaders): boolean {
  return (
    headers['sec-fetch-site'] !== undefined ||
    headers['sec-fetch-dest'] !== undefined ||
    headers['user-agent']?.startsWith('Mozilla/') === true
  )
}

function isOf(pattern: string, path: string): boolean {
  const at = pattern.indexOf('/:')
  if (at < 0) return path === pattern
  const rest = path.slice(at + 1)
  return path.startsWith(pattern.slice(0, at + 1)) && rest !== '' && !rest.includes('/')
}

function methodsOf(calls: readonly IdentityCall[], path: string): readonly string[] {
  return calls.filter((call) => isOf(call.path, path)).map(({ method }) => method)
}
