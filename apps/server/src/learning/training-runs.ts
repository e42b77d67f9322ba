import { trainSession, TRAINING_SESSIONS } from '@strikewise/signals/learning/train-session.ts'
import { artefactHash, artefactText } from '@strikewise/signals/learning/weights-artefact.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { logEndOf, sessionsUpTo } from './recorded-sessions.ts'
import { newestArtefact } from './weights-rows.ts'

/** Sealed sessions after the newest that was learned from, oldest first. */
export async function dueTrainingDays(db: Kysely<Database>): Promise<IstDate[]> {
  const newest = await db
    .selectFrom('weights_artefacts')
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  let rows = db.selectFrom('public_log_roots').select('day').orderBy('day')
  if (newest !== undefined) rows = rows.where('day', '>', newest.version)
  return (await rows.execute()).map(({ day }) => day)
}

/** The newest session whose record is sealed. */
export async function newestSealedDay(db: Kysely<Database>): Promise<IstDate | undefined> {
  const newest = await db
    .selectFrom('public_log_roots')
    .select('day')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.day
}

/**
 * Learns from the session of `day` what is not learned yet, and appends it. Asked twice, or by two programs at once, it
 * does it once. Returns the hash of the new version; undefined when there is none: the day had no labels, or it, or a
 * later one, was learned from already.
 */
export async function livePerformanceOf(db: Kysely<Database>, day: IstDate): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('weights_artefacts'))`.execute(trx)
    const before = await newestArtefact(trx)
    if (before !== undefined && before.artefact.version >= day) return undefined
    const log = await logEndOf(trx, day)
    if (log === undefined) return undefined
    const learned = trainSession({
      sessions: await sessionsUpTo(trx, day, TRAINING_SESSIONS),
      log,
      before: before?.hash ?? null,
    })
    if (learned === undefined) return undefined
    const body = artefactText(learned)
    const hash = artefactHash(body)
    await trx.insertInto('weights_artefacts').values({ version: learned.version, hash, body }).execute()
    return hash
  })
}
