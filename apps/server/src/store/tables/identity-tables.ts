import type { Generated } from 'kysely'

/** The identity library's tables, in its spelling. We read them; only the library writes. */
export interface IdentityTables {
  identity_users: {
    id: string
    name: string
    email: string
    emailVerified: boolean
    image: string | null
    twoFactorEnabled: boolean | null
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
  }
  identity_accounts: {
    id: string
    accountId: string
    providerId: string
    userId: string
    password: string | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
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
