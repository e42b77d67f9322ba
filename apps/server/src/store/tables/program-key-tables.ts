import type { KeyScope } from '@strikewise/wire/route.ts'
import type { Generated, GeneratedAlways } from 'kysely'

/** Keys live by the store's clock, as sessions do. */
export interface ProgramKeyTables {
  program_keys: {
    /** A UUID. */
    id: string
    user_id: string
    name: string
    scopes: KeyScope[]
    /** SHA-256 of the key. */
    digest: Buffer
    last4: string
    created_at: Generated<Date>
    expires_at: Date
    /** Addresses or CIDR ranges; empty: from anywhere. */
    addresses: string[]
    /** To within a minute. */
    last_used_at: Generated<Date | null>
    last_used_address: Generated<string | null>
    revoked_at: Generated<Date | null>
  }
  /** Insert only. */
  program_key_events: {
    id: GeneratedAlways<number>
    key_id: string
    user_id: string
    event: 'created' | 'revoked' | 'used'
    /** Of `used` the route that changed something, else null. */
    route: Generated<string | null>
    at: Generated<Date>
  }
}
