import type { FiiDiiRow } from '@strikewise/signals/agents/fii-dii-row.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** Days an agent looks back over, with room for days that were missed. */
const DAYS_READ = 90

/**
 * Keeps what is published, each half of a day once: the first reading of a figure stands, however often the feed is read.
 * Returns how many halves were new.
 */
export async function storeFiiDiiRows(db: Kysely<Database>, rows: readonly FiiDiiRow[]): Promise<number> {
  const cash = rows
    .filter(({ fiiNet, diiNet }) => fiiNet !== null || diiNet !== null)
    .map(({ day, fiiNet, diiNet, cashPublishedAt }) => ({
      day,
      fii_net: fiiNet,
      dii_net: diiNet,
      published_at: cashPublishedAt,
    }))
  const positions = rows.flatMap(({ day, futureLong, futureShort, positionsPublishedAt }) =>
    futureLong === null || futureShort === null || positionsPublishedAt === null
      ? []
      : [{ day, future_long: futureLong, future_short: futureShort, published_at: positionsPublishedAt }],
  )
  return db.transaction().execute(async (trx) => {
    let stored = 0
    if (cash.length > 0) {
      const done = await trx
        .insertInto('flow_cash')
        .values(cash)
        .onConflict((on) => on.column('day').doNothing())
        .executeTakeFirst()
      stored += Number(done.numInsertedOrUpdatedRows ?? 0)
    }
    if (positions.length > 0) {
      const done = await trx
        .insertInto('flow_positions')
        .values(positions)
        .onConflict((on) => on.column('day').doNothing())
        .executeTakeFirst()
      stored += Number(done.numInsertedOrUpdatedRows ?? 0)
    }
    return stored
  })
}

/** The newest rows, oldest first. A day without cash figures is not known. */
export async function newestFiiDiiRows(db: Kysely<Database>): Promise<FiiDiiRow[]> {
  const rows = await db
    .selectFrom('flow_cash')
    .leftJoin('flow_positions', 'flow_positions.day', 'flow_cash.day')
    .select([
      'flow_cash.day',
      'fii_net',
      'dii_net',
      'flow_cash.published_at as cash_at',
      'future_long',
      'future_short',
      'flow_positions.published_at as positions_at',
    ])
    .orderBy('flow_cash.day', 'desc')
    .limit(DAYS_READ)
    .execute()
  return rows.toReversed().map((row) => ({
    day: row.day,
    fiiNet: row.fii_net,
    diiNet: row.dii_net,
    cashPublishedAt: row.cash_at,
    futureLong: row.future_long,
    futureShort: row.future_short,
    positionsPublishedAt: row.positions_at,
  }))
}
