import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { resumedStart } from '../clock/clock-file.ts'
import type { SandboxOptions } from '../options.ts'
import { SavedStateError } from './journal-file.ts'
import type { SavedState } from './saved-state.ts'

/**
 * Where a market of our own begins: when it is configured to; else where it was left while that day's session is not over, so
 * that open positions find the prices they knew; else on the day after, or at `usual`. Throws BooksError when that is
 * before what the books have seen.
 */
export function resumePoint(
  books: SavedState | undefined,
  { start, clockFile }: Pick<SandboxOptions, 'start' | 'clockFile'>,
  usual: EpochMs,
): EpochMs {
  const begins = start ?? leftInSession(books) ?? resumedStart(clockFile) ?? books?.at ?? usual
  rejectEarlierStart(begins, books)
  return begins
}

/** Throws BooksError when a market that begins then would go back before what the books have seen. */
export function rejectEarlierStart(begins: EpochMs, books: SavedState | undefined): void {
  const seen = books?.exchange.context.now
  if (seen !== undefined && begins < seen)
    throw new SavedStateError(
      `the kept accounts have come to ${istText(seen)}, and the market would begin at ${istText(begins)}: begin later, or choose another folder with --data`,
    )
}

function leftInSession(books: SavedState | undefined): EpochMs | undefined {
  if (books === undefined) return undefined
  const session = nseCalendar.sessionOn(istDateAt(books.at))
  return session !== undefined && books.at < session.closesAt ? books.at : undefined
}
