import type { AgentDefinition } from '../definition.ts'
import { minuteOfDay as at } from './minute-of-day.ts'

/** Numbers of the option chain and its agent (signals reference §1.4). Part of `SignalParams`, whose units hold here too. */
export interface ChainParams {
  /** Continuously compounded, a year: the 3-month treasury bill. */
  readonly rate: number
  readonly bandStrikes: number
  readonly nearStrikes: number
  readonly forwardStrikes: number
  readonly windowMinutes: number
  readonly enter: number
  readonly leave: number
  readonly weights: {
    readonly openInterest: number
    readonly pcr: number
    readonly walls: number
    readonly skew: number
    readonly flow: number
  }
  /** Median 15-minute gross open-interest turnover as a share of open interest. */
  readonly grossReference: { readonly NIFTY: number; readonly BANKNIFTY: number }
  readonly minGrossShare: number
  readonly pcrScale: number
  readonly pcrBase: number
  readonly wallDrop: number
  readonly skewScale: number
  readonly skewMinDays: number
  readonly emaLength: number
  readonly emaTradeAgeMs: number
  readonly spreadRupees: number
  readonly spreadShare: number
  readonly lastPriceAgeMs: number
  readonly buildUp: {
    readonly priceShare: number
    readonly priceRupees: number
    readonly openInterestShare: number
    readonly ivPoints: number
  }
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type ChainCode = 'warm_up' | 'open_interest' | 'pcr' | 'walls' | 'skew' | 'flow' | 'build_up' | 'below_threshold'

const params: ChainParams = {
  rate: 0.065,
  bandStrikes: 10,
  nearStrikes: 2,
  forwardStrikes: 5,
  windowMinutes: 15,
  enter: 0.3,
  leave: 0.12,
  weights: { openInterest: 0.35, pcr: 0.15, walls: 0.2, skew: 0.1, flow: 0.2 },
  grossReference: { NIFTY: 0.03, BANKNIFTY: 0.013 },
  minGrossShare: 0.005,
  pcrScale: 0.1,
  pcrBase: at(9, 30),
  wallDrop: 0.05,
  skewScale: 1,
  skewMinDays: 0.5,
  emaLength: 20,
  emaTradeAgeMs: 120_000,
  spreadRupees: 0.1,
  spreadShare: 0.02,
  lastPriceAgeMs: 60_000,
  buildUp: { priceShare: 0.005, priceRupees: 0.5, openInterestShare: 0.01, ivPoints: 0.1 },
}

/** Positions of option writers and buyers. */
export const OPTION_CHAIN_AGENT = {
  name: 'option_chain_signal',
  title: 'Option chain',
  inSentences: 'the option-chain agent',
  about: 'Open interest, put-call ratio, walls',
  reads: 'option_chain',
  ttl: 'chainMs',
  role: { kind: 'vote', weight: 0.3, adjective: 'option-chain', isCore: true, canOppose: true, waitsAfterSpike: false },
  offer: {
    from: 'starter',
    coreCard: true,
    looksAt:
      'Changes of open interest over fifteen minutes around the money, put-call ratio, the walls of open interest, skew and volatility.',
    says: 'On which side writers lean, and whether a wall gives way. Max pain is shown and counts for nothing.',
  },
  paramsKey: 'chain',
  params,
} as const satisfies AgentDefinition
