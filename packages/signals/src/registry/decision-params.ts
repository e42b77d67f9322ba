import { byVoter, type Voter } from './registry.ts'

/**
 * Numbers of the decision engine and of the entries it plans (signals reference §3, all marked *param*). Part of
 * `SignalParams`, whose units hold here too.
 */
export interface DecisionParams {
  readonly engine: {
    /** How much each vote counts, by agent. */
    readonly weights: Readonly<Record<Voter, number>>
    /** Which learned weights these are; undefined: the ones below, as written. */
    readonly weightsVersion?: string | undefined
    readonly minCoverage: number
    readonly enter: number
    readonly lunchExtra: number
    readonly lunchFrom: number
    readonly lunchTo: number
    readonly agreeing: number
    readonly opposing: number
    readonly evaluations: number
  }
  readonly entry: {
    readonly deltaMin: number
    readonly deltaMax: number
    readonly deltaBest: number
    readonly midMin: number
    readonly midMax: number
    readonly spreadShare: { readonly NIFTY: number; readonly BANKNIFTY: number }
    readonly spreadRupees: number
    readonly askQuantityTimes: number
    readonly orderLots: number
    readonly minOpenInterest: { readonly NIFTY: number; readonly BANKNIFTY: number }
    readonly minVolume: { readonly NIFTY: number; readonly BANKNIFTY: number }
    readonly quoteAgeMs: number
    readonly ivPercentile: number
    readonly chaseTicks: number
    readonly chaseShare: number
    readonly stopAtr: number
    /** Trading days left, today included, below which BANKNIFTY entries move to the next month. */
    readonly monthlyMinDays: number
  }
}

/** As the definitions of the agents have them, in the order in which votes are summed. */
const WEIGHTS = byVoter<number>((_name, _index, { role }) => role.weight)

/** The numbers of the signals reference. */
export const DECISION_PARAMS: DecisionParams = {
  engine: {
    weights: WEIGHTS,
    minCoverage: 0.7,
    enter: 0.4,
    lunchExtra: 0.05,
    lunchFrom: 12 * 60,
    lunchTo: 13 * 60 + 15,
    agreeing: 2,
    opposing: 0.4,
    evaluations: 2,
  },
  entry: {
    deltaMin: 0.45,
    deltaMax: 0.65,
    deltaBest: 0.55,
    midMin: 20,
    midMax: 1000,
    spreadShare: { NIFTY: 0.006, BANKNIFTY: 0.01 },
    spreadRupees: 0.1,
    askQuantityTimes: 3,
    orderLots: 1,
    minOpenInterest: { NIFTY: 5000, BANKNIFTY: 500 },
    minVolume: { NIFTY: 10_000, BANKNIFTY: 1000 },
    quoteAgeMs: 5000,
    ivPercentile: 0.9,
    chaseTicks: 2,
    chaseShare: 1.005,
    stopAtr: 2,
    monthlyMinDays: 3,
  },
}
