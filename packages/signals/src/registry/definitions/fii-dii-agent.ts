import type { Ratio, Score } from '@strikewise/domain/text/message-parameters.ts'
import type { AgentDefinition } from '../definition.ts'

/** Numbers of the FII/DII agent (signals reference §1.7). Part of `SignalParams`, whose units hold here too. */
export interface FlowParams {
  /** Rows before the newest that it is measured against, and the fewest that will do. */
  readonly rows: number
  readonly minRows: number
  readonly zLimit: number
  readonly weights: { readonly fii: number; readonly dii: number; readonly longShare: number }
  readonly bias: number
  /** Percentiles of the long share beyond which a turn is an extreme being unwound. */
  readonly extremeLow: number
  readonly extremeHigh: number
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type FlowCode =
  | 'warm_up'
  | 'fii_net'
  | 'dii_net'
  | 'long_share'
  | 'sentiment'
  | 'positioning_extreme'
  | 'below_threshold'

/** What its reasons report. */
export type FlowsReason =
  | { readonly code: 'flows.warm_up'; readonly known: number; readonly needed: number }
  | {
      readonly code: 'flows.fii_net'
      readonly side: 'bought' | 'sold'
      readonly crore: number
      readonly deviations: Score
      readonly days: number
    }
  | {
      readonly code: 'flows.dii_net'
      readonly side: 'bought' | 'sold'
      readonly crore: number
      readonly deviations: Score
      readonly days: number
    }
  | {
      readonly code: 'flows.long_share'
      readonly share: Ratio
      readonly change: Score
      readonly deviations: Score
      readonly days: number
    }
  | { readonly code: 'flows.sentiment'; readonly score: Score }
  | { readonly code: 'flows.extreme.short'; readonly share: Ratio }
  | { readonly code: 'flows.extreme.long'; readonly share: Ratio }
  | { readonly code: 'flows.below_threshold'; readonly score: Score; readonly needed: Ratio }

const params: FlowParams = {
  rows: 60,
  minRows: 20,
  zLimit: 3,
  weights: { fii: 0.5, dii: 0.1, longShare: 0.4 },
  bias: 0.2,
  extremeLow: 0.15,
  extremeHigh: 0.85,
}

/** Flows of institutions of the last published day. */
export const FII_DII_AGENT = {
  name: 'fii_dii_signal',
  title: 'FII/DII',
  about: 'Institutional flows of the day',
  reads: 'flows',
  ttl: null,
  role: { kind: 'vote', weight: 0.1, isCore: false, canOppose: false, waitsAfterSpike: false },
  offer: {
    from: 'pro',
    coreCard: false,
  },
  paramsKey: 'flows',
  params,
} as const satisfies AgentDefinition
