import { championBefore, championOn, pendingAfter } from '@strikewise/signals/learning/champions.ts'
import { LEARNING } from '@strikewise/signals/learning/learning-params.ts'
import { livePerformance, shouldRollBack, type LivePerformance } from '@strikewise/signals/learning/live-performance.ts'
import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { OperatorText } from '@strikewise/messages/families/operator.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { split } from '@strikewise/messages/split.ts'
import type { Kysely } from 'kysely'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Database } from '../store/database.ts'
import { nextUnopenedSession } from './effective-session.ts'
import { sessionsUpTo } from './recorded-sessions.ts'
import { artefactOf, championChanges, lockChanges } from './weights-rows.ts'

/** The weights that went, what decides instead, and from when on. */
export interface RolledBack {
  readonly removed: IstDate
  readonly to: IstDate | null
  readonly from: IstDate
  readonly live: LivePerformance
}

/** How the champion has done since it decides; undefined: the default weights decide, and those are not measured. */
export async function championPerformance(db: Kysely<Database>, day: IstDate): Promise<LivePerformance | undefined> {
  const { version, from } = championOn(await championChanges(db), day)
  if (version === null || from === null) return undefined
  const { artefact } = await artefactOf(db, version)
  return livePerformance(artefact, await sessionsUpTo(db, day, LEARNING.rollback.sessions, from))
}

/**
 * Takes back the weights that decide when they did worse than a coin over 20 sessions, from the next session on, and
 * notifies the operators by mail in the same transaction. Undefined: they stay.
 */
export async function rollBackIfNeeded(
  db: Kysely<Database>,
  now: EpochMs,
  operators: readonly string[],
): Promise<RolledBack | undefined> {
  const today = istDateAt(now)
  const seen = await championPerformance(db, today)
  if (seen === undefined || !shouldRollBack(seen)) return undefined
  return db.transaction().execute(async (trx) => {
    await lockChanges(trx)
    const changes = await championChanges(trx)
    const { version } = championOn(changes, today)
    const before = championBefore(changes)
    const live = await championPerformance(trx, today)
    if (version === null || before === undefined || live === undefined || !shouldRollBack(live)) return undefined
    // Something else decides from the next session on: that is the way back already.
    if (pendingAfter(changes, today) !== undefined) return undefined
    const rolledBack: RolledBack = { removed: version, to: before.version, from: nextUnopenedSession(now), live }
    const message = reasonFor(rolledBack)
    await trx
      .insertInto('weights_changes')
      .values({
        kind: 'rolled_back',
        version: rolledBack.to,
        from_day: rolledBack.from,
        decided_at: now,
        decided_by: null,
        reason: null,
        message: split(message),
        figures: JSON.stringify(live),
      })
      .execute()
    const { text } = rendererOf('en')
    for (const recipient of operators)
      await enqueueMail(trx, {
        recipient,
        subject: text({ code: 'mail.operator.rolled_back_subject' }),
        body: `${text(message)}\n`,
      })
    return rolledBack
  })
}

function reasonFor({ removed, to, from, live }: RolledBack): OperatorText {
  return {
    code: 'operator.rolled_back',
    version: removed,
    brier: live.brier ?? LEARNING.rollback.brier,
    coin: LEARNING.rollback.brier,
    sessions: live.sessions,
    labels: live.labels,
    from,
    instead: to === null ? { code: 'operator.weights_default' } : { code: 'operator.weights_version', version: to },
  }
}
