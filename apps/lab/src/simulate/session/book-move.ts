import type { MoveShape } from './shape.ts'

/** The first quote of every contract, in paise. */
export const FIRST_MID = 15_000
export const TICK = 5

/** A book with a spread of four ticks around `mid`. */
export function move(afterMs: number, contract: number, mid: number, quantity: number): MoveShape {
  const bid = Math.max(TICK, Math.floor((mid - 2 * TICK) / TICK) * TICK)
  return { afterMs, contract, bid, ask: bid + 4 * TICK, quantity }
}
