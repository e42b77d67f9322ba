import type { Ratio, Score } from '../parameters.ts'

/** Reasons of the FII/DII agent. */
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
