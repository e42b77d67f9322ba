import type { SignalParams } from '../registry/params.ts'
import { configHash } from '../registry/config-hash.ts'
import { DECISION_PARAMS } from '../registry/decision-params.ts'
import type { DecisionInputs } from '../decision/decision-inputs.ts'
import type { Decision } from '../decision/decision.ts'
import { DecisionEngine } from '../decision/engine.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { withWeights, type NamedWeights } from './voter-weights.ts'

/** What the challenger would have reported of a minute. It is recorded beside the decision and leads to nothing. */
export interface ChallengerOpinion extends Pick<Decision, 'score' | 'coverage' | 'direction'> {
  readonly version: string
  readonly configHash: string
  /** Whether it would have looked for a contract to buy. It never looks: no contract, no plan, no trade comes of it. */
  readonly wouldEnter: boolean
}

/** The decision engine under the challenger's weights, on what the champion has just read. It keeps its own memory. */
export class Challenger {
  readonly #engine: DecisionEngine
  readonly #about: Pick<ChallengerOpinion, 'version' | 'configHash'>

  constructor(symbol: IndexSymbol, params: SignalParams, weights: NamedWeights) {
    const own = withWeights(params, weights)
    this.#about = { version: weights.version, configHash: configHash(own) }
    this.#engine = new DecisionEngine(symbol, own.engine, this.#about.configHash)
  }

  opinion({ barEnd, votes, block, regime, spike, spot, atr5 }: DecisionInputs): ChallengerOpinion {
    let wouldEnter = false
    const { score, coverage, direction } = this.#engine.evaluate({
      barEnd,
      votes,
      block,
      regime,
      spike,
      spot,
      atr5,
      chooseStrike() {
        wouldEnter = true
        return NOT_SOUGHT
      },
    })
    return { ...this.#about, score, coverage, direction, wouldEnter }
  }
}

/** No contract: none was looked for. */
const NOT_SOUGHT = {
  found: false,
  ivTooHigh: false,
  refusals: { inRange: 0, price: 0, spread: 0, quantity: 0, interest: 0, volume: 0, old: 0 },
  limits: DECISION_PARAMS.entry,
} as const
