import { OverloadedError } from '@strikewise/concurrency/overloaded-error.ts'
import { isLanguage } from '@strikewise/domain/text/language.ts'
import type { BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { MailMessage, MailRecipient } from '../mail/compose-mail.ts'
import type { Database } from '../store/database.ts'
import { endProofs } from './end-proofs.ts'
import type { IdentityListeners } from './identity-listeners.ts'
import { passwordResetMail } from './mails.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

const HOUR_S = 3600
/** How long the link of a mail about a forgotten password is valid. */
const LINK_LIFE_HOURS = 1

interface PasswordSignIn extends Pick<IdentityListeners, 'onProved'> {
  readonly sendMail: (mail: MailMessage) => Promise<void>
}

/** Sign-in by address and password, and the mailed link that sets a new password. */
export function passwordSignIn(
  db: Kysely<Database>,
  { onProved, sendMail }: PasswordSignIn,
): NonNullable<BetterAuthOptions['emailAndPassword']> {
  return {
    enabled: true,
    requireEmailVerification: true,
    minPasswordLength: 8,
    maxPasswordLength: 128,
    revokeSessionsOnPasswordReset: true,
    resetPasswordTokenExpiresIn: LINK_LIFE_HOURS * HOUR_S,
    password: {
      hash: (password) => orBusy(hashPassword(password)),
      verify: ({ hash, password }) => orBusy(verifyPassword(hash, password)),
    },
    // Only ever written to the outbox: a mail sent here would make a known address answer later than an unknown one.
    sendResetPassword: ({ user, url }) => sendMail(passwordResetMail(recipientOf(user), url, LINK_LIFE_HOURS)),
    onPasswordReset: async ({ user }) => {
      await endProofs(db, user.id)
      await onProved(user.id)
    },
  }
}

/** The library's user as a recipient of mails. */
function recipientOf(user: {
  readonly email: string
  readonly name: string
  readonly language?: unknown
}): MailRecipient {
  return { email: user.email, name: user.name, language: isLanguage(user.language) ? user.language : null }
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
