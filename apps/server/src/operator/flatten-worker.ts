// @invariant flatten-exits-all
import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { carryOutFlatten, unfinishedFlattens, type FlattenDeps } from './confirm-flatten.ts'

const EVERY_MS = 5000

/** Completes requests to flatten all accounts whose process died, or that failed for an account. */
export function startFlattenWorker(
  deps: FlattenDeps & { readonly clock: Clock },
  everyMs = EVERY_MS,
): { close(): Promise<void> } {
  const { db, clock, logger } = deps
  return startPollingLoop(everyMs, async (signal) => {
    try {
      for (const id of await unfinishedFlattens(db)) {
        if (signal.aborted) return
        await carryOutFlatten(deps, id, clock.now())
      }
    } catch (error) {
      logger.error({ err: error }, 'a request to flatten all accounts could not be completed')
    }
  })
}
