import type { Paise } from '../money/paise.ts'
import { OPTION_TICK, floorToTick } from '../money/ticks.ts'
import { PRICE_NOISE } from './stop-levels.ts'

/** The trail begins at 1 R and moves in half R (signals reference §3.4). */
const TRAIL = { startR: 1, stepR: 0.5 } as const

/** What the trail needs to know of a position. */
export interface TrailInput {
  readonly entryPrice: number
  readonly risk: Paise
  /** Cost a unit of entry and exit: the first step secures break-even after costs. */
  readonly costPerUnit: number
  /** Best bid since entry. */
  readonly bestBid: Paise
  /** Where the trigger stands. */
  readonly trigger: Paise
  readonly tick?: Paise
}

/**
 * Where the stop's trigger belongs now. Under 1 R of best profit nothing moves; from there on every half R more lifts
 * it by half a R, the first step to break-even after costs. A ratchet: never below the trigger it has.
 */
export function trailedTrigger(input: TrailInput): Paise {
  const { entryPrice, risk, costPerUnit, bestBid, trigger, tick = OPTION_TICK } = input
  const best = bestBid - entryPrice
  if (risk <= 0 || best < TRAIL.startR * risk - PRICE_NOISE) return trigger
  const step = TRAIL.stepR * risk
  const steps = Math.floor((best - TRAIL.startR * risk) / step + PRICE_NOISE)
  const secured = floorToTick(entryPrice + Math.max(costPerUnit, steps * step), tick)
  return Math.max(trigger, secured) as Paise
}
