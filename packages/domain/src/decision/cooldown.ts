import { MINUTE_MS, type EpochMs } from '../time/ist.ts'
import type { Direction } from './decision.ts'

/** How a position was left; `stop`: its protective stop took it out at a loss. */
export interface Exit {
  readonly at: EpochMs
  readonly direction: Direction
  readonly stoppedOut: boolean
}

/** Minutes without a new entry after any exit, and in the same direction after a stop (signals reference §3.1.4). */
export const COOLDOWN_MINUTES = { afterExit: 10, sameDirectionAfterStop: 30 } as const

/**
 * Until when an account may not enter in `direction` after these exits; 0 when it may. Decisions are the same for all
 * accounts, exits are not: the account's own gate asks this.
 */
export function cooldownUntil(exits: readonly Exit[], direction: Direction): EpochMs {
  let until = 0
  for (const exit of exits) {
    const repeated = exit.stoppedOut && exit.direction === direction
    const minutes = repeated ? COOLDOWN_MINUTES.sameDirectionAfterStop : COOLDOWN_MINUTES.afterExit
    until = Math.max(until, exit.at + minutes * MINUTE_MS)
  }
  return until as EpochMs
}
