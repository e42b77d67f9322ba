import { SECOND_MS } from '@strikewise/domain/time/ist.ts'
import { FEATURE_FLAGS, FLAGS_HOLD_WITHIN_S, type FeatureFlag } from '@strikewise/wire/feature-flags.ts'
import type { Kysely } from 'kysely'
import { memoizeFor } from '../memoize-for.ts'
import type { Database } from '../store/database.ts'
import { featuresOf, isFeatureOn, type FlagRules, type FlagUser } from './evaluate-flag.ts'

/** The flags as they were read last. */
export interface CurrentFlags {
  isOn(flag: FeatureFlag, user: FlagUser): boolean
  /** Those that are on for a user. */
  featuresOf(user: FlagUser): FeatureFlag[]
}

/** The flags of a role. Throws what the store throws where they cannot be read. */
export interface FeatureFlags {
  current(): Promise<CurrentFlags>
}

/** Flags out of the store, read once in a few seconds however many ask: at most one row a flag, nothing a user. */
export function openFeatureFlags(db: Kysely<Database>, realNow: () => number = () => performance.now()): FeatureFlags {
  const current = memoizeFor(
    FLAGS_HOLD_WITHIN_S * SECOND_MS,
    async (): Promise<CurrentFlags> => {
      const rules = await readRules(db)
      return {
        isOn: (flag, user) => isFeatureOn(rules, flag, user),
        featuresOf: (user) => featuresOf(rules, user),
      }
    },
    realNow,
  )
  return { current }
}

async function readRules(db: Kysely<Database>): Promise<FlagRules> {
  const rows = await db
    .selectFrom('feature_flags')
    .select(['flag', 'plans', 'percentage'])
    .where('flag', 'in', FEATURE_FLAGS)
    .execute()
  return new Map(rows.map(({ flag, ...rule }) => [flag, rule]))
}
