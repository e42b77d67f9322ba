import type { Candle } from '@strikewise/domain/market/candle.ts'

/**
 * A closed bar as indicators read it: doubles in index points (or rupees). Prices leave integer paise here and
 * nowhere else. `sessionStart`: the first bar of its session, where true range and directional movement restart.
 */
export interface Bar {
  open: number
  high: number
  low: number
  close: number
  volume: number
  sessionStart: boolean
}

/** A bar to be filled again and again by `readBar`, so that feeding indicators allocates nothing. */
export function emptyBar(): Bar {
  // Fractions keep the fields doubles from the first write on.
  return { open: 0.5, high: 0.5, low: 0.5, close: 0.5, volume: 0.5, sessionStart: false }
}

/** Writes a candle's prices (paise) into `bar` (points). */
export function readBar(bar: Bar, candle: Candle, sessionStart: boolean): Bar {
  bar.open = candle.open / 100
  bar.high = candle.high / 100
  bar.low = candle.low / 100
  bar.close = candle.close / 100
  bar.volume = candle.volume
  bar.sessionStart = sessionStart
  return bar
}

/** (high + low + close) / 3. */
export function typicalPrice(bar: Bar): number {
  return (bar.high + bar.low + bar.close) / 3
}
