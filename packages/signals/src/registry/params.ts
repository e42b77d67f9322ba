import { DECISION_PARAMS, type DecisionParams } from './decision-params.ts'
import { DECIDING_AGENTS, type DecidingAgent } from './registry.ts'

/** Version of the signal code. A change of any formula raises it; a change of a number below changes `configHash`. */
export const SIGNALS_VERSION = '1.2.0'

/** The numbers of each agent that decides, under its `paramsKey`. A shadow agent's are not among them. */
type AgentParams = { readonly [A in DecidingAgent as A['paramsKey']]: A['params'] }

/**
 * Every number the agents and the decision engine use (signals reference: all marked *param*), in one object whose
 * hash goes into every signal and decision. Durations in ms, prices in rupees or index points, shares as fractions,
 * times of day in minutes after IST midnight.
 */
export interface SignalParams extends DecisionParams, AgentParams {
  readonly candles: {
    readonly graceMs: number
    /** More synthetic bars than this in the last `syntheticWindow` make every bar-based agent stale. */
    readonly syntheticLimit: number
    readonly syntheticWindow: number
    /** More synthetic bars than this in a row block the market. */
    readonly syntheticRowLimit: number
  }
  /** Age at which an input is too old to speak for now. */
  readonly ttl: {
    readonly oneMinuteMs: number
    readonly fiveMinuteMs: number
    readonly chainMs: number
    readonly blockMs: number
    /** Sessions a published FII/DII row speaks for. */
    readonly flowSessions: number
  }
  readonly sentiment: {
    readonly halfLifeMs: number
    /** Older headlines are forgotten. */
    readonly freshMs: number
    readonly minHeadlines: number
    /** Share of words two titles must have in common to be the same headline. */
    readonly sameTitle: number
    /** Words before a positive one in which a negation turns it. */
    readonly negationWords: number
    /** The most it may change a strength by. */
    readonly effect: number
  }
}

const AGENT_PARAMS = Object.fromEntries(
  DECIDING_AGENTS.map(({ paramsKey, params }) => [paramsKey, params]),
  // The keys are those of the definitions, which fromEntries forgets.
) as unknown as AgentParams

/** The numbers of the signals reference. */
export const SIGNAL_PARAMS: SignalParams = {
  candles: { graceMs: 2000, syntheticLimit: 2, syntheticWindow: 10, syntheticRowLimit: 2 },
  ttl: { oneMinuteMs: 90_000, fiveMinuteMs: 330_000, chainMs: 30_000, blockMs: 90_000, flowSessions: 3 },
  sentiment: {
    halfLifeMs: 120 * 60_000,
    freshMs: 8 * 60 * 60_000,
    minHeadlines: 3,
    sameTitle: 0.8,
    negationWords: 3,
    effect: 0.1,
  },
  ...AGENT_PARAMS,
  ...DECISION_PARAMS,
}
