import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { pruneDays, storedDays } from '@strikewise/chain-history/stored-days.ts'
import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { addDays, istDateAt, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import { holdLease } from '../store/lease.ts'
import type { ExportData } from './export-thread.ts'
import { HISTORY_FOLDER } from './history-folder.ts'
import {
  dueDays,
  forgetDays,
  keepDaysOf,
  saveAdded,
  saveExport,
  saveFailure,
  withoutRow,
  type DayExport,
} from './history-rows.ts'

/** How often it is asked whether a recorded day has ended. On a sandbox a night passes in seconds. Real milliseconds. */
const POLL_INTERVAL_MS = { real: 60_000, sandbox: 5000 }
/** The recorder writes until half an hour after the close. */
const AFTER_CLOSE_MS = 31 * MINUTE_MS
const BEFORE_OPEN_MS = 30 * MINUTE_MS
/** A day takes some tens of megabytes; a recording that would take more fails instead of taking the machine's memory. */
const THREAD_MEMORY_MB = 768

export interface HistoryExport {
  readonly config: Pick<Config, 'history' | 'dataDir' | 'sandbox'>
  readonly db: Kysely<Database>
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Logger
  /** Real milliseconds. Default: a minute, and 5 s on a sandbox. */
  readonly everyMs?: number
}

/** Folder of the data folder in which the recorder writes. */
const RECORDINGS_FOLDER = 'recordings'

/**
 * After each session stores its option chains a minute, and each day that is recorded and was missed; removes the days
 * that are older than is kept. It runs where the recordings are: in the market role. Nothing is done while a session is
 * near, and a day is done by one process at a time; what fails is noted, raises an alarm and is tried again.
 */
export function startHistoryExport(job: HistoryExport): { close(): Promise<void> } {
  const { config, logger } = job
  const { history } = config
  if (history === undefined) return { close: async () => undefined }
  const everyMs = job.everyMs ?? POLL_INTERVAL_MS[config.sandbox ? 'sandbox' : 'real']
  let prunedOn: IstDate | undefined
  return startPollingLoop(
    everyMs,
    async (signal) => {
      try {
        const now = job.clock.now()
        if (isSessionNear(now)) return
        const oldest = addDays(istDateAt(now), -(await keepDaysOf(job.db, history.keepDays)))
        if (prunedOn !== oldest) {
          for (const file of pruneDays(join(config.dataDir, HISTORY_FOLDER), oldest))
            logger.info({ file }, 'a stored day was removed')
          await forgetDays(job.db, oldest)
          prunedOn = oldest
        }
        await exportDue(job, oldest, signal)
        await readAdded(job, signal)
      } catch (error) {
        if (!signal.aborted) logger.warn({ err: error }, 'recorded days were not looked through; trying again')
      }
    },
    everyMs,
  )
}

async function exportDue(job: HistoryExport, oldest: IstDate, signal: AbortSignal): Promise<void> {
  const { db, logger } = job
  const days = () => endedDays(job).filter((day) => day >= oldest)
  if ((await dueDays(db, days())).length === 0) return
  const lease = await holdLease(db, 'chain-history', signal)
  try {
    // Another process may have stored them while this one waited.
    for (const day of await dueDays(db, days())) {
      if (signal.aborted || !lease.held() || isSessionNear(job.clock.now())) return
      try {
        const done = await runThread(job, { recording: join(job.config.dataDir, RECORDINGS_FOLDER, day) }, signal)
        await saveExport(db, day, done)
        const { stored, damage, lostFrames } = done
        logger.info(
          { day, files: stored.map(({ file }) => file), damage, lostFrames },
          'the chains of a day are stored',
        )
      } catch (error) {
        if (signal.aborted) return
        await saveFailure(db, day, (error as Error).message)
        logger.error(
          { code: 'chain_history_failed', day, err: error },
          'the chains of a day could not be stored; trying again',
        )
      }
    }
  } finally {
    await lease.release().catch(() => undefined)
  }
}

/** Reads the days that were added by command: their volatility counts in the percentile of later days. */
async function readAdded(job: HistoryExport, signal: AbortSignal): Promise<void> {
  const { config, db, logger } = job
  for (const { file, symbol, day } of await withoutRow(db, storedDays(join(config.dataDir, HISTORY_FOLDER)))) {
    if (signal.aborted || isSessionNear(job.clock.now())) return
    const { stored } = await runThread(job, { file }, signal)
    for (const one of stored) await saveAdded(db, one)
    logger.info({ symbol, day }, 'a day that was added is listed')
  }
}

function isSessionNear(now: EpochMs): boolean {
  const session = nseCalendar.sessionOn(istDateAt(now))
  return session !== undefined && now >= session.opensAt - BEFORE_OPEN_MS && now < session.closesAt + AFTER_CLOSE_MS
}

/** Recorded days that nothing is added to any more, oldest first. */
function endedDays({ config, clock }: HistoryExport): IstDate[] {
  const folder = join(config.dataDir, RECORDINGS_FOLDER)
  if (!existsSync(folder)) return []
  const now = clock.now()
  const today = istDateAt(now)
  const isTodayOver = now >= (nseCalendar.sessionOn(today)?.closesAt ?? 0) + AFTER_CLOSE_MS
  return readdirSync(folder)
    .filter((name): name is IstDate => /^\d{4}-\d{2}-\d{2}$/.test(name))
    .filter((day) => day < today || (day === today && isTodayOver))
    .toSorted()
}

/** Works on a thread of its own. Rejects with what went wrong there, and when aborted. */
function runThread({ config }: HistoryExport, from: ExportData['from'], signal: AbortSignal): Promise<DayExport> {
  const workerData: ExportData = { from, history: join(config.dataDir, HISTORY_FOLDER) }
  const thread = new Worker(new URL('export-thread.ts', import.meta.url), {
    workerData,
    name: 'chain-history',
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  })
  const end = () => void thread.terminate()
  signal.addEventListener('abort', end, { once: true })
  return new Promise<DayExport>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    // After a message or an error this changes nothing.
    thread.once('exit', () => reject(new Error('the thread ended without an answer')))
  }).finally(() => signal.removeEventListener('abort', end))
}
