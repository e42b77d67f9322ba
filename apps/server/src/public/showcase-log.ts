import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { ShowcaseLogReply } from '@strikewise/wire/public.ts'
import type { TradeLogRow } from '@strikewise/wire/trades.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../store/database.ts'
import type { TradeViews } from '../trades/trade-views.ts'

const MAX_DAYS = 30

export interface ShowcaseLogDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly views: TradeViews
  readonly config: Pick<Config, 'showcaseAccount'>
}

/** The showcase account's trades of `requested`, or of the newest day with any: sessions that have closed, prices without results. */
export async function showcaseLog(deps: ShowcaseLogDeps, requested: IstDate | undefined): Promise<ShowcaseLogReply> {
  const { db, clock, views, config } = deps
  const nothing = { mode: null, day: null, days: [], trades: [] }
  const showcase = await showcaseUser(db, config.showcaseAccount)
  if (showcase === undefined) return { offered: false, ...nothing }
  const days = await closedDays(db, showcase, clock.now())
  const day = requested === undefined ? days[0] : days.find((known) => known === requested)
  if (day === undefined) return { offered: true, ...nothing, days }
  const rows = await views.tradeLogs(showcase, day, true)
  return { offered: true, mode: rows[0]?.mode ?? null, day, days, trades: rows.flatMap(publicRow) }
}

async function showcaseUser(db: Kysely<Database>, email: string | undefined): Promise<string | undefined> {
  if (email === undefined) return undefined
  const user = await db
    .selectFrom('identity_users')
    .select('id')
    .where('email', '=', email)
    .where('emailVerified', '=', true)
    .executeTakeFirst()
  return user?.id
}

/** Days on which the account closed a trade and the session is over: during a session its trades would be calls. */
async function closedDays(db: Kysely<Database>, accountId: string, now: EpochMs): Promise<IstDate[]> {
  const today = istDateAt(now)
  const closesAt = nseCalendar.sessionOn(today)?.closesAt
  const rows = await db
    .selectFrom('trades')
    .select('on_day')
    .distinct()
    .where('account_id', '=', accountId)
    .where('state', '=', 'closed')
    .where('on_day', closesAt !== undefined && now < closesAt ? '<' : '<=', today)
    .orderBy('on_day', 'desc')
    .limit(MAX_DAYS)
    .execute()
  return rows.map((row) => row.on_day)
}

/** Field by field: what is not named here stays private. */
function publicRow(row: TradeLogRow): ShowcaseLogReply['trades'] {
  const { entry_time, exit_time, symbol, strike, side, quantity, entry_price, exit_price, exit_reason } = row
  if (exit_time === null || exit_reason === null) return []
  return [{ entry_time, exit_time, symbol, strike, side, quantity, entry_price, exit_price, exit_reason }]
}
