import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import { istDateAt, istInstant, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PastState } from '@strikewise/wire/time-travel.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** The decision of each index about the newest minute of the day that had ended at `at`. */
export async function decisionsAt(db: Kysely<Database>, at: EpochMs): Promise<PastState['decisions']> {
  const found = await Promise.all(
    INDEX_SYMBOLS.map((symbol) =>
      db
        .selectFrom('decisions')
        .select(['id', 'symbol', 'record'])
        .where('symbol', '=', symbol)
        .where('bar_end', '>', istInstant(istDateAt(at), 0))
        .where('bar_end', '<=', at)
        .orderBy('bar_end', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return found
    .filter((row) => row !== undefined)
    .map(({ id, symbol, record }) => ({
      decision_id: id,
      symbol,
      minute_end: istIso(record.barEnd),
      action: record.action,
      score: record.score,
      threshold: record.threshold,
      spot: record.spot / 100,
    }))
}
