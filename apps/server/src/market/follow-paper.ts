import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PaperExchange } from '../config.ts'
import { followMarket } from '../accounts/paper-exchange.ts'
import type { Logger } from '../logging/logger.ts'
import type { FeedCredentials } from '../operator/feed-session.ts'

/** How often the paper exchange is asked whether it follows: it may have been started afresh. Real milliseconds. */
const CHECK_INTERVAL_MS = 15_000

export interface FollowPaperOptions {
  readonly exchange: PaperExchange
  /** Today's market data login; undefined while there is none. */
  readonly credentials: () => Promise<FeedCredentials | undefined>
  readonly logger: Logger
}

/** Keeps the paper exchange on the market the signals come from, by handing it the feed's login of the day. */
export function followMarketOnPaper({ exchange, credentials, logger }: FollowPaperOptions): { close(): Promise<void> } {
  let notified: string | undefined
  let loginAt: EpochMs | undefined
  return startPollingLoop(CHECK_INTERVAL_MS, async () => {
    try {
      const login = await credentials()
      if (login === undefined) return
      const outcome = await followMarket(exchange, login, login.loginAt !== loginAt)
      loginAt = login.loginAt
      if (outcome !== notified) logger.info({ outcome }, 'the paper exchange and the market')
      notified = outcome
    } catch (error) {
      logger.warn({ err: error }, 'the paper exchange does not follow the market; trying again')
    }
  })
}
