import type { Decision, Direction } from '@strikewise/domain/decision/decision.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { DirectionSample } from '@strikewise/domain/learning/direction-samples.ts'

/** How far ahead an agent is judged, and the move that counts, in five-minute ATR (signals reference §5.1). */
const AHEAD_MINUTES = 15
const LEAST_MOVE_ATR = 0.1
/** The agents read five-minute bars: one sample a bar. */
const EVERY_MS = 5 * MINUTE_MS

/** What the voting agents said at the closes of five-minute bars, with what followed. Minutes without an answer are left out. */
export function samplesOf(decisions: readonly Decision[], bars: readonly Candle[]): DirectionSample[] {
  const closes = new Map(bars.map((bar) => [bar.start, bar.close]))
  const samples: DirectionSample[] = []
  for (const { barEnd, contributions, spot, atr5 } of decisions) {
    if (barEnd % EVERY_MS !== 0 || atr5 <= 0) continue
    const later = closes.get((barEnd + (AHEAD_MINUTES - 1) * MINUTE_MS) as EpochMs)
    if (later === undefined || Math.abs(later - spot) < LEAST_MOVE_ATR * atr5) continue
    const signed = contributions.map((voice) => (voice.stale ? Number.NaN : voice.signed))
    samples.push({ signed, up: later > spot ? 1 : 0 })
  }
  return samples
}

/** Which way the index went from 09:15 to 09:30; null without those bars, or when it stands where it opened. */
export function openingDirection(bars: readonly Candle[], opensAt: EpochMs): Direction | null {
  const first = bars.find((bar) => bar.start === opensAt)
  const last = bars.find((bar) => bar.start === opensAt + 14 * MINUTE_MS)
  if (first === undefined || last === undefined || last.close === first.open) return null
  return last.close > first.open ? 'up' : 'down'
}
