import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountLimits } from '@strikewise/domain/trading/account-limits.ts'
import type { RiskLimits } from '@strikewise/domain/trading/user-limits.ts'

/** The user's settings of one index. */
export interface SymbolSettings {
  readonly symbol: IndexSymbol
  readonly lots: number
  readonly autoExecute: boolean
  /** How long an entry waits for its user to approve it; null: it is made without asking. */
  readonly approvalSeconds: number | null
  readonly trailing: boolean
  /** Slack between trigger and limit of the stop. */
  readonly slBuffer: Paise
}

/** What the plan of an account goes by between its entries. */
export interface PlanSettings {
  /** The most the account may lose today; undefined while its capital is not known. */
  readonly dailyLossLimit: Paise | undefined
  /** What its user limits over all indices. */
  readonly accountLimits: AccountLimits
  /** The user wants a short position bought back that took a sale of their own. */
  readonly coverManualShorts: boolean
}

/** A logic that may enter for live links, and what the exchange calls it. */
export interface RegisteredLogic {
  /** Hash of its version, parameters and weights, as in its decisions. */
  readonly configHash: string
  /** Issued by the exchange; every order of the trade carries it. */
  readonly identifier: string
}

/** What the product knows of an account, as it stands in the store. The broker and the market are asked elsewhere. */
export interface AccountFacts {
  readonly userId: string
  readonly plan: Plan
  readonly planExpiresAt: EpochMs | null
  /** To auto execution; of a live link also to that without a proven edge, unless the user's trades have shown one. */
  readonly consentGiven: boolean
  readonly strategies: readonly SymbolSettings[]
  /** More than one position a symbol binds only where the plan has no limit of its own. */
  readonly risk: Omit<RiskLimits, 'coverManualShorts' | 'entryHours'>
  readonly coverManualShorts: RiskLimits['coverManualShorts']
  /** Binds only where the plan has the time filter. */
  readonly entryHours: RiskLimits['entryHours']
  readonly link: {
    readonly mode: LinkMode
    readonly connected: boolean
    /** When the access token was made; null: there is none. */
    readonly loginAt: EpochMs | null
    /** The address order calls leave from; null: none assigned. */
    readonly egressAddress: string | null
  }
  /** What is registered for live entries today; the same for every account. */
  readonly registeredLogic: readonly RegisteredLogic[]
  /** The stop buttons. Null: unreadable, which counts as pressed. */
  readonly killSwitch: { readonly user: boolean | null; readonly global: boolean | null }
}

/** What the exchange calls the logic with this hash; undefined: it is not registered today. */
export function algoIdOf({ registeredLogic }: AccountFacts, configHash: string): string | undefined {
  return registeredLogic.find((logic) => logic.configHash === configHash)?.identifier
}
