// @invariant no-public-results Public pages show no result beyond the public demonstration account.
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { disciplineOf, MIN_FOR_RANK, type DisciplineTrade } from '@strikewise/domain/trading/discipline.ts'
import { netIncludingCovers } from '@strikewise/execution/trade/trade-pnl.ts'
import type { ListingReply, TopTradersReply } from '@strikewise/wire/public.ts'
import type { Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Database } from '../store/database.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'

const MAX_LISTED = 500
const MAX_SHOWN = 50
const UNIQUE_VIOLATION = '23505'

/** Accounts on paper that opted in and traded enough, ranked by discipline; of equals the one with more days first. */
export async function topTraders(db: Kysely<Database>): Promise<TopTradersReply> {
  const listed = await db
    .selectFrom('listings')
    .select(['user_id', 'name'])
    .where('listed', '=', true)
    .orderBy('changed_at')
    .limit(MAX_LISTED)
    .execute()
  const ids = listed.map((row) => row.user_id)
  const [trades, locked] = await Promise.all([closedOnPaper(db, ids), lockedOnPaper(db, ids)])
  const traders = listed
    .map(({ user_id, name }) => ({
      name,
      discipline: disciplineOf(trades.get(user_id) ?? [], locked.get(user_id) ?? new Set()),
    }))
    .filter(({ discipline }) => discipline.days >= MIN_FOR_RANK.days && discipline.trades >= MIN_FOR_RANK.trades)
    .toSorted(
      (a, b) =>
        b.discipline.total - a.discipline.total ||
        b.discipline.days - a.discipline.days ||
        a.name.localeCompare(b.name),
    )
    .slice(0, MAX_SHOWN)
    .map(({ name, discipline }) => ({
      name,
      days: discipline.days,
      stops_kept: discipline.stopsRespected,
      limits_kept: discipline.limitsRespected,
      plan_followed: discipline.planFollowed,
      discipline: discipline.total,
    }))
  return { least_days: MIN_FOR_RANK.days, least_trades: MIN_FOR_RANK.trades, traders }
}

async function closedOnPaper(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DisciplineTrade[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('trades')
    .select(['account_id', 'on_day', 'body'])
    .where('account_id', 'in', ids)
    .where('mode', '=', 'paper')
    .where('state', '=', 'closed')
    .execute()
  const trades = rows.flatMap(({ account_id, on_day, body }) =>
    body.state !== 'closed'
      ? []
      : [
          {
            account_id,
            day: on_day,
            manualExitQuantity: body.manualExitQuantity,
            net: netIncludingCovers(body),
            plannedLoss: body.plannedLoss,
          },
        ],
  )
  return Map.groupBy(trades, (trade) => trade.account_id)
}

async function lockedOnPaper(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<IstDate>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('day_locks')
    .select(['account_id', 'on_day'])
    .where('account_id', 'in', ids)
    .where('mode', '=', 'paper')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.account_id)].map(([id, own]) => [id, new Set(own.map((row) => row.on_day))]),
  )
}

export async function listingOf(db: UserScopedRow, userId: string): Promise<ListingReply> {
  const row = await db.selectFrom('listings').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return { listed: row?.listed ?? false, name: row?.name ?? null }
}

/** Joins or leaves the list. Throws ApiFailure for a name another user has. */
export async function saveListing(
  db: UserScopedRow,
  userId: string,
  { listed, name }: { listed: boolean; name: string },
): Promise<ListingReply> {
  const row = { listed, name, changed_at: new Date() }
  try {
    await db
      .insertInto('listings')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
    throw new DomainError({ code: 'problem.invalid_input.name_taken' })
  }
  return { listed, name }
}
