import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { bearer, genericOAuth, oauthPopup, twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import { isCommonPassword } from './common-passwords.ts'
import { existingAccountMail, passwordResetMail, verificationMail, type Mail } from './mails.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { identityRateLimit } from './rate-limit.ts'
import { withDigestedSessions } from './session-digest.ts'

const HOUR_S = 3600
const IDLE_S = 12 * HOUR_S
const ABSOLUTE_S = 7 * 24 * HOUR_S
const LINK_LIFE_S = HOUR_S

/** Header in which our HTTP server hands the client's address to the library; never taken from outside. */
export const CLIENT_ADDRESS_HEADER = 'x-strikewise-client'
export const SESSION_COOKIE = '__Host-sw.session_token'

export interface IdentityOptions {
  readonly config: Pick<Config, 'oidc'>
  readonly db: Kysely<Database>
  /** 32 bytes that sign cookies and tokens. */
  readonly secret: Buffer
  /** Scheme, host and port people reach us at. */
  readonly publicUrl: string
  /** Other spellings of the same place: `127.0.0.1` for `localhost`. */
  readonly aliases: readonly string[]
  /** Whether external sign-in is offered: its provider answered. */
  readonly withProvider: boolean
  readonly logger: Logger
  /** Called once for each new user, however the account came about. */
  readonly onUser: (user: { id: string }) => Promise<void>
  readonly sendMail: (mail: Mail) => Promise<void>
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
    secret: options.secret.toString('base64url'),
    trustedOrigins: [publicUrl, ...options.aliases],
    telemetry: { enabled: false },
    database: (libraryOptions: BetterAuthOptions) =>
      withDigestedSessions(adapter(libraryOptions), {
        idleMs: IDLE_S * 1000,
        absoluteMs: ABSOLUTE_S * 1000,
        now: Date.now,
      }),
    user: { modelName: 'identity_users' },
    account: {
      modelName: 'identity_accounts',
      // An external identity joins an account only when the address is proved on both sides.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
    },
    verification: { modelName: 'identity_verifications', storeIdentifier: 'hashed' },
    session: { modelName: 'identity_sessions', expiresIn: IDLE_S, updateAge: 300, cookieCache: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: LINK_LIFE_S,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
      // Only ever written to the outbox: a mail sent here would make a known address answer later than an unknown one.
      sendResetPassword: ({ user, url }) => sendMail(passwordResetMail(user, url)),
      onExistingUserSignUp: ({ user }) => sendMail(existingAccountMail(user, `${publicUrl}/login`)),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: LINK_LIFE_S,
      sendVerificationEmail: ({ user, url }) => {
        // However it was asked for, the link ends on the page that says so.
        const link = new URL(url)
        link.searchParams.set('callbackURL', `${publicUrl}/login?verified=1`)
        return sendMail(verificationMail(user, link.href))
      },
    },
    databaseHooks: {
      user: { create: { after: (user) => options.onUser(user) } },
      account: {
        create: {
          // We never call the provider on the user's behalf, so its tokens are not worth keeping.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
        update: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        const fresh: unknown = (context.body as { newPassword?: unknown } | undefined)?.newPassword
        if (typeof fresh === 'string' && isCommonPassword(fresh)) throw new APIError('BAD_REQUEST', COMMON_PASSWORD)
      }),
      after: createAuthMiddleware(async ({ context, getSignedCookie }) => {
        // Signing in again goes on under a new id, and the old one ends with it.
        const now = context.newSession?.session.token
        if (now === undefined) return
        const before = await getSignedCookie(context.authCookies.sessionToken.name, context.secret)
        if (typeof before === 'string' && before !== now) await context.internalAdapter.deleteSession(before)
      }),
    },
    rateLimit: {
      enabled: true,
      customStorage: identityRateLimit(db),
      window: 60,
      max: 120,
      customRules: {
        '/sign-in/email': { window: 60, max: 30 },
        '/sign-in/social': { window: 60, max: 30 },
        '/request-password-reset': { window: 60, max: 10 },
        '/send-verification-email': { window: 60, max: 10 },
        '/reset-password': { window: 60, max: 10 },
        '/change-password': { window: 60, max: 10 },
        '/two-factor/*': { window: 60, max: 10 },
        // Asked by every page that is opened, and no secret can be guessed there: many people share an address.
        '/get-session': { window: 60, max: 1200 },
      },
    },
    // Our own sign-up asks for age and terms as well; the rest is not offered.
    disabledPaths: ['/sign-up/email', '/revoke-other-sessions', '/update-user', '/get-access-token', '/refresh-token'],
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
        if (!(error instanceof APIError) || error.status === 'INTERNAL_SERVER_ERROR')
          logger.error({ part: 'identity', err: error }, 'identity failed')
      },
    },
    logger: {
      level: 'warn',
      log: (_level, message, ...details) => {
        // It warns of every wrong password; only what carries an error is a trouble of ours.
        const error = details.find((detail) => detail instanceof Error)
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
                },
              ],
            }),
          ]
        : []),
    ],
  })
}

export const COMMON_PASSWORD = {
  code: 'PASSWORD_TOO_COMMON',
  message: 'This password is on every list of stolen passwords. Please choose another one.',
}
