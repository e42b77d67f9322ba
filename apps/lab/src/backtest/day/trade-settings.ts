import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { TradeRules } from './trade-rules.ts'

/** What the simulated user has set. */
export interface TradeSettings {
  readonly lots: number
  /** Slack between trigger and limit of the stop. */
  readonly slBuffer: Paise
  readonly trailing: boolean
  /** Declared capital: the day's loss cap and a trade's risk budget are shares of it. */
  readonly capital: Paise
  /** Absent: the product's own. */
  readonly rules?: TradeRules
}
