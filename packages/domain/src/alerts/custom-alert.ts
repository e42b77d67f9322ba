import type { IndexSymbol } from '../instruments/contract.ts'

/** What a user's own alert watches. The first two and the last cross a level; an agent flips. */
export const CUSTOM_ALERT_TYPES = ['price', 'iv_percentile', 'agent_flip', 'loss_share'] as const
export type CustomAlertType = (typeof CUSTOM_ALERT_TYPES)[number]

/** The side of its level that a value comes to. */
export const CROSSING_SIDES = ['above', 'below'] as const
export type CrossingSide = (typeof CROSSING_SIDES)[number]

/** `each_time`: at every crossing or flip. `daily`: at the first of a day. */
export const CUSTOM_ALERT_REPEATS = ['each_time', 'daily'] as const
export type CustomAlertRepeat = (typeof CUSTOM_ALERT_REPEATS)[number]

/** A value and the level that it crosses: index points times 100, percent of past days, percent of the daily loss limit. */
export interface LevelCondition {
  readonly type: Exclude<CustomAlertType, 'agent_flip'>
  /** Null of a loss, which is the account's. */
  readonly symbol: IndexSymbol | null
  readonly side: CrossingSide
  readonly level: number
}

/** The directions between which an agent flips. */
export const FLIP_DIRECTIONS = ['bullish', 'bearish'] as const
export type FlipDirection = (typeof FLIP_DIRECTIONS)[number]

/** An agent of an index that turns from one direction to the other; `to` null: to either. */
export interface FlipCondition {
  readonly type: 'agent_flip'
  readonly symbol: IndexSymbol
  readonly agent: string
  readonly to: FlipDirection | null
}

export type CustomAlertCondition = LevelCondition | FlipCondition

/** Smallest and largest level of each type, in its unit. */
export const LEVEL_BOUNDS = {
  price: { min: 100, max: 100_000_000 },
  iv_percentile: { min: 1, max: 99 },
  loss_share: { min: 10, max: 100 },
} as const satisfies Record<LevelCondition['type'], { min: number; max: number }>

/** Thousandths of its level that a price must come back before the same level can be crossed again. */
const PRICE_HYSTERESIS = 1 / 1_000
/** The same of shares, in percentage points. */
const IV_HYSTERESIS = 3
const LOSS_HYSTERESIS = 10

/**
 * The level that a value must come back to before it can cross `level` again: a value that plays around its level crosses it
 * once, not every few seconds.
 */
export function rearmLevel({ type, side, level }: LevelCondition): number {
  const distance = hysteresisOf(type, level)
  return side === 'above' ? level - distance : level + distance
}

function hysteresisOf(type: LevelCondition['type'], level: number): number {
  switch (type) {
    case 'price':
      return Math.max(1, Math.round(level * PRICE_HYSTERESIS))
    case 'iv_percentile':
      return IV_HYSTERESIS
    case 'loss_share':
      return LOSS_HYSTERESIS
  }
}
