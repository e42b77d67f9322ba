import { MINUTE_PRICES } from '@strikewise/domain/market/option-minutes.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { IndexCandle } from '@strikewise/wire/market.ts'

/** Consecutive minutes: open, high, low and close of each in paise, from the one that starts at `from` (epoch ms). */
interface MinuteSeries {
  readonly from: number
  readonly prices: readonly number[]
}

export interface MinutesView {
  readonly now: EpochMs
  /** How late the caller's plan sees the market; what happened to their own trade is never late. */
  readonly delaySeconds: number
  /** Start of the first requested minute, epoch ms. */
  readonly from: number
}

/** A delayed plan gets closed minutes alone, each once it is as old as the delay. */
export function minuteCandles(
  { from, prices }: MinuteSeries,
  { now, delaySeconds, from: requestedFrom }: MinutesView,
): IndexCandle[] {
  const count = prices.length / MINUTE_PRICES
  const candles: IndexCandle[] = []
  for (let i = Math.max(0, Math.ceil((requestedFrom - from) / MINUTE_MS)); i < count; i += 1) {
    const time = from + i * MINUTE_MS
    if (delaySeconds > 0 && time + MINUTE_MS > now - delaySeconds * 1000) break
    const [open, high, low, close] = prices
      .slice(i * MINUTE_PRICES, (i + 1) * MINUTE_PRICES)
      .map((price) => price / 100)
    candles.push({
      time,
      open: open!,
      high: high!,
      low: low!,
      close: close!,
      ...(time + MINUTE_MS > now ? { forming: true } : {}),
    })
  }
  return candles
}
