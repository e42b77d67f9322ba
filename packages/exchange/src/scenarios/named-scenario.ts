import type { AgentName } from '@strikewise/signals/registry/registry.ts'
import type { Bias } from '@strikewise/signals/agents/signal.ts'
import type { NoTradeCode } from '@strikewise/signals/registry/no-trade-codes.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExchangeFault } from '../faults.ts'
import type { ScenarioCommand } from '../price-path.ts'

/** A change of the market's course at an instant of market time; it acts from the next sub-step (500 ms) on. */
export interface ScenarioStep {
  readonly at: EpochMs
  readonly command: ScenarioCommand
}

/** What NIFTY's agents, its decisions and the trades of a user must be: the scenario fails where they are not. */
export type Expected =
  /** The agent's answer at `at`; `reason`: one of its reason codes. */
  | {
      readonly kind: 'agent'
      readonly at: EpochMs
      readonly agent: AgentName
      readonly bias: Bias
      readonly reason?: string
    }
  /** The decision of the minute that ended at `at` stayed out, `code` among its reasons. */
  | { readonly kind: 'stays_out'; readonly at: EpochMs; readonly code: NoTradeCode }
  /** The decision of the minute that ended at `at` was made without this reason. */
  | { readonly kind: 'not_blocked'; readonly at: EpochMs; readonly code: NoTradeCode }
  /** A trade in progress at the broker: what becomes of it when the fault strikes. */
  | { readonly kind: 'trade'; readonly outcome: TradeOutcome }

export type TradeOutcome =
  /** The broker rejects the entry: nothing is held, no stop is placed, the trade is abandoned. */
  | 'entry_rejected'
  /** The entry gets one lot and the rest of it is cancelled: the stop covers exactly what is held. */
  | 'filled_in_part'
  /** The market jumps over the stop's limit: the position is sold lower, and the trade closes by its stop. */
  | 'sold_below_the_stop'

/** A day of the simulated market that always comes out the same, and what must come of it. */
export interface NamedScenario {
  readonly name: string
  /** What happens, for people who choose one. */
  readonly title: string
  readonly seed: string
  /** Market time a sandbox with this scenario starts at. */
  readonly startsAt: EpochMs
  /** True when it is made by its date (an expiry, an announcement): on another day nothing of it happens. */
  readonly isOfItsDay: boolean
  readonly steps: readonly ScenarioStep[]
  /** Troubles inside the exchange, from the start on, for all accounts. */
  readonly faults: readonly ExchangeFault[]
  readonly expected: readonly Expected[]
}
