import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ChipCondition } from '../../ui/Chip.tsx'

/** Real seconds from which a price is late: half of what makes the feed count as stopped. */
const LATE_AFTER_S = 8

/**
 * Real seconds since the newest price of a feed that a plan sees `delaySeconds` late; the clock runs `speed` times as fast as
 * the wall's.
 */
export function feedAge(at: EpochMs, now: EpochMs, delaySeconds: number, speed: number): number {
  return Math.max(0, Math.round((now - at - delaySeconds * 1000) / 1000 / Math.max(1, speed)))
}

/** The condition of a feed of that age while it has not stopped. */
export const conditionOfAge = (seconds: number): ChipCondition => (seconds > LATE_AFTER_S ? 'late' : 'fine')
