// @invariant flag-shares A feature that is on for a share of users is on for the same users as long as the share stays, and for more of them, never fewer, as it grows.
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { sha256 } from '@strikewise/domain/hashing/sha256.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { effectivePlan, type PlanState } from '@strikewise/plans/entitlements.ts'
import { FEATURE_FLAGS, type FeatureFlag } from '@strikewise/wire/feature-flags.ts'

/** Who has a feature: users of these plans, and of them this percentage, 0 to 100. */
interface FlagRule {
  readonly plans: readonly Plan[]
  readonly percentage: number
}

/** The rules that operators have set. A feature without one is on for every user. */
export type FlagRules = ReadonlyMap<FeatureFlag, FlagRule>

/** A user as flags see one. */
export interface FlagUser {
  readonly userId: string
  /** The plan whose rights hold now. */
  readonly plan: Plan
}

/** A user as flags see one at `now`: a paid plan that ended counts as starter. */
export function flagUser(userId: string, plan: PlanState, now: EpochMs): FlagUser {
  return { userId, plan: effectivePlan(plan, now) }
}

const BUCKETS = 100
/** Hexadecimal digits of the hash that are used: 48 bits, which a number holds exactly and 100 divides evenly enough. */
const HASH_DIGITS = 12

/** Whether `flag` is on for a user. */
export function isFeatureOn(rules: FlagRules, flag: FeatureFlag, { userId, plan }: FlagUser): boolean {
  const rule = rules.get(flag)
  return rule === undefined || (rule.plans.includes(plan) && bucketOf(flag, userId) < rule.percentage)
}

/** The features that are on for a user, in the order of the registry. */
export function featuresOf(rules: FlagRules, user: FlagUser): FeatureFlag[] {
  return FEATURE_FLAGS.filter((flag) => isFeatureOn(rules, flag, user))
}

/** The bucket of a user, 0 to 99: the same for ever, and another one for each flag, so that shares of two flags are not the same users. */
export function bucketOf(flag: FeatureFlag, userId: string): number {
  return Number.parseInt(sha256(canonicalJson({ flag, user: userId })).slice(0, HASH_DIGITS), 16) % BUCKETS
}
