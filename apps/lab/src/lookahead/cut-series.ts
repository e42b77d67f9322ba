import type { Paise } from '@strikewise/domain/money/paise.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { RequestedSession } from '../backtest/run/partition.ts'

/** Numbers in [0, 1). */
type Random = () => number

/** How far one replaced minute moves at most, as a share of the price: from nearly still to a crash. */
const MOVES = [0.0002, 0.002, 0.02]

/** The start of the minute that holds `cut`. */
export function minuteOf(cut: EpochMs): EpochMs {
  return (cut - (cut % MINUTE_MS)) as EpochMs
}

/**
 * The sessions with another future: every bar that begins after `cut`, and of the minute under way everything but its
 * open, which a first tick shows.
 */
export function withOtherFuture(
  sessions: readonly RequestedSession[],
  cut: EpochMs,
  random: Random,
): RequestedSession[] {
  const minute = minuteOf(cut)
  const move = MOVES[Math.floor(random() * MOVES.length)]!
  let close: number | undefined
  const other = (bar: Candle): Candle => {
    if (bar.start < minute) return bar
    const open = bar.start === minute || close === undefined ? bar.open : Math.round(close)
    const to = open * (1 + move * (2 * random() - 1))
    const reach = open * move * random()
    close = to
    return candle(
      bar.start,
      open as Paise,
      Math.round(Math.max(open, to) + reach) as Paise,
      Math.round(Math.min(open, to) - reach) as Paise,
      Math.round(to) as Paise,
    )
  }
  return sessions.map((session) => ({ ...session, bars: session.bars.map(other) }))
}
