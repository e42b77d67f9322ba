import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

/** Which way the index went from 09:15 to 09:30; null without those bars, or when it stands where it opened. */
export function openingDirection(bars: readonly Candle[], opensAt: EpochMs): Direction | null {
  const first = bars.find((bar) => bar.start === opensAt)
  const last = bars.find((bar) => bar.start === opensAt + 14 * MINUTE_MS)
  if (first === undefined || last === undefined || last.close === first.open) return null
  return last.close > first.open ? 'up' : 'down'
}
