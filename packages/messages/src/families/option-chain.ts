import type { Bias } from '@strikewise/domain/agents/signal.ts'
import type { OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { BuildUpLabel } from '../labels.ts'
import type { MinuteOfDay, Points, Ratio, Score } from '../parameters.ts'

/** Reasons of the option-chain agent. */
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
      readonly kind: BuildUpLabel
      readonly meaning: Bias
    }
  | {
      readonly code: 'chain_leg.build_up.led'
      readonly strike: number
      readonly side: OptionSide
      readonly kind: BuildUpLabel
      readonly meaning: Bias
      readonly led: 'buyers' | 'writers'
    }
