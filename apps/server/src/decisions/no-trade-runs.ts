import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { DAY_MS, istInstant, istIso, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { recordedReason, type RecordedReason } from '@strikewise/public-log/version-1.ts'
import type { NoTradeRun } from '@strikewise/wire/market.ts'
import { sql, type Kysely } from 'kysely'
import { sharedText } from '../snapshots/signal-texts.ts'
import type { Database } from '../store/database.ts'

/** A minute without an entry and the most serious reason for it. */
interface SkippedMinute {
  readonly barEnd: EpochMs
  readonly reason: Decision['noTrade'][number]
}

/**
 * The minutes of a day in which `symbol` was not entered, oldest first. A minute without a decision, as while the feed was
 * down, and one with an entry end a run.
 */
export async function noTradeRunsOn(db: Kysely<Database>, symbol: IndexSymbol, day: IstDate): Promise<NoTradeRun[]> {
  const from = istInstant(day, 0)
  const rows = await db
    .selectFrom('decisions')
    // The first reason alone: whole records of a day are a megabyte.
    .select(['bar_end', sql<RecordedReason | null>`record #> '{noTrade,0}'`.as('reason')])
    .where('symbol', '=', symbol)
    .where('bar_end', '>', from)
    .where('bar_end', '<=', from + DAY_MS)
    .where('action', '=', 'none')
    .orderBy('bar_end')
    .execute()
  return runsOf(
    rows.flatMap(({ bar_end, reason }) =>
      reason === null ? [] : { barEnd: bar_end as EpochMs, reason: recordedReason(reason) },
    ),
  )
}

/** Minutes in time order as runs: the same code, one minute after the other. */
function runsOf(minutes: readonly SkippedMinute[]): NoTradeRun[] {
  const runs: { first: EpochMs; last: SkippedMinute }[] = []
  for (const minute of minutes) {
    const run = runs.at(-1)
    if (run?.last.reason.code === minute.reason.code && run.last.barEnd + MINUTE_MS === minute.barEnd) run.last = minute
    else runs.push({ first: minute.barEnd, last: minute })
  }
  return runs.map(({ first, last: { barEnd, reason } }) => ({
    code: reason.code,
    ...sharedText(reason.message),
    first: istIso(first),
    last: istIso(barEnd),
    minutes: (barEnd - first) / MINUTE_MS + 1,
  }))
}
