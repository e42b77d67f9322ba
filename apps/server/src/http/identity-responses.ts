// @invariant listed-identity-calls
import { rendererOf } from '@strikewise/messages/node.ts'
import { PROBLEM_TYPES, type ErrorBody } from '@strikewise/wire/api-error.ts'
import type { PublicAddress } from './public-address.ts'
import { isReturnLocation } from './identity-calls.ts'
import { IDENTITY_HEADERS } from './security-headers.ts'

/** What decides how an answer of the identity library leaves. */
export interface ResponseRules {
  readonly address: PublicAddress
  /** Origin and path of the external provider's authorization endpoint; undefined: none is offered. */
  readonly provider: string | undefined
  /** Whether a browser asks: it gets the session in its cookie alone. */
  readonly browser: boolean
  /** The external sign-in is to prove who is there once more, not to go by a session at the provider. */
  readonly again: boolean
  /** More cookies to set. */
  readonly cookies: readonly string[]
}

/**
 * The library's answer with our headers and error shape. It leads to pages of ours that are listed, or to the provider, and
 * nowhere else. The session's token travels in the cookie alone; a program gets it in `set-auth-token`, as its bearer token.
 */
export async function identityResponse(answer: Response, rules: ResponseRules): Promise<Response> {
  const headers = new Headers(answer.headers)
  for (const [name, value] of Object.entries(IDENTITY_HEADERS)) headers.set(name, value)
  for (const cookie of rules.cookies) headers.append('set-cookie', cookie)
  headers.delete('content-length')
  const location = headers.get('location')
  if (location !== null) headers.set('location', listedLocation(location, rules))
  const type = headers.get('content-type') ?? ''
  if (rules.browser || !type.startsWith('application/json')) headers.delete('set-auth-token')
  if (type.startsWith('text/html'))
    return new Response(withoutToken(await answer.text()), { status: answer.status, headers })
  if (!type.startsWith('application/json')) return new Response(answer.body, { status: answer.status, headers })
  const json: unknown = await answer.json().catch(() => null)
  const failed = answer.status >= 400
  if (failed) headers.set('content-type', 'application/problem+json; charset=utf-8')
  const body = failed ? errorOf(json, answer.status) : ownResponse(json, rules)
  return new Response(JSON.stringify(body), { status: answer.status, headers })
}

/** Whether an answer begins or goes on with a session. */
export function setsSession(answer: Response, cookieName: string): boolean {
  return answer.headers
    .getSetCookie()
    .some((cookie) => cookie.startsWith(`${cookieName}=`) && !/^[^=]*=;|max-age=0/i.test(cookie))
}

/** `location` where it is listed; the login page, with the library's reason, where it is not. */
function listedLocation(location: string, { address, provider, again }: ResponseRules): string {
  if (isReturnLocation(location, address)) return location
  const url = URL.parse(location)
  if (url !== null && provider !== undefined && `${url.origin}${url.pathname}` === provider) {
    if (again) {
      url.searchParams.set('prompt', 'login')
      url.searchParams.set('max_age', '0')
    }
    return url.href
  }
  const error = URL.parse(location, address.url)?.searchParams.get('error') ?? ''
  return /^\w{1,64}$/.test(error) ? `/login?error=${error}` : '/login'
}

/** The page that ends a sign-in in a popup hands its result to the page that opened it: that it worked, not the token. */
function withoutToken(html: string): string {
  return html.replace(/"token":"(?:[^"\\]|\\.)*"/g, '"token":"in the cookie"')
}

/** The library's refusal as a problem: `code` is the library's, which the app has texts for. */
function errorOf(json: unknown, status: number): ErrorBody {
  const { code, message } = (json ?? {}) as { code?: string; message?: string }
  const title = rendererOf('en').text({ code: 'problem.identity_failed' })
  const detail = message ?? title
  return {
    type: `${PROBLEM_TYPES}identity_failed`,
    title,
    status,
    detail,
    code: code ?? (status === 429 ? 'too_many_requests' : 'identity_failed'),
    message: detail,
  }
}

/** Without every `token` (at the top of sign-in replies, and in `session`), and with `url` where it may lead. */
function ownResponse(json: unknown, rules: ResponseRules): unknown {
  if (Array.isArray(json) || typeof json !== 'object' || json === null) return json
  const { token: _, session, url, ...rest } = json as { token?: unknown; session?: unknown; url?: unknown }
  return {
    ...rest,
    ...(typeof url === 'string' ? { url: listedLocation(url, rules) } : {}),
    ...(session === undefined ? {} : { session: ownResponse(session, rules) }),
  }
}
