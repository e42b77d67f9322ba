// Writes a recording on a thread of its own, so that neither packing nor a slow disk delays a tick.
import { parentPort, workerData } from 'node:worker_threads'
import { CLOSE } from '../threads/close-thread.ts'
import { DayWriter } from './day-writer.ts'
import type { FromThread, RecorderData, ToThread } from './thread-messages.ts'

const writer = new DayWriter(workerData as RecorderData)
const port = parentPort!

port.on('message', (message: ToThread) => {
  if (message === CLOSE) {
    writer.close()
    port.close()
    return
  }
  const { day, batch } = message
  const { kinds, at, counts, slots, values } = batch
  let answer: FromThread
  try {
    answer = { bytes: writer.write(day, batch), error: undefined, batch }
  } catch (error) {
    answer = { bytes: 0, error: error instanceof Error ? error.message : String(error), batch }
  }
  port.postMessage(answer, [kinds.buffer, at.buffer, counts.buffer, slots.buffer, values.buffer])
})
