import { randomBytes } from 'node:crypto'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Ports } from '@strikewise/execution/ports.ts'

const TIME_DIGITS = 8
const COUNT_DIGITS = 4
const COUNT_LIMIT = 36 ** COUNT_DIGITS
const RANDOM_DIGITS = 5

/**
 * Ids of 17 small letters and digits that sort in the order they were made: time, a count, chance. As long as a tag of
 * the broker has room for. Two processes may make ids in the same millisecond; chance keeps them apart.
 */
export function executionIds(clock: Pick<Clock, 'now'>): Ports['ids'] {
  let at = 0
  let count = 0
  return {
    next() {
      const now = Math.max(at, clock.now())
      count = now === at ? count + 1 : 0
      // More in one millisecond than the count can hold: borrow from the next one.
      if (count >= COUNT_LIMIT) {
        at = now + 1
        count = 0
      } else at = now
      return text(at, TIME_DIGITS) + text(count, COUNT_DIGITS) + chance()
    },
  }
}

/** When an id was made: its digits hold the milliseconds of every instant up to 2059. */
export function timeOfId(id: string): EpochMs {
  return Number.parseInt(id.slice(0, TIME_DIGITS), 36) as EpochMs
}

function text(value: number, digits: number): string {
  return value.toString(36).padStart(digits, '0').slice(-digits)
}

function chance(): string {
  return text(randomBytes(6).readUIntBE(0, 6) % 36 ** RANDOM_DIGITS, RANDOM_DIGITS)
}
