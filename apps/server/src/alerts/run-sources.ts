import { startPollingLoop, type PollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import { QuoteFeed } from '../execution/quote-feed.ts'
import type { FeatureFlags } from '../feature-flags/feature-flags.ts'
import type { Logger } from '../logging/logger.ts'
import { hasMessagesToRelease, releaseHeld } from '../outbox/held-messages.ts'
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
import { dueNames, type DueCheck } from './due-sources.ts'
import { notify } from './notify.ts'

/** Hints may be lost, so every source is read this often anyway. Real milliseconds. */
const POLL_INTERVAL_MS = 2_000
/** The check of the messages that quiet hours hold, beside those of the sources. */
const HELD = 'held'
const HINTS = ['decision', 'trades.*'] as const

export interface AlertDeps {
  readonly config: Pick<Config, 'liveTrading' | 'sandbox'>
  readonly db: Kysely<Database>
  readonly bus: Bus
  readonly clock: Clock
  readonly logger: Logger
  readonly flags: FeatureFlags
  /** Where people reach the app. */
  readonly publicUrl: string
}

/**
 * Reads the sources of alerts that have something to read until closed, each in a transaction of its own: one that fails keeps
 * no other back.
 */
export function runSources(deps: AlertDeps): { close(): Promise<void> } {
  const { config, bus, clock, logger, publicUrl } = deps
  const feed = feedOutage(bus, nseCalendar)
  const readings = new Readings(bus, logger)
  const levels = watchLevels(bus, clock, logger)
  const quotes = new QuoteFeed(bus)
  const loop = readWhenDue(deps, {
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
  })
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

function readWhenDue(
  { db, bus, clock, logger, flags }: AlertDeps,
  sources: Readonly<Record<string, AlertSource>>,
): PollingLoop {
  const held: { readonly isDue: DueCheck } = { isDue: ({ now }) => hasMessagesToRelease(now) }
  const checks = { [HELD]: held, ...sources }
  const release = async () => {
    const released = await releaseHeld(db, clock.now())
    if (released === 0) return
    logger.info({ released }, 'messages leave after quiet hours')
    bus.publish('outbox', null)
  }
  return startPollingLoop(POLL_INTERVAL_MS, async (signal) => {
    const due = await dueNames(db, checks, clock.now()).catch((error: unknown) => {
      logger.error({ err: error }, 'the sources of alerts could not be checked; all are read')
      return new Set(Object.keys(checks))
    })
    if (due.has(HELD))
      await release().catch((error: unknown) => logger.error({ err: error }, 'held messages could not be released'))
    for (const [name, { read, committed }] of Object.entries(sources)) {
      if (signal.aborted) return
      if (!due.has(name)) continue
      try {
        const now = clock.now()
        const current = await flags.current()
        const notified = await db.transaction().execute(async (tx) => notify(tx, await read(tx, now, current), now))
        committed?.()
        if (notified === 0) continue
        logger.info({ source: name, notified }, 'alerts')
        bus.publish('outbox', null)
      } catch (error) {
        logger.error({ err: error, source: name }, 'alerts could not be read')
      }
    }
  })
}
