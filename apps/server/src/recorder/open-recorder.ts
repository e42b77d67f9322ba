import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import { Recorder, type BatchWriter } from './recorder.ts'
import type { FromThread, RecorderData, ToThread } from './thread-messages.ts'

/** How long a slow disk may keep a close waiting. */
const CLOSE_MS = 5000

/** Starts recording into the data folder; undefined when the settings say not to. */
export function openRecorder({ record, dataDir }: Pick<Config, 'record' | 'dataDir'>, logger: Logger) {
  if (record === undefined) return undefined
  const data: RecorderData = { folder: join(dataDir, 'recordings'), keepDays: record.keepDays }
  return new Recorder((onAnswer) => threadWriter(data, onAnswer, logger), logger)
}

/** Writes batches on a thread of its own. When that ends too early nothing is recorded any more, and the market goes on. */
function threadWriter(data: RecorderData, onAnswer: (answer: FromThread) => void, logger: Logger): BatchWriter {
  const thread = new Worker(new URL('recorder-thread.ts', import.meta.url), { workerData: data, name: 'recorder' })
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  thread.on('message', onAnswer)
  thread.on('error', (error) => logger.error({ err: error }, 'the recorder broke; the market is not recorded any more'))
  return {
    send(day, batch) {
      const { kinds, at, counts, slots, values } = batch
      const message: ToThread = { day, batch }
      thread.postMessage(message, [kinds.buffer, at.buffer, counts.buffer, slots.buffer, values.buffer])
    },
    async close() {
      const close: ToThread = 'close'
      thread.postMessage(close)
      const insist = setTimeout(() => void thread.terminate(), CLOSE_MS)
      await ended
      clearTimeout(insist)
    },
  }
}
