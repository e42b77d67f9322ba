import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import { headlinesOf, newestHeadlines, type Headline } from './headlines.ts'

const LOOK_MS = 15_000
const TIMEOUT_MS = 10_000
const MOST_BYTES = 2 * 1024 * 1024

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
  const latest = new Map<string, Headline[]>()
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

/** The text at `url`, no redirects followed, cut off at a size no feed has. */
async function fetchText(url: string, stop: AbortSignal): Promise<string> {
  const { statusCode, body } = await request(url, {
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  if (statusCode !== 200) {
    await body.dump()
    throw new Error(`HTTP ${statusCode}`)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error(`longer than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
