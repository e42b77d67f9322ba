import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { recordConsent } from './consents.ts'
import { createProfile } from './profiles.ts'

/**
 * What every new account begins with: a starter's profile, and proof of what its owner agreed to. Both ways to an account
 * ask for it: the sign-up form by its boxes, the external sign-in by the words beside its button.
 */
export async function openAccount(db: Kysely<Database>, userId: string, now: EpochMs): Promise<void> {
  await createProfile(db, userId, now)
  await recordConsent(db, userId, ['terms', 'privacy', 'adult'], true, now)
}
