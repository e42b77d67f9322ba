import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import { repeat } from '../time/repeat.ts'
import { rollBackIfDue } from './champion-watch.ts'
import { liveNight, newestSealedDay, nightsDue } from './nights.ts'

/** How often it is asked whether a session has been sealed. On a sandbox a night passes in seconds. Real milliseconds. */
const LOOK_MS = { real: 60_000, sandbox: 5_000 }

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
  return repeat(config.sandbox ? LOOK_MS.sandbox : LOOK_MS.real, async (signal) => {
    try {
      learnedUpTo = await liveNights(worker, learnedUpTo, signal)
    } catch (error) {
      logger.warn({ err: error }, 'a night was not learned from; trying again')
    }
  })
}

/** Lives through the nights that are due, unless that was done when `before` was the newest; returns the newest day now. */
async function liveNights(
  { config, db, clock, logger }: LearningWorker,
  before: IstDate | undefined,
  signal: AbortSignal,
): Promise<IstDate | undefined> {
  const newest = await newestSealedDay(db)
  if (newest === before) return before
  for (const day of await nightsDue(db)) {
    if (signal.aborted) return before
    const hash = await liveNight(db, day)
    logger.info({ day, hash }, hash === undefined ? 'nothing to learn from this session' : 'learned from this session')
  }
  const gone = await rollBackIfDue(db, clock.now(), config.operatorEmails)
  if (gone !== undefined) logger.error({ code: 'weights_rolled_back', ...gone }, 'learned weights were taken back')
  return newest
}
