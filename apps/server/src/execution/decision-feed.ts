import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import { BoundedMap } from '../tracing/bounded-map.ts'
import { originOf, type ChangeOrigin } from '../tracing/change-hint.ts'

/** Hints may be lost, so the log is read this often anyway. Real milliseconds. */
const POLL_MS = 2_000
/** At the start, decisions this young are still worth reading: their scores end trades, their entries may be fresh. */
const LOOKBACK_MS = 3 * 60_000
const MAX_ROWS = 500
/** Rows that were announced and not read yet. */
const MAX_ANNOUNCED = 64
/** Of a row that is read without its hint. */
const UNKNOWN: ChangeOrigin = { at: undefined, trace: undefined }

/**
 * Hands over every row of the decision log in order, once each, from a few minutes before the start on. `origin`: what
 * the decision's hint carried; a row that is read without its hint has none.
 */
export function startDecisionFeed(
  { db, bus, clock, logger }: { db: Kysely<Database>; bus: Bus; clock: Clock; logger: Logger },
  take: (decision: Decision, origin: ChangeOrigin) => void,
): { close(): Promise<void> } {
  let seq: number | undefined
  const origins = new BoundedMap<number, ChangeOrigin>(MAX_ANNOUNCED)

  const read = async (signal: AbortSignal): Promise<void> => {
    seq ??= await lastSeqBefore(db, clock.now() - LOOKBACK_MS)
    for (;;) {
      const rows = await db
        .selectFrom('decisions')
        .select(['seq', 'record'])
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(MAX_ROWS)
        .execute()
      for (const row of rows) {
        if (signal.aborted) return
        take(row.record, origins.get(row.seq) ?? UNKNOWN)
        origins.delete(row.seq)
        seq = row.seq
      }
      if (rows.length < MAX_ROWS) return
    }
  }
  const loop = startPollingLoop(POLL_MS, (signal) =>
    read(signal).catch((error: unknown) => logger.warn({ err: error }, 'the decision log could not be read')),
  )
  const unsubscribe = bus.subscribe('decision', (_subject, payload) => {
    origins.set((payload as { readonly seq: number }).seq, originOf(payload))
    loop.wake()
  })
  return {
    async close() {
      unsubscribe()
      await loop.close()
    },
  }
}

async function lastSeqBefore(db: Kysely<Database>, at: number): Promise<number> {
  const row = await db
    .selectFrom('decisions')
    .select((is) => is.fn.max('seq').as('seq'))
    .where('bar_end', '<', at)
    .executeTakeFirst()
  return row?.seq ?? 0
}
