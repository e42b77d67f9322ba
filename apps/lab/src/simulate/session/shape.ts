import type { AccountLimits } from '@strikewise/domain/trading/account-limits.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'

/** One simulated account. Money in paise. */
export interface AccountShape {
  readonly id: string
  readonly plan: Plan
  readonly mode: LinkMode
  readonly lots: number
  readonly trailing: boolean
  readonly slBuffer: number
  readonly capital: number
  readonly cash: number
  readonly maxEntriesPerSymbol: number
  /** When the token was made, in milliseconds after the day's midnight in India; negative: the day before. Else 8:30. */
  readonly loginAtMs?: number
  /** The user has chosen that a short which took a sale of their own is bought back too. */
  readonly coverManualShorts?: boolean
  /** Settings for both indices whatever the plan, as an account has them that came down from a larger plan. */
  readonly everyIndex?: boolean
  /** What its user limits over all indices; what is left out is not limited. */
  readonly limits?: Partial<AccountLimits>
  /** Net results of days before this one, in paise. */
  readonly past?: readonly { readonly mode: LinkMode; readonly daysAgo: number; readonly net: number }[]
}

/** A decision of the engine to buy `contract`, `afterMs` into the session. */
export interface SignalShape {
  readonly afterMs: number
  /** Place in CONTRACTS. */
  readonly contract: number
  readonly score: number
}

/** The displayed book of one contract from `afterMs` on, in paise; `quantity` units at each of five levels. */
export interface MoveShape {
  readonly afterMs: number
  readonly contract: number
  readonly bid: number
  readonly ask: number
  readonly quantity: number
  /** Nothing trades at it: the last price stays as it was. */
  readonly isQuiet?: boolean
  /** The store may be late to commit what is decided by it. */
  readonly mayBeLate?: boolean
}

/** How the open trades end once everything has healed. */
export type Ending =
  | 'fall'
  | 'rise'
  | 'square_off'
  | 'stale'
  | 'unsold'
  /** Nothing heals before the market has closed. */
  | 'over_close'

/** All of a session that is not a fault: plain data, so that a scenario can be saved, cut down and run again. */
export interface SessionShape {
  /** Decides what is neither shape nor fault: latencies, ties, the exchange's own delays. */
  readonly seed: number
  readonly day: IstDate
  /** Milliseconds after midnight in India at which the first executor starts. */
  readonly startsAt: number
  readonly executors: 1 | 2 | 3
  /** The operator lets live accounts trade. */
  readonly liveTrading?: true
  /** Whether all executors run on one machine, as while a deploy replaces one by the other. Else each has its own disk. */
  readonly oneMachine?: boolean
  readonly accounts: readonly AccountShape[]
  readonly signals: readonly SignalShape[]
  readonly moves: readonly MoveShape[]
  /** Length of the first phase; after it nothing goes wrong any more. */
  readonly faultMs: number
  readonly ending: Ending
  /** The product's own adapter calls the broker, over bytes: else the port stands straight on the exchange model. */
  readonly wire?: boolean
  readonly cooldownMs: number
  /** How often funds are read; they carry entries for twice as long. Else as in the program. */
  readonly fundsEveryMs?: number
}
