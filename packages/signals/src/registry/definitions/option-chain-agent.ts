import type { OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { MinuteOfDay, Points, Ratio, Score } from '@strikewise/domain/text/message-parameters.ts'
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

/** What was built up or unwound at a strike. */
export const BUILD_UPS = ['long_build_up', 'short_build_up', 'short_covering', 'long_unwinding'] as const
export type BuildUp = (typeof BUILD_UPS)[number]

/** What its reasons report. */
export type ChainReason =
  | { readonly code: 'chain.warm_up.no_prices' }
  | { readonly code: 'chain.warm_up.window'; readonly minutes: number }
  | { readonly code: 'chain.open_interest'; readonly minutes: number; readonly puts: number; readonly calls: number }
  | { readonly code: 'chain.pcr'; readonly ratio: Ratio; readonly base: Ratio; readonly baseAt: MinuteOfDay }
  | { readonly code: 'chain.pcr.no_base'; readonly ratio: Ratio; readonly baseAt: MinuteOfDay }
  | { readonly code: 'chain.pcr.unknown' }
  | {
      readonly code: 'chain.walls.between'
      readonly forward: Points
      readonly support: number
      readonly resistance: number
    }
  | { readonly code: 'chain.walls.support'; readonly forward: Points; readonly support: number }
  | { readonly code: 'chain.walls.resistance'; readonly forward: Points; readonly resistance: number }
  | { readonly code: 'chain.walls.none'; readonly forward: Points }
  | { readonly code: 'chain.skew'; readonly change: Score; readonly minutes: number }
  | { readonly code: 'chain.skew.unknown' }
  | { readonly code: 'chain.flow'; readonly direction: 'bullish' | 'bearish' | 'none' }
  | { readonly code: 'chain.build_up'; readonly legs: readonly ChainLeg[] }
  | { readonly code: 'chain.below_threshold'; readonly score: Score; readonly enter: Ratio; readonly leave: Ratio }

/** One strike of the build-up; part of `chain.build_up`. */
export type ChainLeg =
  | {
      readonly code: 'chain_leg.build_up'
      readonly strike: number
      readonly side: OptionSide
      readonly kind: BuildUp
      readonly meaning: 'bullish' | 'bearish'
    }
  | {
      readonly code: 'chain_leg.build_up.led'
      readonly strike: number
      readonly side: OptionSide
      readonly kind: BuildUp
      readonly meaning: 'bullish' | 'bearish'
      readonly led: 'buyers' | 'writers'
    }

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
  about: 'Open interest, put-call ratio, walls',
  reads: 'option_chain',
  ttl: 'chainMs',
  role: { kind: 'vote', weight: 0.3, isCore: true, canOppose: true, waitsAfterSpike: false },
  offer: {
    from: 'starter',
    coreCard: true,
  },
  paramsKey: 'chain',
  params,
} as const satisfies AgentDefinition
