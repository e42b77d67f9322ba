import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { addDays, istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { feedState, type FeedState } from '@strikewise/wire/market.ts'
import type { StatusComponent } from '@strikewise/wire/public.ts'
import { sql, type Kysely } from 'kysely'
import * as z from 'zod'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import { quotedSince } from '../time/quote-hours.ts'
import { storeChecks, type HealthCheck } from './uptime-days.ts'

/** Real milliseconds between two checks. */
const EVERY_MS = 60_000
/** The roles of a program that has just started find each other first: that is no failure. */
const FIRST_MS = 15_000
const ANSWER_MS = 5000
/** Market time: the same that health calls stale, and a little for a check that runs at a bad moment. */
const FEED_STALE_MS = 20_000
/** Mail that waits longer than its first retries shows a notifier that cannot deliver. */
const MAIL_LATE = '10 minutes'
/** From the close until the day's root must be there. */
const SEALED_AFTER_MS = 60 * 60_000

export interface StatusWorker {
  readonly config: Pick<Config, 'marketUrls'>
  readonly db: Kysely<Database>
  readonly bus: Bus
  readonly clock: Clock
  readonly logger: Logger
  /** Real milliseconds until the first check. */
  readonly firstMs?: number
}

/** Checks every part once a minute and stores the result, until closed. A store that is away stores nothing: the gap shows it. */
export function startStatusWorker(worker: StatusWorker): { close(): Promise<void> } {
  const { config, db, bus, clock, logger, firstMs = FIRST_MS } = worker
  let feed: FeedState | undefined
  const unsubscribe = bus.subscribe('snapshot.feed', (_subject, payload) => {
    const received = published.safeParse(payload)
    if (received.success) feed = feedState.parse(JSON.parse(received.data.json))
  })
  const loop = startPollingLoop(
    EVERY_MS,
    async (signal) => {
      try {
        const now = clock.now()
        const [broker, notifier, public_log] = await Promise.all([
          brokerCheck(config.marketUrls.apiUrl, signal),
          notifierHealth(db),
          publicLogCheck(db, now),
        ])
        const checks: Record<StatusComponent, HealthCheck> = {
          store: 'up',
          feed: feedCheck(feed, now),
          broker,
          notifier,
          public_log,
        }
        await storeChecks(db, checks, Date.now() as EpochMs)
      } catch (error) {
        if (!signal.aborted) logger.warn({ err: error }, 'the status of the parts was not stored')
      }
    },
    firstMs,
  )
  return {
    async close() {
      unsubscribe()
      await loop.close()
    },
  }
}

const published = z.object({ json: z.string() })

/** Outside the session no tick is missed. */
export function feedCheck(feed: FeedState | undefined, now: EpochMs): HealthCheck {
  if (quotedSince(now) === undefined) return 'idle'
  if (feed === undefined || !feed.connected || feed.lastTickAt === null) return 'down'
  return now - feed.lastTickAt <= FEED_STALE_MS ? 'up' : 'down'
}

/** Any answer but a server's fault shows that the broker is there; its content needs a login. */
async function brokerCheck(apiUrl: string, stop: AbortSignal): Promise<HealthCheck> {
  try {
    const response = await fetch(apiUrl, {
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(ANSWER_MS)]),
    })
    await response.body?.cancel()
    return response.status < 500 ? 'up' : 'down'
  } catch {
    return 'down'
  }
}

/** We run in the notifier: it is alive. It also has to get its mail out. */
async function notifierHealth(db: Kysely<Database>): Promise<HealthCheck> {
  const late = await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('held_until', 'is', null)
    .where('created_at', '<', sql<Date>`now() - ${MAIL_LATE}::interval`)
    .limit(1)
    .executeTakeFirst()
  return late === undefined ? 'up' : 'down'
}

/** The newest day that must be signed is. Nothing written yet needs no root. */
async function publicLogCheck(db: Kysely<Database>, now: EpochMs): Promise<HealthCheck> {
  const { signed } = await db
    .selectFrom('public_log_roots')
    .select((is) => is.fn.coalesce(is.fn.max<number>('last_seq'), sql<number>`0`).as('signed'))
    .executeTakeFirstOrThrow()
  const unsigned = await db
    .selectFrom('public_log_entries')
    .select('seq')
    .where('seq', '>', signed)
    .where('day', '<=', lastDayToBeSigned(now))
    .limit(1)
    .executeTakeFirst()
  return unsigned === undefined ? 'up' : 'down'
}

function lastDayToBeSigned(now: EpochMs): IstDate {
  const today = istDateAt(now)
  const closesAt = nseCalendar.sessionOn(today)?.closesAt
  return closesAt !== undefined && now >= closesAt + SEALED_AFTER_MS ? today : addDays(today, -1)
}
