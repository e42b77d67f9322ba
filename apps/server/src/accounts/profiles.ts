import type { PlanState } from '@strikewise/domain/plans/entitlements.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** A user's own row of this product; the name and address belong to identity. */
export interface Profile {
  readonly plan: PlanState
  readonly joinedAt: EpochMs
  readonly telegramChatId: string | null
}

/** Makes the profile of a new user: starter, joined now. Doing it twice changes nothing. */
export async function createProfile(db: Kysely<Database>, userId: string, now: EpochMs): Promise<void> {
  await db
    .insertInto('profiles')
    .values({ user_id: userId, plan: 'starter', plan_expiry: null, joined_at: new Date(now), telegram_chat_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function loadProfile(db: Kysely<Database>, userId: string): Promise<Profile | undefined> {
  const row = await db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (row === undefined) return undefined
  return {
    plan: { plan: row.plan, expiresAt: row.plan_expiry === null ? null : (row.plan_expiry.getTime() as EpochMs) },
    joinedAt: row.joined_at.getTime() as EpochMs,
    telegramChatId: row.telegram_chat_id,
  }
}
