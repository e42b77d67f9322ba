import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { istDateAt, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Alert as AlertMessage } from '@strikewise/messages/families/alert.ts'
import { sql, type Kysely } from 'kysely'
import { NOT_SHOWN, reasonOfRow, remedyFor, type RefusalRow } from '../../trades/refusal-action.ts'
import { isOfSignal } from '../../trades/exclude-tickets.ts'
import { finds, isDueSince, type Due, type DueContext } from '../due-sources.ts'
import { threadsOf } from '../episodes.ts'
import type { Alert } from '../notify.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import type { Database } from '../../store/database.ts'
import type { AlertSource } from './source.ts'

const CURSOR_NAME = 'refusals'
/** A claim may commit this long after the instant it carries; what is read twice is notified once, by its key. */
const OVERLAP_MS = 2 * MINUTE_MS

/** What the user chose, or no news: shown on the dashboard only. */
const QUIET: readonly string[] = [
  'user_stop',
  'auto_execute_off',
  // An alert of its own.
  'approval_needed',
  'outside_entry_hours',
  'already_decided',
  ...NOT_SHOWN,
]

/** Entries that were refused, once a day for each user, index and reason. */
export const refusals: AlertSource = { isDue: hasRefusals, read: readRefusals }

/** Whether an entry was refused since the last reading. */
function hasRefusals({ db, now, cursors }: DueContext): Due {
  return isDueSince(cursors.get(CURSOR_NAME), now, (cursor) =>
    finds(
      db
        .selectFrom('entry_refusals')
        .select('at')
        .where('at', '>', cursor - OVERLAP_MS)
        .where('code', 'not in', QUIET),
    ),
  )
}

async function readRefusals(tx: Kysely<Database>, now: EpochMs): Promise<readonly Alert[]> {
  const cursor = await readCursor(tx, CURSOR_NAME)
  await writeCursor(tx, CURSOR_NAME, now)
  const day = istDateAt(now)
  const rows = await tx
    .selectFrom('entry_refusals')
    .select(['account_id', 'symbol', 'code', 'at', 'text', 'message', 'decision_id'])
    .distinctOn(['account_id', 'symbol', 'code'])
    .where('at', '>', (cursor ?? now) - OVERLAP_MS)
    .where('on_day', '=', day)
    .where('code', 'not in', QUIET)
    .where(isOfSignal())
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('notices')
            .select('notices.id')
            .whereRef('notices.user_id', '=', 'entry_refusals.account_id')
            .where('notices.key', '=', sql<string>`'refused/' || on_day || '/' || symbol || '/' || code`),
        ),
      ),
    )
    .orderBy('account_id')
    .orderBy('symbol')
    .orderBy('code')
    .orderBy('at')
    .execute()
  const threads = await threadsOf(
    tx,
    rows.map(({ decision_id }) => decision_id),
  )
  return rows.map(({ account_id, symbol, at, decision_id, ...refusal }) => ({
    userId: account_id,
    kind: 'refused' as const,
    key: `refused/${day}/${symbol}/${refusal.code}`,
    at: at as EpochMs,
    message: messageOf(symbol, refusal),
    link: '/dashboard',
    thread: threads.get(decision_id)!,
  }))
}

function messageOf(symbol: IndexSymbol, row: RefusalRow): AlertMessage {
  const [refusal, remedy] = [reasonOfRow(row), remedyFor(row.code)]
  return remedy === undefined
    ? { code: 'alert.refused.no_remedy', symbol, refusal }
    : { code: 'alert.refused', symbol, refusal, remedy }
}
