import { createHash } from 'node:crypto'
import { rootStatement, type DayRoot } from '@strikewise/public-log/day-root.ts'
import { LOG_START_HASH } from '@strikewise/public-log/log-entry.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import type { SigningKey } from './signing-key.ts'

/** The market is watched for half an hour after the close; then nothing more is shown of the day. */
const AFTER_CLOSE_MS = 31 * MINUTE_MS

/** Signs each day of the record that is over, oldest first. Days without an entry have no root. */
export interface DaySeals {
  /** Looks into the store when the newest day that is over is another than at the last look; never rejects. */
  check(now: EpochMs): Promise<void>
}

/** Subject of the bus on which a sealed day is announced. */
export const DAY_SEALED = 'record.sealed'

export function daySeals(db: Kysely<Database>, key: SigningKey, bus: Bus, logger: Logger): DaySeals {
  let sealedBefore: IstDate | undefined
  return {
    async check(now) {
      const openDay = firstOpenDay(now)
      if (openDay === sealedBefore) return
      try {
        for (const root of await sealDays(db, key, openDay)) {
          logger.info({ day: root.day, count: root.count }, 'day sealed')
          bus.publish(DAY_SEALED, root.day)
        }
        sealedBefore = openDay
      } catch (error) {
        logger.warn({ err: error }, 'the record of a day could not be sealed; trying again')
      }
    },
  }
}

/** Today until its session has long ended, then the day after. */
function firstOpenDay(now: EpochMs): IstDate {
  const today = istDateAt(now)
  const closesAt = nseCalendar.sessionOn(today)?.closesAt
  const over = closesAt !== undefined && now >= closesAt + AFTER_CLOSE_MS
  return over ? istDateAt((now + 24 * 60 * MINUTE_MS) as EpochMs) : today
}

/** Writes the root of every day with entries before `openDay` that has none, and returns them. */
export async function sealDays(db: Kysely<Database>, key: SigningKey, openDay: IstDate): Promise<DayRoot[]> {
  return db.transaction().execute(async (trx) => {
    // Of several sealing at once the second sees what the first wrote.
    await sql`select pg_advisory_xact_lock(hashtext('public_log_roots'))`.execute(trx)
    let previous = await trx
      .selectFrom('public_log_roots')
      .select(['day', 'root', 'hash'])
      .orderBy('last_seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    const days = await trx
      .selectFrom('public_log_entries')
      .select((is) => ['day', is.fn.max<number>('seq').as('last')])
      .where('seq', '>', previous?.root.last_seq ?? 0)
      .where('day', '<', openDay)
      .groupBy('day')
      .orderBy('day')
      .execute()
    const roots: DayRoot[] = []
    for (const { day, last } of days) {
      // A clock that was set back leaves entries of a day that is sealed, or between others: the next root covers them.
      if (previous !== undefined && (day <= previous.day || last <= previous.root.last_seq)) continue
      const { hash: lastHash } = await trx
        .selectFrom('public_log_entries')
        .select('hash')
        .where('seq', '=', last)
        .executeTakeFirstOrThrow()
      const first = (previous?.root.last_seq ?? 0) + 1
      const root: DayRoot = {
        day,
        first_seq: first,
        last_seq: last,
        count: last - first + 1,
        start_hash: previous?.root.last_hash ?? LOG_START_HASH,
        last_hash: lastHash,
        previous_root: previous?.hash ?? LOG_START_HASH,
      }
      const statement = rootStatement(root)
      const hash = createHash('sha256').update(statement).digest('hex')
      await trx
        .insertInto('public_log_roots')
        .values({
          day,
          first_seq: first,
          last_seq: last,
          root: JSON.stringify(root),
          hash,
          key: key.publicHex,
          signature: key.sign(statement),
        })
        .execute()
      previous = { day, root, hash }
      roots.push(root)
    }
    return roots
  })
}
