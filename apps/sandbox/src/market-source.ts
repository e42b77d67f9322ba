import { resolve } from 'node:path'
import { Exchange } from '@strikewise/exchange/exchange.ts'
import type { PricePath } from '@strikewise/exchange/price-path.ts'
import { replayPath, syntheticPath } from '@strikewise/exchange/prices/market-path.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { SavedState } from './persistence/saved-state.ts'
import { rejectEarlierStart, resumePoint } from './persistence/resume-point.ts'
import { CallClock } from './broker/call-clock.ts'
import { SimulatedClock, type MarketTime, type TradingDays } from './clock/simulated-clock.ts'
import { FollowedPath } from './follow/followed-path.ts'
import { wallClock } from './follow/wall-clock.ts'
import { Market } from './market.ts'
import { DEFAULT_START, type SandboxOptions } from './options.ts'
import { ReplayError } from './replay/replay-error.ts'
import { readRecordedDays } from './replay/recorded-days.ts'
import { RecordedPath } from './replay/recorded-path.ts'
import { daysOf, isRecording, readRecordings, type Recording } from './replay/recording-files.ts'
import type { RunningScenarios } from './scenario/running-scenarios.ts'

/** Entries of the exchange's log that are kept: some days of a busy sandbox. */
const LOG_CAPACITY = 200_000

/**
 * The market the options ask for: synthetic, recorded bars or recorded sessions on their own dates, or a real one that is followed at its own
 * time; with `books`, from where they were left. Throws ReplayError for bad files, BooksError for books that do not fit.
 */
export function openMarket(
  options: SandboxOptions,
  realMs: () => number,
  epochMs: () => EpochMs,
  books: SavedState | undefined,
  runningScenarios: RunningScenarios,
): Market {
  if (options.follow !== null) {
    rejectEarlierStart(epochMs(), books)
    const path = new FollowedPath(epochMs(), istDateAt(epochMs()))
    return marketOn(wallClock(epochMs), path, options, books, realMs)
  }
  const { path, start, days } = pathOf(options, books)
  const clock = new SimulatedClock(start, options.speed, realMs(), days)
  const now = clock.now(realMs())
  const { scenario } = options
  runningScenarios.restore(books?.steps ?? [])
  // A scenario that was begun before is among the acts and steps already.
  const market =
    scenario === null || books?.course !== undefined ? path(now) : runningScenarios.pathOf(scenario, now, path)
  return marketOn(clock, market, options, books, realMs)
}

/** What the market of these options is called in the books: only the same one may go on from them. */
export function marketName({ follow, replay, seed }: SandboxOptions): string {
  if (follow !== null) return 'a followed one'
  return replay === null ? `seed ${seed}` : `a replay of ${resolve(replay)}, seed ${seed}`
}

function marketOn(
  clock: MarketTime,
  path: PricePath,
  { seed }: SandboxOptions,
  books: SavedState | undefined,
  realMs: () => number,
): Market {
  const calls = new CallClock(path.now, realMs())
  const exchange = new Exchange({
    seed,
    market: path,
    now: path.now,
    logCapacity: LOG_CAPACITY,
    countedAt: (now) => calls.at(now, realMs()),
    ...(books === undefined ? {} : { snapshot: books.exchange }),
  })
  return new Market(clock, path, exchange, calls, realMs)
}

function pathOf(
  { seed, replay, replayFrom, start, clockFile }: SandboxOptions,
  books: SavedState | undefined,
): {
  path: (now: EpochMs) => PricePath
  start: EpochMs
  days: TradingDays
} {
  const left = books?.course === undefined ? {} : { left: books.course }
  if (replay === null)
    return {
      path: (now) => syntheticPath({ seed, now, ...left }),
      start: resumePoint(books, { start, clockFile }, DEFAULT_START),
      days: nseCalendar,
    }
  if (isRecording(replay)) {
    const recordings = readRecordings(replay, replayFrom)
    const days = daysOf(recordings)
    if (start !== null && istDateAt(start) > days.lastDay)
      throw new ReplayError(`${replay}: the recording ends with ${days.lastDay}: choose an earlier --start`)
    return {
      path: (now) => new RecordedPath(recordings, now),
      start: resumePoint(books, { start, clockFile: null }, beginOf(recordings)),
      days,
    }
  }
  const days = readRecordedDays(replay, replayFrom)
  const [first] = days.keys()
  // A record is played from its beginning, with a moment before it for those who want to see the first bar.
  return {
    path: (now) => replayPath({ seed, now, ...left }, days),
    start: resumePoint(books, { start, clockFile: null }, istInstant(first!, 9, 14)),
    days: nseCalendar,
  }
}

/** A recording is played from 09:14, or from the minute before it began when that was later. */
function beginOf(recordings: ReadonlyMap<IstDate, Recording>): EpochMs {
  const [first] = recordings.values()
  const { day, pipelines } = first!.opening
  return Math.max(istInstant(day, 9, 14), pipelines.NIFTY.startsAt - MINUTE_MS) as EpochMs
}
