import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import { QuoteFeed } from '../execution/quote-feed.ts'
import type { Logger } from '../logging/logger.ts'
import { releaseHeld } from '../outbox/held-messages.ts'
import { Readings } from '../readiness/readings.ts'
import { resumeAfterPause } from './sources/resume-after-pause.ts'
import type { Database } from '../store/database.ts'
import { accountChanges } from './sources/account-changes.ts'
import { entryOffers } from './sources/entry-offers.ts'
import { feedOutage } from './sources/feed-outage.ts'
import { morning } from './sources/login-reminder.ts'
import { morningReadiness } from './sources/morning-readiness.ts'
import { planExpiry } from './sources/plan-expiry.ts'
import { refusals } from './sources/refusals.ts'
import { signals } from './sources/signals.ts'
import type { AlertSource } from './sources/source.ts'
import { trailedStops } from './sources/trailed-stops.ts'
import { tradeNotifications } from './sources/trade-notifications.ts'
import { agentFlips } from './custom/agent-flips.ts'
import { lossWarnings } from './custom/loss-warnings.ts'
import { watchLevels } from './custom/watch-levels.ts'
import { notify } from './notify.ts'

/** Hints may be lost, so every source is read this often anyway. Real milliseconds. */
const POLL_INTERVAL_MS = 2_000
const HINTS = ['decision', 'trades.*'] as const

export interface AlertDeps {
  readonly config: Pick<Config, 'liveTrading' | 'sandbox'>
  readonly db: Kysely<Database>
  readonly bus: Bus
  readonly clock: Clock
  readonly logger: Logger
  /** Where people reach the app. */
  readonly publicUrl: string
}

/** Reads every source of alerts until closed, each in a transaction of its own: one that fails keeps no other back. */
export function runSources({ config, db, bus, clock, logger, publicUrl }: AlertDeps): { close(): Promise<void> } {
  const feed = feedOutage(bus, nseCalendar)
  const readings = new Readings(bus, logger)
  const levels = watchLevels(bus, clock, logger)
  const quotes = new QuoteFeed(bus)
  const sources: Readonly<Record<string, AlertSource>> = {
    accountChanges,
    endPauses: resumeAfterPause(bus),
    tradeNotes: tradeNotifications,
    signals,
    stopMoves: trailedStops,
    entryOffers,
    refusals,
    morning: morning(nseCalendar),
    readiness: morningReadiness(nseCalendar, readings, config),
    planTerms: planExpiry(bus, publicUrl),
    feedOutage: feed.source,
    levels: levels.source,
    agentFlips,
    lossWarnings: lossWarnings({ quotes, readings }),
  }
  const release = async () => {
    const released = await releaseHeld(db, clock.now())
    if (released === 0) return
    logger.info({ released }, 'messages leave after quiet hours')
    bus.publish('outbox', null)
  }
  const readAll = async (signal: AbortSignal) => {
    await release().catch((error: unknown) => logger.error({ err: error }, 'held messages could not be released'))
    for (const [name, source] of Object.entries(sources)) {
      if (signal.aborted) return
      try {
        const now = clock.now()
        const notified = await db.transaction().execute(async (tx) => notify(tx, await source(tx, now), now))
        if (notified === 0) continue
        logger.info({ source: name, notified }, 'alerts')
        bus.publish('outbox', null)
      } catch (error) {
        logger.error({ err: error, source: name }, 'alerts could not be read')
      }
    }
  }
  const loop = startPollingLoop(POLL_INTERVAL_MS, readAll)
  const subscriptions = HINTS.map((hint) => bus.subscribe(hint, () => loop.wake()))
  return {
    async close() {
      for (const end of subscriptions) end()
      feed.close()
      levels.close()
      quotes.close()
      readings.close()
      await loop.close()
    },
  }
}
