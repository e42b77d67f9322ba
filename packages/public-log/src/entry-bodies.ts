import type { AgentName } from '@strikewise/signals/registry/registry.ts'
import type { AgentSignal } from '@strikewise/signals/agents/signal.ts'
import type { DecisionInputs } from '@strikewise/signals/decision/decision-inputs.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { ChallengerOpinion } from '@strikewise/signals/learning/challenger.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** An agent reports something else than before. */
export interface SignalEntryBody {
  /** Version 1 had no `v`: see `version-1.ts`. */
  readonly v: 2
  readonly kind: 'signal'
  readonly at: EpochMs
  readonly symbol: IndexSymbol
  readonly agent: AgentName
  readonly signal: AgentSignal
}

/** A closed minute was decided on, from `inputs`. */
export interface DecisionEntryBody {
  readonly v: 2
  readonly kind: 'decision'
  readonly at: EpochMs
  readonly symbol: IndexSymbol
  readonly decision: Decision
  readonly inputs: DecisionInputs
  /** What the weights that are on trial would have reported; undefined: none were. */
  readonly challenger?: ChallengerOpinion | undefined
}

/** What entries of the record report. */
export type EntryBody = SignalEntryBody | DecisionEntryBody
