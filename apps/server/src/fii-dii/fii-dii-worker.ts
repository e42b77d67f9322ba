import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import { fetchText } from '../news/fetch-text.ts'
import type { Database } from '../store/database.ts'
import { fiiDiiRowsOf } from './fii-dii-feed.ts'
import { storeFiiDiiRows } from './fii-dii-rows.ts'

/**
 * The figures come twice an evening, at hours that are not kept to the minute: looking more often than that finds them
 * soon, and is the retry of a look that failed. On a sandbox an evening passes in minutes. Real milliseconds.
 */
const POLL_INTERVAL_MS = { real: 10 * 60_000, sandbox: 15_000 }

export interface FiiDiiWorker {
  readonly config: Pick<Config, 'flowsFeed' | 'sandbox'>
  readonly db: Kysely<Database>
  readonly bus: Bus
  readonly logger: Logger
}

/** Keeps the FII and DII figures of the configured feed, and hints at `flows` when there are new ones. */
export function startFiiDiiWorker({ config, db, bus, logger }: FiiDiiWorker): { close(): Promise<void> } {
  const { flowsFeed } = config
  if (flowsFeed === undefined) return { close: async () => undefined }
  return startPollingLoop(config.sandbox ? POLL_INTERVAL_MS.sandbox : POLL_INTERVAL_MS.real, async (signal) => {
    try {
      const { rows, dropped } = fiiDiiRowsOf(await fetchText(flowsFeed, signal))
      if (dropped > 0) logger.warn({ dropped }, 'rows of the FII/DII feed could not be read')
      const stored = await storeFiiDiiRows(db, rows)
      if (stored > 0) bus.publish('flows', { stored })
    } catch (error) {
      if (!signal.aborted) logger.warn({ feed: flowsFeed, err: error }, 'FII/DII feed not read; trying again')
    }
  })
}
