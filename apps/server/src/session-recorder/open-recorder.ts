import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { CounterValue } from '../execution/counters.ts'
import type { Logger } from '../logging/logger.ts'
import { closeThread } from '../threads/close-thread.ts'
import type { RECORDER_COUNTERS } from './counters.ts'
import { SessionRecorder, type BatchWriter } from './recorder.ts'
import { NO_SESSION_SINK, type SessionSink } from './session-sink.ts'
import type { FromThread, RecorderData, ToThread } from './thread-messages.ts'

/** How long a slow disk may keep a close waiting. */
const CLOSE_MS = 5000
/** How often the metrics are updated. */
const COUNTERS_EVERY_MS = 5000

/** Starts recording into the data folder; `tape` takes nothing down when the settings report it. */
export function openRecorder(
  { record, dataDir }: Pick<Config, 'record' | 'dataDir'>,
  bus: Bus,
  logger: Logger,
): { readonly sessionSink: SessionSink; close(): Promise<void> } {
  if (record === undefined) return { sessionSink: NO_SESSION_SINK, close: async () => undefined }
  const data: RecorderData = { folder: join(dataDir, 'recordings'), retentionDays: record.keepDays }
  const recorder = new SessionRecorder((onAnswer) => threadWriter(data, onAnswer, logger), logger)
  const telling = setInterval(() => bus.publish('metrics.recorder', valuesOf(recorder)), COUNTERS_EVERY_MS)
  return {
    sessionSink: recorder,
    async close() {
      clearInterval(telling)
      await recorder.close()
    },
  }
}

/** Under the names of `RECORDER_COUNTERS`. */
function valuesOf({ counts, failing }: SessionRecorder): CounterValue[] {
  const { frames, rows, bytes, lostFrames, failedBatches } = counts
  const values: Readonly<Record<(typeof RECORDER_COUNTERS)[number], number>> = {
    frames,
    rows,
    bytes,
    lost_frames: lostFrames,
    failed_batches: failedBatches,
    failing: Number(failing),
  }
  return Object.entries(values).map(([name, value]) => ({ name, labels: {}, value }))
}

/** Writes batches on a thread of its own. When that ends too early nothing is recorded any more, and the market goes on. */
function threadWriter(data: RecorderData, onAnswer: (answer: FromThread) => void, logger: Logger): BatchWriter {
  const thread = new Worker(new URL('recorder-thread.ts', import.meta.url), { workerData: data, name: 'recorder' })
  let isBroken = false
  thread.on('message', onAnswer)
  thread.on('error', (error) => {
    isBroken = true
    logger.error({ err: error }, 'the recorder broke; the market is not recorded until the role starts again')
  })
  return {
    send(day, batch) {
      if (isBroken) {
        queueMicrotask(() => onAnswer({ bytes: 0, error: undefined, batch }))
        return
      }
      const { kinds, at, counts, slots, values } = batch
      const message: ToThread = { day, batch }
      thread.postMessage(message, [kinds.buffer, at.buffer, counts.buffer, slots.buffer, values.buffer])
    },
    close: () => closeThread(thread, CLOSE_MS),
  }
}
