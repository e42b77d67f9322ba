import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { Points, Ratio } from '@strikewise/domain/text/message-parameters.ts'
import type { AgentDefinition } from '../definition.ts'

/** Numbers of the agent that compares realised with implied volatility. */
export interface VolatilityGapParams {
  /** One-minute moves from which the realised volatility is measured. */
  readonly minutes: number
  /** Ratio of the two volatilities, either way, at which its part of the strength is full. */
  readonly fullRatio: number
  /** Standard deviations of implied volatility at which the move's part of the strength is full. */
  readonly fullDeviations: number
  /** Share of a year's variance that falls into trading hours; implied volatility covers nights too. */
  readonly sessionShare: number
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type VolatilityGapCode =
  | 'bars_missing'
  | 'chain_missing'
  | 'warm_up'
  | 'no_move'
  | 'no_gap'
  | 'continue_up'
  | 'continue_down'
  | 'revert_up'
  | 'revert_down'

/** What its reasons report. */
export type VolatilityGapReason =
  | { readonly code: 'volatility.bars_missing' }
  | { readonly code: 'volatility.chain_missing' }
  | { readonly code: 'volatility.warm_up'; readonly known: number; readonly needed: number }
  | { readonly code: 'volatility.no_move'; readonly minutes: number }
  | { readonly code: 'volatility.equal'; readonly implied: Ratio }
  | {
      /** Realised above implied: the move is expected to go on; below: to come back. */
      readonly code: 'volatility.continues' | 'volatility.reverts'
      readonly direction: Direction
      readonly move: Points
      readonly minutes: number
      readonly realised: Ratio
      readonly implied: Ratio
    }

const params: VolatilityGapParams = { minutes: 60, fullRatio: 2, fullDeviations: 1, sessionShare: 0.5 }

/** Whether the index moves more or less than its options are priced for. On trial before it may vote. */
export const VOLATILITY_GAP_AGENT = {
  name: 'volatility_gap',
  title: 'Realised against implied volatility',
  about: 'Moves of the last hour against what option prices imply',
  reads: 'minutes_and_chain',
  ttl: 'oneMinuteMs',
  role: { kind: 'shadow' },
  offer: null,
  paramsKey: 'volatilityGap',
  params,
} as const satisfies AgentDefinition
