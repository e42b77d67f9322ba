import type { Context, Env, Hono } from 'hono'
import { CLIENT_ADDRESS_HEADER } from '../identity/identity.ts'
import { ApiFailure } from './api-failure.ts'
import { bucketAllows } from './rate-buckets.ts'
import { IDENTITY_HEADERS } from './security-headers.ts'
import type { WebParts } from './web-parts.ts'

const QUARTER_HOUR_MS = 900_000
const TRIES_AN_ACCOUNT = 30

/** Mounts the identity library under /api/auth and keeps session tokens out of what browsers can read. */
export function mountIdentity<E extends Env>(
  app: Hono<E>,
  parts: WebParts,
  addressOf: (context: Context<E>) => string,
): void {
  const { identity, visitors, db, logger } = parts
  app.on(['GET', 'POST'], '/api/auth/*', async (context) => {
    const address = addressOf(context)
    const changes = context.req.method === 'POST'
    const path = context.req.path.slice('/api/auth'.length)
    if (changes && path === '/sign-in/email') await slowGuessing(db, context.req.raw.clone())
    const headers = new Headers(context.req.raw.headers)
    headers.set(CLIENT_ADDRESS_HEADER, address)
    const answer = await identity().handler(new Request(context.req.raw, { headers }))
    if (changes || path.startsWith('/callback') || path === '/verify-email') visitors.forgetAll()
    if (path.startsWith('/sign-in') || path.startsWith('/change-password') || path.startsWith('/reset-password'))
      logger.info({ path, status: answer.status, address }, 'identity')
    return sealed(answer, headers.has('sec-fetch-site') || headers.has('origin'))
  })
}

/** At most so many tries an account and quarter of an hour, whatever addresses they come from. */
async function slowGuessing(db: WebParts['db'], request: Request): Promise<void> {
  const body = (await request.json().catch(() => undefined)) as { email?: unknown } | undefined
  if (typeof body?.email !== 'string' || body.email.length > 254) return
  if (!(await bucketAllows(db, `sign-in ${body.email.toLowerCase()}`, TRIES_AN_ACCOUNT, QUARTER_HOUR_MS)))
    throw new ApiFailure('too_many_requests', 'Too many tries for this account. Try again in a quarter of an hour.')
}

/**
 * The library's answer with our headers and error shape, without the session's token: it travels in the cookie alone.
 * A program (which does not say from which page it calls) gets it in `set-auth-token`, to use as its bearer token.
 */
async function sealed(answer: Response, browser: boolean): Promise<Response> {
  const headers = new Headers(answer.headers)
  for (const [name, value] of Object.entries(IDENTITY_HEADERS)) headers.set(name, value)
  if (browser) headers.delete('set-auth-token')
  headers.delete('content-length')
  if (!headers.get('content-type')?.startsWith('application/json'))
    return new Response(answer.body, { status: answer.status, headers })
  const json: unknown = await answer.json().catch(() => null)
  const body = answer.status >= 400 ? errorOf(json, answer.status) : withoutTokens(json)
  return new Response(JSON.stringify(body), { status: answer.status, headers })
}

function errorOf(json: unknown, status: number): unknown {
  const { code, message } = (json ?? {}) as { code?: string; message?: string }
  return {
    code: code ?? (status === 429 ? 'too_many_requests' : 'identity_failed'),
    message: message ?? 'This could not be done.',
  }
}

/** Drops every `token`: at the top of sign-in replies, in `session`, and in the list of sessions. */
function withoutTokens(json: unknown): unknown {
  if (Array.isArray(json)) return json
  if (typeof json !== 'object' || json === null) return json
  const { token: _, session, ...rest } = json as { token?: unknown; session?: unknown }
  return session === undefined ? rest : { ...rest, session: withoutTokens(session) }
}
