import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import { eraseDue } from './erasure.ts'

const EVERY_MS = 15_000

/** Carries out erasures whose users have become flat: now, and every quarter of a minute until closed. */
export function startErasures(db: Kysely<Database>, bus: Bus, logger: Logger): { close(): Promise<void> } {
  return startPollingLoop(EVERY_MS, async () => {
    try {
      for (const userId of await eraseDue(db, new Date())) {
        logger.info({ user: userId }, 'account erased')
        bus.publish(`account.${userId}`, null)
        bus.publish('outbox', null)
      }
    } catch (error) {
      logger.error({ err: error }, 'erasures failed; trying again')
    }
  })
}
