import { Worker } from 'node:worker_threads'
import type { Logger } from '../logging/logger.ts'
import { closeThread } from '../threads/close-thread.ts'
import type { WorkerData } from './worker.ts'

const RESTART_MS = 1000
/** A role that does not close by then is ended: everything that matters is in the store. */
const CLOSE_MS = 10_000
/**
 * MB of memory for young objects, where it is less than V8's own 48. The market's snapshots live just long enough to be copied
 * once, for which V8 goes on enlarging that memory and holds most of it unused.
 */
const YOUNG_MB: Partial<Record<WorkerData['role'], number>> = { market: 24 }

/** Runs a role on a thread and starts it again when it breaks: what it had under way is settled from the store. */
export function startRoleThread(data: WorkerData, logger: Logger): { close(): Promise<void> } {
  let closing = false
  let restart: NodeJS.Timeout | undefined
  let worker = run()

  function run(): Worker {
    const young = YOUNG_MB[data.role]
    const started = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: data,
      name: data.role,
      resourceLimits: young === undefined ? {} : { maxYoungGenerationSizeMb: young },
    })
    started.on('error', (error) => logger.error({ err: error, role: data.role }, 'a role broke'))
    started.on('exit', () => {
      if (closing) return
      logger.error({ role: data.role }, 'a role ended; starting it again')
      restart = setTimeout(() => {
        worker = run()
      }, RESTART_MS)
    })
    return started
  }

  return {
    async close() {
      closing = true
      clearTimeout(restart)
      await closeThread(worker, CLOSE_MS)
    },
  }
}
