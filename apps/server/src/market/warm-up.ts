import type { WarmUp } from '@strikewise/signals/decision/symbol-pipeline-options.ts'
import { INDEX_TOKENS, type FutureContract, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { MarketReader } from '@strikewise/brokers/market-source.ts'

/** Sessions of index bars: how volatile each time of day usually is, is computed from 20 of them before today. */
const INDEX_SESSIONS = 20
/** Sessions of future bars: volumes are compared with the 20-session median of the same time slot. */
const FUTURE_SESSIONS = 20

/** One call a second fewer would be idle, as many as allowed would be refused: the next second may start at any moment. */
export const HISTORY_GAP_MS = 1_200 / BROKER.market.historyCallsPerSecond

/**
 * One-minute bars from before `now` for the pipelines of one index, from the broker's history. Only bars that closed
 * before `now` are taken: the one in progress is built from ticks. Throws with the broker's words when it has none to give.
 */
export async function fetchWarmUp(
  reader: Pick<MarketReader, 'minutes'>,
  calendar: TradingCalendar,
  symbol: IndexSymbol,
  future: FutureContract | undefined,
  clock: Pick<Clock, 'now' | 'sleep'>,
): Promise<WarmUp> {
  const barsOf = async (token: number, sessions: number) => {
    await clock.sleep(HISTORY_GAP_MS)
    return closedMinutes(reader, token, sessionsBack(calendar, clock.now(), sessions), clock.now())
  }
  return {
    // The future first: the index bars, which decide where the live ones begin, are then the newest.
    future: future === undefined ? [] : await barsOf(future.token, FUTURE_SESSIONS),
    index: await barsOf(INDEX_TOKENS[symbol], INDEX_SESSIONS),
  }
}

/** Closed one-minute bars of an instrument from `from` to `now`. Throws with the broker's words when it has none to give. */
export async function closedMinutes(
  reader: Pick<MarketReader, 'minutes'>,
  token: number,
  from: EpochMs,
  now: EpochMs,
): Promise<Candle[]> {
  const bars = await reader.minutes(token, from, now)
  return bars.filter((bar) => bar.start + MINUTE_MS <= now)
}

/** The bars of the newest session before `day`, out of bars in time order. */
export function lastSession(bars: readonly Candle[], day: IstDate): readonly Candle[] {
  const before = bars.filter((bar) => bar.start < istInstant(day, 0))
  const last = before.at(-1)
  if (last === undefined) return []
  const began = istInstant(istDateAt(last.start), 0)
  return before.filter((bar) => bar.start >= began)
}

/** The open of the session `count` sessions before the day of `now`. */
function sessionsBack(calendar: TradingCalendar, now: EpochMs, count: number): EpochMs {
  let day: IstDate = istDateAt(now)
  for (let i = 0; i < count; i += 1) day = calendar.previousTradingDay(day)
  return istInstant(day, 9, 0)
}
