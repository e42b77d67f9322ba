import { OverloadedError } from '@strikewise/concurrency/overloaded-error.ts'
import { isLanguage } from '@strikewise/domain/text/language.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { bearer, genericOAuth, oauthPopup, twoFactor } from 'better-auth/plugins'
import { sql, type Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import { rejectReusedCode, type HookCall } from './totp-replay-guard.ts'
import type { LibrarySecrets } from './identity-secrets.ts'
import type { MailMessage, MailRecipient } from '../mail/compose-mail.ts'
import { passwordResetMail } from './mails.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { passwordProblem } from './password-rules.ts'
import { sanitizedName } from './sanitize-name.ts'
import { endReason, recordSessionEnd } from './ended-sessions.ts'
import { withDigestedSessions } from './session-digest.ts'
import { authenticationTime } from './authentication-time.ts'

const HOUR_S = 3600
/** The first HTTP status that blames the server. */
const SERVER_FAULT = 500
/** Codes of the library for a return from the provider that does not fit the sign-in it claims to end. */
const STATE_REFUSAL = /^state_(?!generation_error$)/
const IDLE_S = 12 * HOUR_S
const ABSOLUTE_S = 7 * 24 * HOUR_S
const LINK_LIFE_S = HOUR_S

/** Header in which our HTTP server hands the client's address to the library; never taken from outside. */
export const CLIENT_ADDRESS_HEADER = 'x-strikewise-client'
export const SESSION_COOKIE = '__Host-sw.session_token'
/** Spares the device it lies on the second factor. */
export const TRUSTED_DEVICE_COOKIE = '__Host-sw.trust_device'

export interface IdentityOptions {
  readonly config: Pick<Config, 'oidc'>
  readonly db: Kysely<Database>
  /** What signs cookies and tokens, and encrypts what authenticator apps share. */
  readonly secrets: LibrarySecrets
  /** Scheme, host and port people reach us at. */
  readonly publicUrl: string
  /** Other spellings of the same place: `127.0.0.1` for `localhost`. */
  readonly aliases: readonly string[]
  /** Whether external sign-in is offered: its provider answered. */
  readonly withProvider: boolean
  readonly logger: Logger
  /** Called once for each new user of an external sign-in, after the account is there. */
  readonly onUser: (user: { id: string }) => Promise<void>
  /** Called when the owner of an account has proved its address by a mailed link. */
  readonly onProved: (userId: string) => Promise<void>
  /** Called for each change of how an account is guarded, for its owner to know of. */
  readonly onChange: (userId: string, change: AccountChange) => Promise<void>
  readonly sendMail: (mail: MailMessage) => Promise<void>
}

/** What changed about how an account is guarded. */
export type AccountChange = 'factor_on' | 'factor_off' | 'new_backup_codes' | 'external_linked'

/** Calls that end with a session of the second factor. */
const SECOND_FACTOR_PATHS: ReadonlySet<string> = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code'])

/** The library's user as a recipient of mails. */
function recipientOf(user: {
  readonly email: string
  readonly name: string
  readonly language?: unknown
}): MailRecipient {
  return { email: user.email, name: user.name, language: isLanguage(user.language) ? user.language : null }
}

export type Identity = ReturnType<typeof openIdentity>

/** Sign-up, sign-in, sessions and external sign-in, on our tables. */
export function openIdentity(options: IdentityOptions) {
  const { config, db, publicUrl, logger, sendMail } = options
  const adapter = kyselyAdapter(db, { type: 'postgres', transaction: true })
  return betterAuth({
    appName: 'Strikewise',
    baseURL: publicUrl,
    basePath: '/api/auth',
    ...options.secrets,
    trustedOrigins: [publicUrl, ...options.aliases],
    telemetry: { enabled: false },
    database: (libraryOptions: BetterAuthOptions) =>
      withDigestedSessions(adapter(libraryOptions), {
        idleMs: IDLE_S * 1000,
        absoluteMs: ABSOLUTE_S * 1000,
        now: Date.now,
      }),
    user: {
      modelName: 'identity_users',
      // Written by our own routes alone; every answer about a session carries it.
      additionalFields: { language: { type: 'string', required: false, input: false, returned: true } },
    },
    account: {
      modelName: 'identity_accounts',
      // An external identity joins an account only when the address is proved on both sides.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
    },
    verification: { modelName: 'identity_verifications', storeIdentifier: 'hashed' },
    session: {
      modelName: 'identity_sessions',
      expiresIn: IDLE_S,
      updateAge: 300,
      cookieCache: { enabled: false },
      additionalFields: {
        secondFactor: { type: 'boolean', required: false, input: false, returned: true },
        authenticatedAt: { type: 'date', required: false, input: false, returned: true },
      },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: LINK_LIFE_S,
      password: {
        hash: (password) => orBusy(hashPassword(password)),
        verify: ({ hash, password }) => orBusy(verifyPassword(hash, password)),
      },
      // Only ever written to the outbox: a mail sent here would make a known address answer later than an unknown one.
      sendResetPassword: ({ user, url }) => sendMail(passwordResetMail(recipientOf(user), url, LINK_LIFE_S / HOUR_S)),
      onPasswordReset: async ({ user }) => {
        await endProofs(db, user.id)
        await options.onProved(user.id)
      },
    },
    databaseHooks: {
      user: {
        create: {
          // The library makes accounts of external sign-ins alone. An address its provider has not proved gets none.
          before: async (user) => user.emailVerified && { data: { ...user, name: sanitizedName(user.name) } },
          after: (user) => options.onUser(user),
        },
      },
      session: {
        create: {
          before: async (session, context) => ({ data: { ...session, ...proofOf(context) } }),
        },
        delete: {
          before: async (session, context) => {
            const reason = endReason(session.expiresAt, context?.path, Date.now())
            if (reason !== undefined) await recordSessionEnd(db, session, reason)
          },
        },
      },
      account: {
        create: {
          // We never call the provider on the user's behalf, so its tokens are not worth keeping.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
          after: async ({ userId, providerId }) => {
            if (providerId !== 'credential' && !(await isNew(db, userId)))
              await options.onChange(userId, 'external_linked')
          },
        },
        update: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (call) => {
        const fresh: unknown = (call.body as { newPassword?: unknown } | undefined)?.newPassword
        if (typeof fresh === 'string') {
          const problem = passwordProblem(fresh, await ownerOf(call))
          if (problem !== undefined)
            throw new APIError('BAD_REQUEST', {
              code: reasonOf(problem.code).toUpperCase(),
              message: rendererOf('en').text(problem),
            })
        }
        if (call.path === '/two-factor/verify-totp') await rejectReusedCode(db, call)
      }),
      after: createAuthMiddleware(async ({ path, context, getSignedCookie }) => {
        const signedIn = context.newSession?.user.id ?? context.session?.user.id
        if (signedIn !== undefined && !(context.returned instanceof APIError)) {
          if (path === '/change-password' || path === '/two-factor/disable') await endProofs(db, signedIn)
          const change = CHANGES[path]
          // A code of an app that is set up already changes nothing.
          if (change !== undefined && (change !== 'factor_on' || context.session?.user['twoFactorEnabled'] === false))
            await options.onChange(signedIn, change)
        }
        // Signing in again goes on under a new id, and the old one ends with it.
        const now = context.newSession?.session.token
        if (now === undefined) return
        const before = await getSignedCookie(context.authCookies.sessionToken.name, context.secret)
        if (typeof before === 'string' && before !== now) await context.internalAdapter.deleteSession(before)
      }),
    },
    // Our own limits stand before the library, which sees only what they let through (`http/identity-routes.ts`).
    rateLimit: { enabled: false },
    advanced: {
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // With `useSecureCookies` the library would prepend `__Secure-`, and the `__Host-` rule would be lost.
      useSecureCookies: false,
      cookiePrefix: '__Host-sw',
      defaultCookieAttributes: { secure: true, path: '/', sameSite: 'lax', httpOnly: true },
      database: { validateSchema: false },
    },
    onAPIError: {
      // Refusals are answers, not troubles; a failure of the store or of our own code is.
      onError: (error) => {
        if (!isRefusal(error)) logger.error({ part: 'identity', err: error }, 'identity failed')
      },
    },
    logger: {
      level: 'warn',
      log: (_level, message, ...details) => {
        // It warns of every wrong password; only what carries an error is a trouble of ours.
        const error = details.find((detail) => detail instanceof Error && !isRefusal(detail))
        logger[error === undefined ? 'debug' : 'error']({ part: 'identity', err: error }, message)
      },
    },
    plugins: [
      bearer({ requireSignature: true }),
      oauthPopup(),
      twoFactor({ schema: { twoFactor: { modelName: 'identity_two_factors' } } }),
      ...(config.oidc !== undefined && options.withProvider
        ? [
            genericOAuth({
              config: [
                {
                  providerId: 'google',
                  discoveryUrl: config.oidc.discoveryUrl,
                  clientId: config.oidc.clientId,
                  clientSecret: config.oidc.clientSecret.reveal(),
                  scopes: ['openid', 'email', 'profile'],
                  requireIdTokenVerification: true,
                  pkce: true,
                  mapProfileToUser: (profile) => {
                    const facts = authenticationTime.getStore()
                    const at: unknown = profile['auth_time']
                    if (facts !== undefined && typeof at === 'number') facts.provedAt = new Date(at * 1000)
                    return {}
                  },
                },
              ],
            }),
          ]
        : []),
    ],
  })
}

const CHANGES: Readonly<Record<string, AccountChange>> = {
  '/two-factor/verify-totp': 'factor_on',
  '/two-factor/disable': 'factor_off',
  '/two-factor/generate-backup-codes': 'new_backup_codes',
}

/** An answer that blames the call, which is no failure of ours and rings no alarm. */
function isRefusal(error: unknown): boolean {
  if (error instanceof APIError) return error.statusCode < SERVER_FAULT
  const code: unknown = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && STATE_REFUSAL.test(code)
}

/** Whether an account has just been made: what it begins with is no change. */
async function isNew(db: Kysely<Database>, userId: string): Promise<boolean> {
  const young = await db
    .selectFrom('identity_users')
    .select('id')
    .where('id', '=', userId)
    .where('createdAt', '>', sql<Date>`now() - interval '1 minute'`)
    .executeTakeFirst()
  return young !== undefined
}

/** What a session begins with: when its owner proved who they are, and whether a second factor was part of it. */
function proofOf(call: { path?: string | undefined; context: unknown } | null) {
  const path = call?.path ?? ''
  // A provider that does not show when: the person may have signed in there weeks ago.
  if (path.startsWith('/callback/'))
    return { secondFactor: false, authenticatedAt: authenticationTime.getStore()?.provedAt ?? null }
  const context = call?.context as { session?: { session: { secondFactor?: boolean } } | null } | undefined
  const goesOn = path === '/change-password' && context?.session?.session.secondFactor === true
  return { secondFactor: goesOn || SECOND_FACTOR_PATHS.has(path), authenticatedAt: new Date() }
}

/** Whose password is to be set: who is signed in, or to whom the token of a mailed link belongs. */
async function ownerOf(call: HookCall): Promise<{ name: string; email: string } | undefined> {
  const { token } = call.body as { token?: unknown }
  if (typeof token !== 'string') return (await getSessionFromCtx(call))?.user
  const { internalAdapter } = call.context
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return link === null ? undefined : ((await internalAdapter.findUserById(link.value)) ?? undefined)
}

/**
 * Ends what stands for a proof of the user from before: links to reset the password, devices that are not asked for a code,
 * sign-ins that wait for one.
 */
async function endProofs(db: Kysely<Database>, userId: string): Promise<void> {
  await sql`delete from identity_verifications where value = ${userId}`.execute(db)
}

/** More passwords wait than can be checked in time: an answer, not a trouble. */
async function orBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error
    throw new APIError('TOO_MANY_REQUESTS', {
      code: 'too_many_requests',
      message: 'The server is busy. Try again in a moment.',
    })
  }
}
