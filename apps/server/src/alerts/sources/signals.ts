import type { Decision, EntryPlan } from '@strikewise/signals/decision/decision.ts'
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Alert as AlertMessage } from '@strikewise/messages/families/alert.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import { usersWithAlertPlan } from './audience.ts'
import type { AlertSource } from './source.ts'

const CURSOR_NAME = 'decisions'
const MAX_ROWS = 200

/** Decisions to buy, sent to every user whose plan includes alerts. Those made before alerts were first sent are history. */
export const signals: AlertSource = async (tx, now) => {
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
  const notified = rows.flatMap(({ record }) =>
    record.entry === null ? [] : [{ record, message: signalMessage(record, record.entry) }],
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
    })),
  )
}

/** What was decided to be bought, where its stop would stand, and by which score. */
function signalMessage({ score, threshold }: Pick<Decision, 'score' | 'threshold'>, entry: EntryPlan): AlertMessage {
  const { contract, mid, stopDistance } = entry
  return {
    code: 'alert.signal',
    contract: contractRef(contract),
    price: mid,
    stop: (mid - Math.min(mid, stopDistance)) as Paise,
    score: Math.abs(score),
    needed: threshold,
  }
}
