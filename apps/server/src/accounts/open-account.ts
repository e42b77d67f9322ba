// @invariant consent-before-account No account works before there is proof of what its owner agreed to.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { recordConsent } from '../consents/consents.ts'
import { createProfile } from './profiles.ts'

/**
 * What an account begins with whose owner ticked the boxes of the sign-up: a starter's profile, and proof of what was agreed
 * to. Any other account begins with the profile alone, and asks for the terms before anything else works.
 */
export async function openAccount(db: Kysely<Database>, userId: string, now: EpochMs): Promise<void> {
  await createProfile(db, userId, now)
  await recordConsent(db, userId, ['terms', 'privacy', 'adult'], true, now)
}
