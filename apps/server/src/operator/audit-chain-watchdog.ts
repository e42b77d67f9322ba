import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { firstBrokenAction } from './actions.ts'

const EVERY_MS = 15 * 60_000

/** Looks now and every quarter of an hour whether the chain of what operators did holds, and raises an alarm in the log when it does not. */
export function watchOperatorChain(
  db: Kysely<Database>,
  logger: { error(fields: object, message: string): void },
  everyMs = EVERY_MS,
): { close(): Promise<void> } {
  return startPollingLoop(everyMs, async () => {
    try {
      const broken = await firstBrokenAction(db)
      if (broken !== undefined) logger.error({ action: broken }, 'the chain of what operators did is broken')
    } catch (error) {
      logger.error({ err: error }, 'the chain of what operators did could not be read')
    }
  })
}
