import { Exchange } from '@strikewise/exchange/exchange.ts'
import type { PricePath } from '@strikewise/exchange/price-path.ts'
import { replayPath, syntheticPath } from '@strikewise/exchange/prices/market-path.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { MarketClock } from './clock/market-clock.ts'
import { FollowedPath } from './follow/followed-path.ts'
import { wallClock } from './follow/wall-clock.ts'
import { Market } from './market.ts'
import { resumedStart } from './clock/clock-file.ts'
import { DEFAULT_START, type SandboxOptions } from './options.ts'
import { readRecordedDays } from './replay/recorded-days.ts'

/** Entries of the exchange's log that are kept: some days of a busy sandbox. */
const LOG_CAPACITY = 200_000

/**
 * The market the options ask for: synthetic, recorded days on their own dates, or a real one that is followed at its own
 * time. Throws ReplayError for bad files.
 */
export function openMarket(options: SandboxOptions, realMs: () => number, epochMs: () => EpochMs): Market {
  if (options.follow !== null) {
    const path = new FollowedPath(epochMs(), istDateAt(epochMs()))
    return new Market(wallClock(epochMs), path, exchangeOn(options, path), realMs)
  }
  const { path, start } = pathOf(options)
  const clock = new MarketClock(start, options.speed, realMs(), nseCalendar)
  const market = path(clock.now(realMs()))
  return new Market(clock, market, exchangeOn(options, market), realMs)
}

function exchangeOn({ seed }: SandboxOptions, market: PricePath): Exchange {
  return new Exchange({ seed, market, now: market.now, logCapacity: LOG_CAPACITY })
}

function pathOf({ seed, replay, replayFrom, start, clockFile }: SandboxOptions): {
  path: (now: EpochMs) => PricePath
  start: EpochMs
} {
  if (replay === null)
    return { path: (now) => syntheticPath({ seed, now }), start: start ?? resumedStart(clockFile) ?? DEFAULT_START }
  const days = readRecordedDays(replay, replayFrom)
  const [first] = days.keys()
  // A record is played from its beginning, with a moment before it for those who want to see the first bar.
  return { path: (now) => replayPath({ seed, now }, days), start: start ?? istInstant(first!, 9, 14) }
}
