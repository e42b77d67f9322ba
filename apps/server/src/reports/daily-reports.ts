// @invariant daily-report-once A user's day is reported once, across restarts and missed evenings.
import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { LIVE_STATES_SQL } from '@strikewise/postgres-store/live-states.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { addDays, istDateAt, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import { notify } from '../alerts/notify.ts'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'
import { withdrawLostEdge } from '../settings/live-edge.ts'
import type { Database } from '../store/database.ts'
import { dailyReportOf } from './daily-report.ts'
import { reportMail } from './report-mail.ts'
import { reportSummary } from './report-summary.ts'

/** How often it is looked whether a report is due. Real milliseconds. */
const POLL_INTERVAL_MS = 5_000
/** After the close the trader books what the exchange did last. */
const AFTER_CLOSE_MS = 10 * MINUTE_MS
/** A day whose trades are not settled by then is reported as it is: tokens die, and with them the broker's book of the day. */
const LATEST = { hour: 6 }
/** How far back missed evenings are made up for. */
const LOOKBACK_DAYS = 7

export interface DailyReportsDeps {
  readonly db: Kysely<Database>
  readonly clock: Pick<Clock, 'now'>
  readonly calendar: TradingCalendar
  readonly bus: Bus
  readonly logger: Logger
  /** Where people reach the app. */
  readonly publicUrl: string
}

/** Writes and reports every user's day after the close, and those missed before, until closed. */
export function startDailyReports(deps: DailyReportsDeps): { close(): Promise<void> } {
  return startPollingLoop(POLL_INTERVAL_MS, async () => {
    try {
      await writeDueReports(deps)
    } catch (error) {
      deps.logger.error({ err: error }, 'the daily reports could not be written')
    }
  })
}

/**
 * Writes the reports that are due now; answers how many were new. A report is one row a user and day, written with what
 * queues its notification in one transaction: a second run, or one after a crash, finds it there and sends nothing.
 */
export async function writeDueReports(deps: DailyReportsDeps): Promise<number> {
  const { db, clock, calendar, bus, logger } = deps
  const now = clock.now()
  let written = 0
  for (const day of closedDays(calendar, now))
    for (const userId of await usersWithoutReport(db, day, now >= latestFor(day)))
      try {
        if (await writeReport(deps, userId, day, now)) written += 1
      } catch (error) {
        // One user's report delays no other; it is retried at the next poll.
        logger.error({ err: error, user: userId, day }, 'a daily report could not be written')
      }
  if (written === 0) return 0
  logger.info({ written }, 'daily reports')
  bus.publish('outbox', null)
  return written
}

/** Days with a session that is over and booked, oldest first. */
function closedDays(calendar: TradingCalendar, now: EpochMs): IstDate[] {
  const today = istDateAt(now)
  return Array.from({ length: LOOKBACK_DAYS + 1 }, (_, i) => addDays(today, i - LOOKBACK_DAYS)).filter((day) => {
    const session = calendar.sessionOn(day)
    return session !== undefined && session.windows.length > 0 && now >= session.closesAt + AFTER_CLOSE_MS
  })
}

function latestFor(day: IstDate): EpochMs {
  return istInstant(addDays(day, 1), LATEST.hour)
}

/** Users who traded or were refused on `day` and have no report of it; without `anyway`, only those with nothing open. */
async function usersWithoutReport(db: Kysely<Database>, day: IstDate, anyway: boolean): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from (
      select account_id from trades where on_day = ${day} and state <> 'abandoned'
      union
      select account_id from entry_refusals where on_day = ${day}
    ) active
    where not exists (select from daily_reports r where r.user_id = active.account_id and r.on_day = ${day})
      and (${anyway} or not exists (
        select from trades t
        where t.account_id = active.account_id and t.on_day = ${day} and t.state in (${sql.raw(LIVE_STATES_SQL)})
      ))
    order by account_id`.execute(db)
  return rows.map((row) => row.account_id)
}

async function writeReport(
  { db, publicUrl }: DailyReportsDeps,
  userId: string,
  day: IstDate,
  now: EpochMs,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const disarmed = await withdrawLostEdge(tx, userId, now)
    const language = await languageOf(tx, userId)
    const report = await dailyReportOf(tx, userId, day, disarmed, language)
    const inserted = await tx
      .insertInto('daily_reports')
      .values({ user_id: userId, on_day: day, written_at: now, body: JSON.stringify(report) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .execute()
    if (inserted.length === 0) return false
    const link = `/reports?${new URLSearchParams({ mode: report.kinds[0]?.mode ?? 'paper', from: day, to: day }).toString()}`
    const mail = reportMail(report, `${publicUrl}${link}`, language)
    const alert = {
      userId,
      kind: 'daily_report',
      key: `report/${day}`,
      at: now,
      message: reportSummary(report),
      link,
      mail: { paragraphs: [mail.text], html: mail.html },
    } as const
    await notify(tx, [alert], now)
    return true
  })
}

async function languageOf(tx: Kysely<Database>, userId: string): Promise<Language> {
  const user = await tx.selectFrom('identity_users').select('language').where('id', '=', userId).executeTakeFirst()
  return user?.language ?? 'en'
}
