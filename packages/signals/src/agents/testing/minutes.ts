import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

/** Minute `i` of the session that opened at `opensAt`; prices in points, high and low from open and close. */
export function minuteAt(
  opensAt: EpochMs,
  i: number,
  open: number,
  close: number,
  change: Partial<Candle> = {},
): Candle {
  const p = (points: number) => Math.round(100 * points) as Paise
  const start = (opensAt + i * MINUTE_MS) as EpochMs
  return { ...candle(start, p(open), p(Math.max(open, close)), p(Math.min(open, close)), p(close)), ...change }
}

/** Minutes whose closes are `closes` and whose opens are the closes before, the first from `open`. */
export function minutesThrough(opensAt: EpochMs, open: number, closes: readonly number[]): Candle[] {
  return closes.map((close, i) => minuteAt(opensAt, i, i === 0 ? open : closes[i - 1]!, close))
}
