// @invariant listed-identity-calls The identity library sees listed calls only, as our own schemas read them, and
//   its answers lead to listed places.
import { password } from '@strikewise/wire/account.ts'
import { problemText } from '@strikewise/wire/field-problem.ts'
import * as z from 'zod'
import { isSameOrigin } from './same-origin.ts'
import type { PublicAddress } from './public-address.ts'

/** One call of the identity library that is offered. What is not listed is answered 404 and reaches nothing. */
export interface IdentityCall {
  readonly method: 'GET' | 'POST'
  /** Below `/api/auth`; a last `:name` stands for one segment. */
  readonly path: `/${string}`
  /** Requests a minute and address block. */
  readonly perMinute: number
  /** The library gets what this schema makes of the body, and nothing else. */
  readonly body?: z.ZodType<Readonly<Record<string, unknown>>>
  readonly query?: z.ZodType<Readonly<Record<string, string | undefined>>>
  /** The body carries the password of the account that is signed in: wrong ones are counted for each account. */
  readonly checksPassword?: true
  /** Answers end on a multiple of so many milliseconds, so that their time shows nothing. */
  readonly minDurationMs?: number
}

/** The longest text an address bar holds everywhere. */
const LONGEST_PARAMETER = 2048

/** Pages of ours that an answer of identity may lead to, with nothing behind them but what is named here. */
const RETURN_PATHS =
  /^(?:\/|\/dashboard|\/plans|\/reset-password|\/login(?:\?from=google(?:&plan=(?:pro|elite|master)&billing=(?:monthly|quarterly|yearly))?)?)$/

const email = z.email().max(254)
const anyPassword = z.string().max(128)
const code = z.string().max(64)
const parameter = z.string().max(LONGEST_PARAMETER)
const nothing = z.strictObject({})

/** The SDK's way to show that a sign-in by an external provider is to prove who is there once more. */
const signInAgain = z.literal('{"again":true}')

/** Every call of the identity library that is offered at `address`. */
export function identityCalls(address: PublicAddress): readonly IdentityCall[] {
  const returnTo = returnPath(address)
  return [...signInCalls(address, returnTo), ...passwordCalls(returnTo), ...TWO_FACTOR_CALLS]
}

type ReturnPath = z.ZodType<string>

/** A page of ours that an answer may lead to, given with or without our origin. */
function returnPath(address: PublicAddress): ReturnPath {
  return z.string().transform((given, context) => {
    const path = withoutOrigin(given, address)
    if (path !== undefined && RETURN_PATHS.test(path)) return path
    context.addIssue(problemText({ code: 'field.our_page' }))
    return z.NEVER
  })
}

function signInCalls(address: PublicAddress, returnTo: ReturnPath): readonly IdentityCall[] {
  const returns = { callbackURL: returnTo.optional(), errorCallbackURL: returnTo.optional() }
  const provider = z.literal('google')
  return [
    {
      method: 'GET',
      path: '/get-session',
      perMinute: 1200,
      query: z.strictObject({ disableCookieCache: parameter.optional(), disableRefresh: parameter.optional() }),
    },
    {
      method: 'POST',
      path: '/sign-in/email',
      perMinute: 30,
      body: z.strictObject({ email, password: anyPassword, rememberMe: z.boolean().optional() }),
    },
    {
      method: 'POST',
      path: '/sign-in/social',
      perMinute: 30,
      body: z.strictObject({ provider, ...returns, disableRedirect: z.boolean().optional() }),
    },
    {
      method: 'GET',
      path: '/oauth-popup/start',
      perMinute: 30,
      query: z.strictObject({
        provider,
        popupOrigin: z
          .string()
          .refine((origin) => isSameOrigin(origin, address), problemText({ code: 'field.our_page' })),
        popupNonce: z.string().max(64).optional(),
        ...returns,
        additionalData: signInAgain.optional(),
      }),
    },
    { method: 'GET', path: '/callback/:provider', perMinute: 60, query: z.record(z.string().max(64), parameter) },
    { method: 'POST', path: '/sign-out', perMinute: 120, body: nothing },
  ]
}

function passwordCalls(returnTo: ReturnPath): readonly IdentityCall[] {
  return [
    {
      method: 'POST',
      path: '/request-password-reset',
      perMinute: 10,
      body: z.strictObject({ email, redirectTo: returnTo.default('/reset-password') }),
      minDurationMs: 500,
    },
    {
      method: 'GET',
      path: '/reset-password/:token',
      perMinute: 30,
      query: z.strictObject({ callbackURL: returnTo.default('/reset-password') }),
    },
    {
      method: 'POST',
      path: '/reset-password',
      perMinute: 10,
      body: z.strictObject({ token: z.string().max(128), newPassword: password }),
    },
    {
      method: 'POST',
      path: '/change-password',
      perMinute: 10,
      // Every other session ends, whatever the caller asks for.
      body: z
        .strictObject({
          currentPassword: anyPassword,
          newPassword: password,
          revokeOtherSessions: z.boolean().optional(),
        })
        .transform((body) => ({ ...body, revokeOtherSessions: true })),
      checksPassword: true,
    },
  ]
}

const TWO_FACTOR_CALLS: readonly IdentityCall[] = [
  {
    method: 'POST',
    path: '/two-factor/enable',
    perMinute: 10,
    body: z.strictObject({ password: anyPassword, method: z.literal('totp').optional() }),
    checksPassword: true,
  },
  {
    method: 'POST',
    path: '/two-factor/disable',
    perMinute: 10,
    body: z.strictObject({ password: anyPassword }),
    checksPassword: true,
  },
  {
    method: 'POST',
    path: '/two-factor/generate-backup-codes',
    perMinute: 10,
    body: z.strictObject({ password: anyPassword }),
    checksPassword: true,
  },
  {
    method: 'POST',
    path: '/two-factor/verify-totp',
    perMinute: 10,
    body: z.strictObject({ code, trustDevice: z.boolean().optional() }),
  },
  {
    method: 'POST',
    path: '/two-factor/verify-backup-code',
    perMinute: 10,
    body: z.strictObject({ code, trustDevice: z.boolean().optional() }),
  },
]

/** Whether `location`, as an answer names it, is one of our pages that identity may lead to. `error` and `token` may stand behind it. */
export function isReturnLocation(location: string, address: PublicAddress): boolean {
  const path = withoutOrigin(location, address)
  if (path === undefined || !path.startsWith('/') || path.startsWith('//')) return false
  const url = URL.parse(path, address.url)
  if (url === null || url.origin !== address.url) return false
  for (const name of ['error', 'error_description', 'token']) url.searchParams.delete(name)
  return RETURN_PATHS.test(`${url.pathname}${url.search}`)
}

/** `given` from its path on where it is an address of ours or a path; undefined where it is another's. */
function withoutOrigin(given: string, { url, aliases }: PublicAddress): string | undefined {
  if (given.startsWith('/')) return given
  const origin = [url, ...aliases].find((one) => given.startsWith(`${one}/`))
  return origin === undefined ? undefined : given.slice(origin.length)
}
