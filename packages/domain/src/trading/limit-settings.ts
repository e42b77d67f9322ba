import { NO_ACCOUNT_LIMITS, type AccountLimits } from './account-limits.ts'
import type { RiskLimits } from './user-limits.ts'

/** The limits of an account as settings, each with a name of its own: those over all indices beside the others. */
export type LimitSettings = Omit<RiskLimits, 'account'> & AccountLimits

export function limitSettingsOf({ account, ...others }: RiskLimits): LimitSettings {
  return { ...others, ...account }
}

/** The limits that these settings are. */
export function limitsOf(settings: LimitSettings): RiskLimits {
  const isOfAccount = ([name]: [string, unknown]) => name in NO_ACCOUNT_LIMITS
  const { true: ofAccount = [], false: others = [] } = Object.groupBy(Object.entries(settings), (one) =>
    isOfAccount(one) ? 'true' : 'false',
  )
  return { ...Object.fromEntries(others), account: Object.fromEntries(ofAccount) } as unknown as RiskLimits
}
