import type { Bar } from '@strikewise/signals/indicators/bar.ts'

/** The indicators every library has, and how many numbers each gives a bar. */
export const WIDTHS = {
  /** EMA 20. */
  EMA: 1,
  /** RSI 14. */
  RSI: 1,
  /** MACD 12, 26, 9: line, signal. */
  MACD: 2,
  /** ATR 14. */
  ATR: 1,
  /** ADX 14: ADX, +DI, -DI. */
  ADX: 3,
  /** Bollinger bands 20, 2: lower, middle, upper. */
  Bollinger: 3,
} as const
export type IndicatorName = keyof typeof WIDTHS
export const INDICATOR_NAMES = Object.keys(WIDTHS) as readonly IndicatorName[]

/**
 * Pushes bars one by one into two indicators in turn, as there are two indices; they go on from where they were, and what they
 * show after each goes into `out`, so that no side can leave the work out. NaN where there is no value yet. Each is a loop
 * of its own: a loop that several kinds shared would measure calls that no compiler can inline. A single indicator, on
 * the other hand, would be compiled into its loop with address and constants, which no program of two symbols gets.
 */
type Feed = (bars: readonly Bar[], out: Float64Array) => void

export function pairOf<T>(make: () => T): readonly [T, T] {
  return [make(), make()]
}

export type Feeds = Readonly<Record<IndicatorName, () => Feed>>

/** Ours, and the peers by the name of their package. */
export const LIBRARIES = {
  product: async () => (await import('./product.ts')).product,
  '@debut/indicators': async () => (await import('./debut.ts')).debut,
  'trading-signals': async () => (await import('./trading-signals.ts')).tradingSignals,
  technicalindicators: async () => (await import('./technicalindicators.ts')).technicalIndicators,
} as const satisfies Record<string, () => Promise<Feeds>>
export type LibraryName = keyof typeof LIBRARIES
export const PEERS = ['@debut/indicators', 'trading-signals', 'technicalindicators'] as const
