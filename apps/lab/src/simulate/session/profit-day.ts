import type { Paise } from '@strikewise/domain/money/paise.ts'
import { FIRST_MID, move } from './book-move.ts'
import { CONTRACTS } from './contracts.ts'
import type { SessionShape } from './shape.ts'

const QUANTITY = 2_000
const CRORE = 1_000_000_000

const PROFIT = {
  signal: { afterMs: 2_500, contract: 0, score: 0.6 },
  lots: 2,
  lock: { from: 60_000 as Paise, keepPct: 50 },
  /** A peak that stands, a part of it that is not locked yet, and less than is kept of the peak, far over the stop. */
  steps: [
    [5_000, 1.12],
    [14_500, 1.07],
    [22_500, 1.035],
  ],
  faultMs: 36_000,
} as const

/**
 * A day that makes a profit and loses most of it again, for a user who keeps half of it: a process that begins after the peak
 * must know of it.
 */
export function profitDay(shape: SessionShape): SessionShape {
  const { signal, lots, lock, steps, faultMs } = PROFIT
  const moves = CONTRACTS.map((_, of) => move(0, of, FIRST_MID, QUANTITY))
  for (const [afterMs, by] of steps) moves.push(move(afterMs, signal.contract, Math.round(FIRST_MID * by), QUANTITY))
  const [first] = shape.accounts
  const rich = { capital: CRORE, cash: CRORE / 4, slBuffer: 500, trailing: false }
  const accounts = [{ ...first!, ...rich, lots, limits: { profitLock: lock } }]
  return { ...shape, accounts, signals: [signal], moves, faultMs, ending: 'fall' }
}
