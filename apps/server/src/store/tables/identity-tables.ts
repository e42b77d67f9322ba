import type { Language } from '@strikewise/domain/text/language.ts'
import type { Generated } from 'kysely'

/** Why a session ended that its device did not end itself. */
export type SessionEnd = 'expired' | 'signed_out' | 'password_changed'

/** The identity library's tables, in its spelling. We read them; only the library writes. */
export interface IdentityTables {
  identity_users: {
    id: string
    name: string
    email: string
    emailVerified: boolean
    image: string | null
    twoFactorEnabled: boolean | null
    /** Ours, not the library's: of mails, chat messages and answers; null: not chosen yet. */
    language: Generated<Language | null>
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  identity_sessions: {
    id: string
    expiresAt: Date
    /** Digest of the token, never the token. */
    token: string
    createdAt: Generated<Date>
    updatedAt: Date
    ipAddress: string | null
    userAgent: string | null
    userId: string
    /** Whether a code of the second factor was part of this sign-in. */
    secondFactor: Generated<boolean>
    /** When its owner last proved who they are; null: an external provider did not show when. */
    authenticatedAt: Date | null
  }
  /** Ours, not the library's. */
  ended_sessions: {
    digest: string
    user_id: string
    reason: SessionEnd
    ended_at: Generated<Date>
  }
  identity_accounts: {
    id: string
    accountId: string
    providerId: string
    userId: string
    password: string | null
    createdAt: Generated<Date>
    updatedAt: Date
  }
  /** Sign-ups whose address is not proved yet. Ours, not the library's. */
  sign_ups: {
    token_digest: string
    email: string
    name: string
    password_hash: string
    /** Of the page that was signed up on; null: it did not show. */
    language: Generated<Language | null>
    expires_at: Date
  }
  /** Failed sign-ins, in windows that begin with their first one. Ours, not the library's. */
  sign_in_failures: {
    account: string
    origin: string
    window_start: number
    count: number
  }
  identity_two_factors: {
    id: string
    /** Encrypted by the library. */
    secret: string
    backupCodes: string
    userId: string
    verified: boolean | null
  }
}
