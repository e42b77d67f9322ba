import type { DayVolatility } from '@strikewise/chain-history/chain-volatility.ts'
import type { StoredDay } from '@strikewise/chain-history/store-chain.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import { storeDailyVolatility } from '../market/daily-volatility.ts'
import type { Database } from '../store/database.ts'

/** A failed day is tried again after so long, longer with each attempt. Real minutes. */
const RETRY_MINUTES = 10
const MAX_RETRY_STEPS = 6
const REASON_LENGTH = 500

/** A stored day, and what its chain says of the day's volatility. */
export interface DayOfIndex extends StoredDay {
  readonly volatility: DayVolatility | undefined
}

/** What was stored of a recorded day, and what of its recording could not be read. */
export interface DayExport {
  readonly stored: readonly DayOfIndex[]
  readonly damage: readonly string[]
  readonly lostFrames: number
}

/** Of the days, those that are not stored and did not fail a short while ago, in their order. */
export async function dueDays(db: Kysely<Database>, days: readonly IstDate[]): Promise<IstDate[]> {
  if (days.length === 0) return []
  const done = await db.selectFrom('chain_history_days').select('day').distinct().where('day', 'in', days).execute()
  const resting = await db
    .selectFrom('chain_history_failures')
    .select('day')
    .where(
      'failed_at',
      '>',
      sql<Date>`now() - least(attempts, ${MAX_RETRY_STEPS}::integer) * ${`${RETRY_MINUTES} minutes`}::interval`,
    )
    .execute()
  const not = new Set([...done, ...resting].map(({ day }) => day))
  return days.filter((day) => !not.has(day))
}

/** Notes that a day is stored: every index in one transaction, so that a day is done or is not. */
export async function saveExport(db: Kysely<Database>, day: IstDate, { stored, damage, lostFrames }: DayExport) {
  await db.transaction().execute(async (tx) => {
    for (const symbol of INDEX_SYMBOLS) {
      const of = stored.find((one) => one.symbol === symbol)
      const { minutes, contracts, rows, bytes } = of ?? NOTHING
      const read = {
        lost_frames: lostFrames,
        damage: damage.length === 0 ? null : damage.join('; ').slice(0, REASON_LENGTH),
      }
      const row = { symbol, day, minutes, contracts, rows, bytes, ...read }
      await tx
        .insertInto('chain_history_days')
        .values(row)
        .onConflict((on) => on.columns(['symbol', 'day']).doUpdateSet({ ...row, stored_at: sql<Date>`now()` }))
        .execute()
      if (of !== undefined) await storeVolatility(tx, of)
    }
    await tx.deleteFrom('chain_history_failures').where('day', '=', day).execute()
  })
}

/** Files that no row names: an operator added them with `npm run history -- add`. */
export async function withoutRow<T extends Pick<StoredDay, 'symbol' | 'day'>>(
  db: Kysely<Database>,
  files: readonly T[],
): Promise<T[]> {
  const rows = await db.selectFrom('chain_history_days').select(['symbol', 'day']).execute()
  const known = new Set(rows.map(({ symbol, day }) => `${symbol} ${day}`))
  return files.filter(({ symbol, day }) => !known.has(`${symbol} ${day}`))
}

/** Notes a day whose file was added. */
export async function saveAdded(db: Kysely<Database>, added: DayOfIndex): Promise<void> {
  const { symbol, day, minutes, contracts, rows, bytes } = added
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('chain_history_days')
      .values({ symbol, day, minutes, contracts, rows, bytes, lost_frames: 0, damage: null })
      .onConflict((on) => on.columns(['symbol', 'day']).doNothing())
      .execute()
    await storeVolatility(tx, added)
  })
}

/** What the market role took on the day stands; the stored chain fills in the days on which it took nothing. */
async function storeVolatility(tx: Kysely<Database>, { symbol, day, volatility }: DayOfIndex): Promise<void> {
  if (volatility === undefined) return
  await storeDailyVolatility(tx, { symbol, day, sigma: volatility.sigma, taken_at: volatility.at })
}

/** How many sessions the IV percentile of an index is taken over. */
export async function volatilitySessions(db: Kysely<Database>, symbol: IndexSymbol, most: number): Promise<number> {
  const rows = await db
    .selectFrom('daily_volatility')
    .select('day')
    .where('symbol', '=', symbol)
    .orderBy('day', 'desc')
    .limit(most)
    .execute()
  return rows.length
}

const NOTHING = { minutes: 0, contracts: 0, rows: 0, bytes: 0 }

/** Notes that a day could not be stored. */
export async function saveFailure(db: Kysely<Database>, day: IstDate, text: string): Promise<void> {
  const reason = text.slice(0, REASON_LENGTH)
  await db
    .insertInto('chain_history_failures')
    .values({ day, reason, attempts: 1 })
    .onConflict((on) =>
      on.column('day').doUpdateSet({
        reason,
        attempts: sql<number>`chain_history_failures.attempts + 1`,
        failed_at: sql<Date>`now()`,
      }),
    )
    .execute()
}

/** Days that are kept: as an operator set it, or else the number given. */
export async function keepDaysOf(db: Kysely<Database>, unlessSet: number): Promise<number> {
  const row = await db.selectFrom('chain_history_retention').select('keep_days').executeTakeFirst()
  return row?.keep_days ?? unlessSet
}

/** Sets how many days are kept, from the next clean-up on. */
export async function setKeepDays(db: Kysely<Database>, days: number): Promise<void> {
  await db
    .insertInto('chain_history_retention')
    .values({ keep_days: days })
    .onConflict((on) => on.column('single').doUpdateSet({ keep_days: days }))
    .execute()
}

/** Forgets the days before `day`: their files are removed, and a failure of one needs no attempt any more. */
export async function forgetDays(db: Kysely<Database>, day: IstDate): Promise<void> {
  await db.deleteFrom('chain_history_days').where('day', '<', day).execute()
  await db.deleteFrom('chain_history_failures').where('day', '<', day).execute()
}
