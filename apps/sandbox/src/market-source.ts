import { resolve } from 'node:path'
import { Exchange } from '@strikewise/exchange/exchange.ts'
import type { PricePath } from '@strikewise/exchange/price-path.ts'
import { replayPath, syntheticPath } from '@strikewise/exchange/prices/market-path.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { BooksError } from './books/journal-file.ts'
import type { KeptBooks } from './books/kept-books.ts'
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
 * time; with `books`, from where they were left. Throws ReplayError for bad files, BooksError for books that do not fit.
 */
export function openMarket(
  options: SandboxOptions,
  realMs: () => number,
  epochMs: () => EpochMs,
  books: KeptBooks | undefined,
): Market {
  if (options.follow !== null) {
    const path = new FollowedPath(epochMs(), istDateAt(epochMs()))
    return new Market(wallClock(epochMs), path, exchangeOn(options, path, books), realMs)
  }
  const { path, start } = pathOf(options, books)
  const clock = new MarketClock(start, options.speed, realMs(), nseCalendar)
  const market = path(clock.now(realMs()))
  return new Market(clock, market, exchangeOn(options, market, books), realMs)
}

/** What the market of these options is called in the books: only the same one may go on from them. */
export function marketName({ follow, replay, seed }: SandboxOptions): string {
  if (follow !== null) return 'a followed one'
  return replay === null ? `seed ${seed}` : `a replay of ${resolve(replay)}, seed ${seed}`
}

/** Throws BooksError when the market would begin before what the books have seen. */
function exchangeOn({ seed }: SandboxOptions, market: PricePath, books: KeptBooks | undefined): Exchange {
  const seen = books?.exchange.world.now
  if (seen !== undefined && market.now < seen)
    throw new BooksError(
      `the kept accounts have come to ${istText(seen)}, and the market would begin at ${istText(market.now)}: begin later, or choose another folder with --data`,
    )
  const kept = books === undefined ? {} : { books: books.exchange }
  return new Exchange({ seed, market, now: market.now, logCapacity: LOG_CAPACITY, ...kept })
}

/** Where the market was left, while that day's session is not over: open positions find the prices they knew. */
function leftAt(books: KeptBooks | undefined): EpochMs | undefined {
  const session = books === undefined ? undefined : nseCalendar.sessionOn(istDateAt(books.at))
  return books !== undefined && session !== undefined && books.at < session.closesAt ? books.at : undefined
}

function pathOf(
  { seed, replay, replayFrom, start, clockFile }: SandboxOptions,
  books: KeptBooks | undefined,
): {
  path: (now: EpochMs) => PricePath
  start: EpochMs
} {
  if (replay === null)
    return {
      path: (now) => syntheticPath({ seed, now }),
      start: start ?? leftAt(books) ?? resumedStart(clockFile) ?? books?.at ?? DEFAULT_START,
    }
  const days = readRecordedDays(replay, replayFrom)
  const [first] = days.keys()
  // A record is played from its beginning, with a moment before it for those who want to see the first bar.
  return { path: (now) => replayPath({ seed, now }, days), start: start ?? books?.at ?? istInstant(first!, 9, 14) }
}
