/**
 * Numbers of the decision engine and of the entries it plans (signals reference §3, all marked *param*). Part of
 * `SignalParams`, whose units hold here too.
 */
export interface DecisionParams {
  readonly engine: {
    readonly weights: {
      readonly candle_signal: number
      readonly indicator_signal: number
      readonly option_chain_signal: number
      readonly fii_dii_signal: number
      readonly spike_signal: number
    }
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

/** The numbers of the signals reference. */
export const DECISION_PARAMS: DecisionParams = {
  engine: {
    weights: {
      candle_signal: 0.2,
      indicator_signal: 0.3,
      option_chain_signal: 0.3,
      fii_dii_signal: 0.1,
      spike_signal: 0.1,
    },
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
