import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import { fetchText } from './fetch-text.ts'
import { headlinesOf, newestHeadlines, timedHeadlines, type FeedHeadline } from './headlines.ts'

const POLL_INTERVAL_MS = 15_000

/**
 * Reads the configured feeds now and then and publishes their newest headlines. A feed that fails keeps its last ones;
 * every round publishes, so that readers that joined late receive it too.
 */
export function startNewsWorker(
  config: Pick<Config, 'newsFeeds'>,
  bus: Bus,
  logger: Logger,
): { close(): Promise<void> } {
  const latest = new Map<string, FeedHeadline[]>()
  let version = 0
  const fetchFeed = async (feed: string, signal: AbortSignal) => {
    try {
      latest.set(feed, headlinesOf(await fetchText(feed, signal)))
    } catch (error) {
      if (!signal.aborted) logger.warn({ feed, reason: (error as Error).message }, 'news feed not read')
    }
  }
  if (config.newsFeeds.length === 0) return { close: async () => undefined }
  return startPollingLoop(POLL_INTERVAL_MS, async (signal) => {
    await Promise.all(config.newsFeeds.map((feed) => fetchFeed(feed, signal)))
    version += 1
    bus.publish('snapshot.news', {
      version,
      json: JSON.stringify({ headlines: newestHeadlines([...latest.values()]) }),
    })
    // For the market role, which weighs them by age.
    bus.publish('headlines', timedHeadlines([...latest.values()]))
  })
}
