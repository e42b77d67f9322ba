import type { Points } from '../parameters.ts'

/** Reasons of the range filter. */
export type SidewaysReason =
  | { readonly code: 'sideways.warm_up'; readonly known: number; readonly needed: number }
  | { readonly code: 'sideways.range'; readonly votes: number; readonly of: number; readonly needed: number }
  | {
      readonly code: 'sideways.trend_up'
      readonly length: number
      readonly rise: Points
      readonly bars: number
      readonly adx: number
    }
  | {
      readonly code: 'sideways.trend_down'
      readonly length: number
      readonly fall: Points
      readonly bars: number
      readonly adx: number
    }
  | { readonly code: 'sideways.transition'; readonly votes: number; readonly of: number }
  | { readonly code: 'sideways.adx'; readonly length: number; readonly adx: number; readonly limit: number }
  | {
      readonly code: 'sideways.choppiness'
      readonly length: number
      readonly choppiness: number
      readonly limit: number
    }
  | {
      readonly code: 'sideways.width'
      readonly bars: number
      readonly range: Points
      readonly atrs: number
      readonly limit: number
    }
  | { readonly code: 'sideways.width.none'; readonly bars: number }
  | { readonly code: 'sideways.squeeze' }
  | { readonly code: 'sideways.inside_opening_range'; readonly low: Points; readonly high: Points }
