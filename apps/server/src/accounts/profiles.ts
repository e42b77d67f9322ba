import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { tradingRightsOf, type PlanState } from '@strikewise/plans/entitlements.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { TradingRights } from '@strikewise/plans/policy.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { agreedText, termsState, type TermsState } from '../consents/terms-state.ts'

/** A user's own row of this product; the name and address belong to identity. */
export interface Profile {
  readonly plan: PlanState
  /** What was bought to begin when the plan ends; undefined: nothing. */
  readonly next: { readonly plan: Plan; readonly startsAt: EpochMs; readonly expiresAt: EpochMs } | undefined
  /** Kind of the user's trading account; undefined while there is none. */
  readonly link: LinkMode | undefined
  readonly joinedAt: EpochMs
  readonly telegramChatId: string | null
  readonly terms: TermsState
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
  const row = await db
    .selectFrom('profiles')
    .leftJoin('broker_links', 'broker_links.user_id', 'profiles.user_id')
    .select(['plan', 'plan_expiry', 'next_plan', 'next_plan_expiry', 'joined_at', 'telegram_chat_id', 'mode'])
    .select([agreedText('terms').as('terms'), agreedText('privacy').as('privacy')])
    .where('profiles.user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { plan_expiry: ends, next_plan: next, next_plan_expiry: nextEnds } = row
  return {
    next:
      next === null || ends === null || nextEnds === null
        ? undefined
        : { plan: next, startsAt: ends.getTime() as EpochMs, expiresAt: nextEnds.getTime() as EpochMs },
    plan: { plan: row.plan, expiresAt: row.plan_expiry === null ? null : (row.plan_expiry.getTime() as EpochMs) },
    link: row.mode ?? undefined,
    joinedAt: row.joined_at.getTime() as EpochMs,
    telegramChatId: row.telegram_chat_id,
    terms: termsState(row.terms, row.privacy),
  }
}

/** The indices this user may have traded automatically now, in the account they have; by the plan while they have none. */
export function tradedSymbols({ plan, link }: Profile, now: EpochMs): TradingRights['symbols'] {
  return tradingRightsOf(plan, link ?? 'live', now).symbols
}
