import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { finds, type Due, type DueContext } from '../due-sources.ts'
import { threadsOf } from '../episodes.ts'
import type { Alert } from '../notify.ts'
import type { AlertSource } from './source.ts'

/** A stop that trails a running price moves every few seconds: once a minute is news, each step is noise. */
const MIN_INTERVAL_MS = MINUTE_MS
const MAX_ROWS = 500

/** The trigger price of an open trade's stop, in paise. */
const trigger = sql<number>`(trades.body->>'trigger')::bigint`

/**
 * Stops of open trades that stand higher than their owner was last notified of. The first sight of a trade notifies nothing: its
 * entry did. A move that was delayed is notified at the first poll after its minute, if the trade is still open by then.
 */
export const trailedStops: AlertSource = { isDue: hasTrailedStops, read: readTrailedStops }

/** Whether a trade is seen for the first time or its stop stands higher. */
function hasTrailedStops({ db, now }: DueContext): Due {
  return finds(trailed(db, now).select('trades.id'))
}

async function readTrailedStops(tx: Kysely<Database>, now: EpochMs): Promise<readonly Alert[]> {
  const rows = await trailed(tx, now)
    .select(['trades.id', 'trades.account_id', 'trades.decision_id', 'trades.body', 'stop_notifications.notified_at'])
    .select(trigger.as('trigger'))
    .limit(MAX_ROWS)
    .execute()
  if (rows.length === 0) return []
  await tx
    .insertInto('stop_notifications')
    .values(rows.map((row) => ({ trade_id: row.id, trigger_paise: row.trigger, notified_at: now })))
    .onConflict((conflict) =>
      conflict.column('trade_id').doUpdateSet((is) => ({
        trigger_paise: is.ref('excluded.trigger_paise'),
        notified_at: is.ref('excluded.notified_at'),
      })),
    )
    .execute()
  const moved = rows.filter((row) => row.notified_at !== null)
  const threads = await threadsOf(
    tx,
    moved.map(({ decision_id }) => decision_id),
  )
  return rows.flatMap((row) =>
    row.notified_at === null
      ? []
      : [
          {
            userId: row.account_id,
            kind: 'stop_moved' as const,
            key: `stop/${row.id}/${row.trigger}`,
            at: now,
            message: {
              code: 'alert.stop_moved' as const,
              mode: row.body.mode,
              contract: contractRef(row.body.contract),
              stop: row.trigger as Paise,
            },
            link: row.body.origin === 'manual' ? '/dashboard' : `/why/decision/${encodeURIComponent(row.decision_id)}`,
            thread: threads.get(row.decision_id)!,
          },
        ],
  )
}

function trailed(tx: Kysely<Database>, now: EpochMs) {
  return tx
    .selectFrom('trades')
    .leftJoin('stop_notifications', 'stop_notifications.trade_id', 'trades.id')
    .where('trades.state', '=', 'open')
    .where((is) =>
      is.or([
        is('stop_notifications.trade_id', 'is', null),
        is.and([
          is('stop_notifications.trigger_paise', '<', trigger),
          is('stop_notifications.notified_at', '<=', now - MIN_INTERVAL_MS),
        ]),
      ]),
    )
}
