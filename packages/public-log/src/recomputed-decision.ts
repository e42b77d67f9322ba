import { recomputeDecision } from '@strikewise/signals/decision/decision-inputs.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { DecisionEntryBody } from './entry-bodies.ts'
import { inputsOfVersion1, type DecisionEntryBodyV1, type DecisionV1 } from './version-1.ts'

/** A recorded decision beside the one this version of the engine makes from its recorded inputs. */
export interface RecomputedDecision {
  readonly recorded: unknown
  readonly computed: unknown
  /** Whether all of the decision is compared, or its figures and codes: the sentences of version 1 are written no more. */
  readonly compared: 'all' | 'figures_and_codes'
}

/** Throws RangeError when the inputs lack the contract the engine asks for. */
export function recomputed(body: DecisionEntryBody | DecisionEntryBodyV1): RecomputedDecision {
  if (body.v === 2) return { recorded: body.decision, computed: recomputeDecision(body.inputs), compared: 'all' }
  return {
    recorded: figuresAndCodes(body.decision),
    computed: figuresAndCodes(recomputeDecision(inputsOfVersion1(body.inputs))),
    compared: 'figures_and_codes',
  }
}

function figuresAndCodes(decision: Decision | DecisionV1) {
  return { ...decision, noTrade: decision.noTrade.map(({ code }) => code), flips: null }
}
