import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** An index ticks every half second; heartbeats without ticks for this long mean dead subscriptions (fact sheet §19.5). */
const SILENT_MS = 10_000
/** The same in real time: on a market clock that runs fast, ten seconds pass in the blink of an eye. */
const SILENT_REAL_MS = 2000
/** Resubscribing had this long to help before the connection itself is dropped. */
const RECONNECT_REAL_MS = 5000

/** Wakes a connection that is alive and reports nothing. */
export interface FeedWatchdog {
  /** To be called every second. `ticking`: whether an index is supposed to tick now (not in the closing auction). */
  refresh(now: EpochMs, lastTickAt: EpochMs, ticking: boolean): void
}

export function feedWatchdog(
  ticker: { resubscribe(): void; reconnect(): void },
  realNow: () => number = () => performance.now(),
): FeedWatchdog {
  let silentSince: number | undefined
  let resubscribed = false
  return {
    refresh(now, lastTickAt, ticking) {
      if (!ticking || now - lastTickAt < SILENT_MS) {
        silentSince = undefined
        resubscribed = false
        return
      }
      silentSince ??= realNow()
      const silentMs = realNow() - silentSince
      if (silentMs >= RECONNECT_REAL_MS) {
        silentSince = undefined
        resubscribed = false
        ticker.reconnect()
      } else if (silentMs >= SILENT_REAL_MS && !resubscribed) {
        resubscribed = true
        ticker.resubscribe()
      }
    },
  }
}
