import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import { bearer, genericOAuth, oauthPopup, twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import type { LibrarySecrets } from './identity-secrets.ts'
import type { IdentityListeners } from './identity-listeners.ts'
import type { MailMessage } from '../mail/compose-mail.ts'
import { callHooks } from './call-hooks.ts'
import { databaseHooks } from './database-hooks.ts'
import { externalProvider } from './external-provider.ts'
import { passwordSignIn } from './password-sign-in.ts'
import { withDigestedSessions } from './session-digest.ts'
import { noteStoreFailure } from './store-failure.ts'

const HOUR_S = 3600
/** The first HTTP status that blames the server. */
const SERVER_FAULT = 500
/** Codes of the library for a return from the provider that does not fit the sign-in it claims to end. */
const STATE_REFUSAL = /^state_(?!generation_error$)/
const IDLE_S = 12 * HOUR_S
const ABSOLUTE_S = 7 * 24 * HOUR_S

/** Header in which our HTTP server hands the client's address to the library; never taken from outside. */
export const CLIENT_ADDRESS_HEADER = 'x-strikewise-client'
export const SESSION_COOKIE = '__Host-sw.session_token'
/** Spares the device it lies on the second factor. */
export const TRUSTED_DEVICE_COOKIE = '__Host-sw.trust_device'

export interface IdentityOptions extends IdentityListeners {
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
  readonly sendMail: (mail: MailMessage) => Promise<void>
}

export type Identity = ReturnType<typeof openIdentity>

/** Sign-up, sign-in, sessions and external sign-in, on our tables. */
export function openIdentity(options: IdentityOptions) {
  const { config, db, publicUrl, logger } = options
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
    emailAndPassword: passwordSignIn(db, options),
    databaseHooks: databaseHooks(db, options),
    hooks: callHooks(db, options),
    onAPIError: {
      // Refusals are answers, not troubles; a failure of the store or of our own code is.
      onError: (error) => {
        noteStoreFailure(error)
        if (!isRefusal(error)) logger.error({ part: 'identity', err: error }, 'identity failed')
      },
    },
    logger: {
      level: 'warn',
      log: (_level, message, ...details) => {
        // It warns of every wrong password; only what carries an error is a trouble of ours.
        const error = details.find((detail) => detail instanceof Error && !isRefusal(detail))
        noteStoreFailure(error)
        logger[error === undefined ? 'debug' : 'error']({ part: 'identity', err: error }, message)
      },
    },
    plugins: [
      bearer({ requireSignature: true }),
      oauthPopup(),
      twoFactor({ schema: { twoFactor: { modelName: 'identity_two_factors' } } }),
      ...(config.oidc !== undefined && options.withProvider
        ? [genericOAuth({ config: [externalProvider(config.oidc)] })]
        : []),
    ],
  })
}

/** An answer that blames the call, which is no failure of ours and rings no alarm. */
function isRefusal(error: unknown): boolean {
  if (error instanceof APIError) return error.statusCode < SERVER_FAULT
  const code: unknown = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && STATE_REFUSAL.test(code)
}
