import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import { rollBackIfNeeded } from './champion-watch.ts'
import { livePerformanceOf, newestSealedDay, dueTrainingDays } from './training-runs.ts'

/** How often it is asked whether a session has been sealed. On a sandbox a night passes in seconds. Real milliseconds. */
const POLL_INTERVAL_MS = { real: 60_000, sandbox: 5_000 }

export interface LearningWorker {
  readonly config: Pick<Config, 'operatorEmails' | 'sandbox'>
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly logger: Logger
}

/** After each session, once its record is sealed: learns from it, and looks whether the weights that decide must go. */
export function startLearningWorker(worker: LearningWorker): { close(): Promise<void> } {
  const { config, logger } = worker
  let learnedUpTo: IstDate | undefined
  return startPollingLoop(config.sandbox ? POLL_INTERVAL_MS.sandbox : POLL_INTERVAL_MS.real, async (signal) => {
    try {
      learnedUpTo = await livePerformances(worker, learnedUpTo, signal)
    } catch (error) {
      logger.warn({ err: error }, 'a night was not learned from; trying again')
    }
  })
}

/** Lives through the nights that are due, unless that was done when `before` was the newest; returns the newest day now. */
async function livePerformances(
  { config, db, clock, logger }: LearningWorker,
  before: IstDate | undefined,
  signal: AbortSignal,
): Promise<IstDate | undefined> {
  const newest = await newestSealedDay(db)
  if (newest === before) return before
  for (const day of await dueTrainingDays(db)) {
    if (signal.aborted) return before
    const hash = await livePerformanceOf(db, day)
    logger.info({ day, hash }, hash === undefined ? 'nothing to learn from this session' : 'learned from this session')
  }
  const rolledBack = await rollBackIfNeeded(db, clock.now(), config.operatorEmails)
  if (rolledBack !== undefined)
    logger.error({ code: 'weights_rolled_back', ...rolledBack }, 'learned weights were taken back')
  return newest
}
