// @invariant learning-deterministic
import type { SignalParams } from '../registry/params.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Decision } from './decision.ts'
import { DecisionEngine, type AgentVote, type Evaluation } from './engine.ts'
import type { EngineState } from './engine-state.ts'
import type { StrikeChoice } from './entry-plan.ts'

/**
 * Everything one decision was made from, as plain data: the same engine makes the same decision from it again. What a
 * voter read itself is in the record of signals; here stands what it reported.
 */
export interface DecisionInputs extends Omit<Evaluation, 'chooseStrike'> {
  readonly symbol: IndexSymbol
  readonly configHash: string
  /** The engine's part of the parameters the hash is of. */
  readonly params: SignalParams['engine']
  /** What the engine remembered of the minutes before. */
  readonly state: EngineState
  /** The answer of the search for a contract; null when none was needed. */
  readonly strike: StrikeChoice | null
}

/** Who decides, and under which parameters. */
export type DecisionVersion = Pick<DecisionInputs, 'symbol' | 'params' | 'configHash'>

/** Decides, and reports from what. `as` is what the engine was made with. */
export function decideOnRecord(
  engine: DecisionEngine,
  as: DecisionVersion,
  evaluation: Evaluation,
): { decision: Decision; inputs: DecisionInputs } {
  const { state } = engine
  const { chooseStrike, ...read } = evaluation
  let strike: StrikeChoice | null = null
  const decision = engine.evaluate({
    ...evaluation,
    chooseStrike: (direction) => (strike = chooseStrike(direction)),
  })
  return { decision, inputs: { ...read, votes: copiedVotes(evaluation.votes), ...as, state, strike } }
}

/** The decision this version of the engine makes from recorded inputs. Throws RangeError when they lack the contract it asks for. */
export function recomputeDecision(inputs: DecisionInputs): Decision {
  const { symbol, params, configHash, state, strike, ...read } = inputs
  return new DecisionEngine(symbol, params, configHash, state).evaluate({
    ...read,
    chooseStrike() {
      if (strike === null) throw new RangeError('the record holds no search for a contract, and one is needed')
      return strike
    },
  })
}

/** Readings are live objects of the agents: what they report now is copied. */
function copiedVotes(votes: Evaluation['votes']): Evaluation['votes'] {
  const copies = Object.entries(votes).map(([voter, { reading, stale }]): [string, AgentVote] => [
    voter,
    { reading: { bias: reading.bias, strength: reading.strength, asOf: reading.asOf }, stale },
  ])
  // The keys are those of `votes`, which fromEntries forgets.
  return Object.fromEntries(copies) as unknown as Evaluation['votes']
}
