import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { FeatureFlag } from '@strikewise/wire/feature-flags.ts'

export interface FeatureFlagTables {
  /** Which users have an optional feature. Without a row it is on for every user. */
  feature_flags: {
    /** Rows of features that a later version does not have any more stay, and hold nothing. */
    flag: FeatureFlag
    plans: Plan[]
    /** Of the users of the plans, 0 to 100. */
    percentage: number
    updated_by: string
    updated_at: number
  }
}
