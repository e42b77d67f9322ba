import type { Decision, EntryPlan } from '@strikewise/signals/decision/decision.ts'
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Alert as AlertMessage } from '@strikewise/messages/families/alert.ts'
import { costOfOneLot } from '../../trade-cost/decision-cost.ts'
import { costText } from '../../trade-cost/cost-text.ts'
import { finds, type Due, type DueContext } from '../due-sources.ts'
import { EPISODE_MS, episodeThread } from '../episodes.ts'
import type { Alert } from '../notify.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import { usersWithAlertPlan } from './audience.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { AlertSource } from './source.ts'

const CURSOR_NAME = 'decisions'
const MAX_ROWS = 200

/**
 * Decisions to buy, sent to every user whose plan includes alerts, once a contract and episode. Those made before alerts were
 * first sent are history.
 */
export const signals: AlertSource = { isDue: hasDecisions, read: readSignals }

/** Whether there is a decision that was not read. */
function hasDecisions({ db, cursors }: DueContext): Due {
  const cursor = cursors.get(CURSOR_NAME)
  return cursor === undefined || finds(db.selectFrom('decisions').select('seq').where('seq', '>', cursor))
}

async function readSignals(tx: Kysely<Database>, now: EpochMs): Promise<readonly Alert[]> {
  const cursor = await readCursor(tx, CURSOR_NAME)
  if (cursor === undefined) {
    const last = await tx
      .selectFrom('decisions')
      .select((is) => is.fn.max('seq').as('seq'))
      .executeTakeFirst()
    await writeCursor(tx, CURSOR_NAME, last?.seq ?? -1)
    return []
  }
  const rows = await tx
    .selectFrom('decisions')
    .select(['seq', 'record'])
    .where('seq', '>', cursor)
    .orderBy('seq')
    .limit(MAX_ROWS)
    .execute()
  if (rows.length === 0) return []
  await writeCursor(tx, CURSOR_NAME, rows.at(-1)!.seq)
  const first = rows[0]!.record.barEnd
  const earlier = await tx
    .selectFrom('decisions')
    .select('record')
    .where('seq', '<=', cursor)
    .where('bar_end', '>=', first - EPISODE_MS)
    .where('action', '!=', 'none')
    .orderBy('seq')
    .execute()
  /** When each contract was last decided for. */
  const decidedAt = new Map<string, EpochMs>()
  const opensEpisode = ({ barEnd }: Decision, { contract: { tradingsymbol } }: EntryPlan): boolean => {
    const before = decidedAt.get(tradingsymbol)
    decidedAt.set(tradingsymbol, barEnd)
    return before === undefined || barEnd - before > EPISODE_MS
  }
  for (const { record } of earlier) if (record.entry !== null) opensEpisode(record, record.entry)
  const notified = rows.flatMap(({ record }) =>
    record.entry !== null && opensEpisode(record, record.entry)
      ? [{ record, message: signalMessage(record, record.entry) }]
      : [],
  )
  if (notified.length === 0) return []
  const users = await usersWithAlertPlan(tx, now)
  return notified.flatMap(({ record, message }) =>
    users.map((userId) => ({
      userId,
      kind: 'signal' as const,
      key: `signal/${record.id}`,
      at: record.barEnd,
      message,
      link: `/why/decision/${encodeURIComponent(record.id)}`,
      thread: episodeThread(record.id),
    })),
  )
}

/** What was decided to be bought, where its stop would stand, by which score, and what a lot is expected to cost. */
function signalMessage(decision: Decision, entry: EntryPlan): AlertMessage {
  const { score, threshold } = decision
  const { contract, mid, stopDistance } = entry
  return {
    code: 'alert.signal.cost',
    contract: contractRef(contract),
    price: mid,
    stop: (mid - Math.min(mid, stopDistance)) as Paise,
    score: Math.abs(score),
    needed: threshold,
    cost: costText(costOfOneLot(decision, entry)),
  }
}
