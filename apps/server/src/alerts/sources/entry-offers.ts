import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { OFFERED, offerCost, offerOf } from '../../entry-approvals/open-offers.ts'
import { costText } from '../../trade-cost/cost-text.ts'
import { finds, isDueSince, type Due, type DueContext } from '../due-sources.ts'
import { threadsOf } from '../episodes.ts'
import type { Alert } from '../notify.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { AlertSource } from './source.ts'

const CURSOR_NAME = 'entry_offers'
/** A claim may commit this long after the instant it carries; what is read twice is notified once, by its key. */
const OVERLAP_MS = 30_000

/** The key of the alert of an offer. */
function offerKey(symbol: string, decisionId: string): string {
  return `approval/${symbol}/${decisionId}`
}

/** The decision of the offer whose alert has this key. */
export function decisionOfKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}

/** Entries that wait for their user's approval, each as long as it can be given. */
export const entryOffers: AlertSource = { isDue: hasEntryOffers, read: readEntryOffers }

/** Whether an entry was offered since the last reading. */
function hasEntryOffers({ db, now, cursors }: DueContext): Due {
  return isDueSince(cursors.get(CURSOR_NAME), now, (cursor) =>
    finds(
      db
        .selectFrom('entry_refusals')
        .select('at')
        .where('at', '>', cursor - OVERLAP_MS)
        .where('code', '=', OFFERED),
    ),
  )
}

async function readEntryOffers(tx: Kysely<Database>, now: EpochMs): Promise<readonly Alert[]> {
  const cursor = await readCursor(tx, CURSOR_NAME)
  await writeCursor(tx, CURSOR_NAME, now)
  const rows = await tx
    .selectFrom('entry_refusals')
    .leftJoin('decisions', 'decisions.id', 'entry_refusals.decision_id')
    .select(['account_id', 'entry_refusals.symbol', 'decision_id', 'at', 'message', 'text', 'record'])
    .where('at', '>', (cursor ?? now) - OVERLAP_MS)
    .where('on_day', '=', istDateAt(now))
    .where('code', '=', OFFERED)
    .orderBy('at')
    .execute()
  const threads = await threadsOf(
    tx,
    rows.map(({ decision_id }) => decision_id),
  )
  return rows.flatMap((row) => {
    const offer = offerOf(row)
    if (offer === undefined || now > offer.until) return []
    return [
      {
        userId: row.account_id,
        kind: 'approval' as const,
        key: offerKey(row.symbol, row.decision_id),
        at: row.at as EpochMs,
        message: { code: 'alert.approval.cost' as const, ...offer, cost: costText(offerCost(offer, row.record)) },
        link: '/dashboard',
        thread: threads.get(row.decision_id)!,
        // Pressed after it, a button would do nothing.
        expiresAt: offer.until,
      },
    ]
  })
}
