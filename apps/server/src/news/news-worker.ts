import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import { fetchText } from './fetch-text.ts'
import { headlinesOf, newestHeadlines, timedHeadlines, type FeedHeadline } from './headlines.ts'

const LOOK_MS = 15_000

/**
 * Reads the configured feeds now and then and publishes their newest headlines. A feed that fails keeps its last ones;
 * every round publishes, so that readers that joined late hear too.
 */
export function startNewsWorker(
  config: Pick<Config, 'newsFeeds'>,
  bus: Bus,
  logger: Logger,
): { close(): Promise<void> } {
  const stop = new AbortController()
  const latest = new Map<string, FeedHeadline[]>()
  let version = 0
  const look = async (feed: string) => {
    try {
      latest.set(feed, headlinesOf(await fetchText(feed, stop.signal)))
    } catch (error) {
      if (!stop.signal.aborted) logger.warn({ feed, reason: (error as Error).message }, 'news feed not read')
    }
  }
  const work = async () => {
    while (!stop.signal.aborted) {
      await Promise.all(config.newsFeeds.map(look))
      version += 1
      bus.publish('snapshot.news', {
        version,
        json: JSON.stringify({ headlines: newestHeadlines([...latest.values()]) }),
      })
      // For the market role, which weighs them by age.
      bus.publish('headlines', timedHeadlines([...latest.values()]))
      await delay(LOOK_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  const done = config.newsFeeds.length === 0 ? Promise.resolve() : work()
  return {
    async close() {
      stop.abort()
      await done
    },
  }
}
