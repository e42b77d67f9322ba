import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Bus } from '../bus/bus.ts'
import { HISTORY_ANSWERED, HISTORY_ASKED, historyKey, historyQuestion } from '../bus/contract-history.ts'
import type { HistoryQuestion } from '../bus/contract-history.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import { HISTORY_FOLDER } from './history-folder.ts'
import type { ReadData, ReadReply } from './read-thread.ts'

/** Questions that wait; the oldest leaves first, and is asked again while a screen shows its contract. */
const MAX_WAITING = 64
/** Files of a megabyte or two are decoded one after another. */
const THREAD_MEMORY_MB = 256

export interface HistoryReaderOptions {
  readonly config: Pick<Config, 'dataDir'>
  readonly bus: Bus
  readonly logger: Pick<Logger, 'warn' | 'error'>
}

/**
 * Answers what the stored chains have of a contract. It runs where the files are: in each process of the market role,
 * whether it leads or not. One question at a time, on a thread that starts with the first.
 */
export function startHistoryReader({ config, bus, logger }: HistoryReaderOptions): { close(): Promise<void> } {
  const waiting = new Map<string, HistoryQuestion>()
  let thread: Worker | undefined
  let isClosed = false
  let working: Promise<void> | undefined
  const ask = (question: HistoryQuestion) => {
    thread ??= startThread(join(config.dataDir, HISTORY_FOLDER))
    return replyOf(thread, question)
  }
  const work = async () => {
    for (;;) {
      const next = waiting.entries().next().value
      if (next === undefined || isClosed) return
      const [key, question] = next
      try {
        const { answer, unread } = await ask(question)
        for (const { file, reason } of unread) logger.warn({ file, reason }, 'a stored chain could not be read')
        bus.publish(`${HISTORY_ANSWERED}${key}`, answer)
      } catch (error) {
        await thread?.terminate()
        thread = undefined
        if (!isClosed) logger.error({ err: error }, 'the stored chains of a contract were not read')
      }
      // Until now a question that came again was the same one.
      waiting.delete(key)
    }
  }
  const unsubscribe = bus.subscribe(HISTORY_ASKED, (_subject, payload) => {
    const question = historyQuestion.safeParse(payload)
    if (!question.success) {
      logger.error({ err: question.error }, 'a question for stored chains could not be read')
      return
    }
    if (isClosed) return
    const key = historyKey(question.data)
    if (!waiting.has(key) && waiting.size >= MAX_WAITING) waiting.delete(waiting.keys().next().value!)
    waiting.set(key, question.data)
    working ??= work().finally(() => (working = undefined))
  })
  return {
    async close() {
      isClosed = true
      unsubscribe()
      await thread?.terminate()
      await working
    },
  }
}

function startThread(history: string): Worker {
  const workerData: ReadData = { history }
  return new Worker(new URL('read-thread.ts', import.meta.url), {
    workerData,
    name: 'contract-history',
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  })
}

/** Rejects with what went wrong on the thread, and when it ends. */
function replyOf(thread: Worker, question: HistoryQuestion): Promise<ReadReply> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadReply>()
  const onExit = () => reject(new Error('the thread ended without an answer'))
  thread.once('message', resolve).once('error', reject).once('exit', onExit)
  thread.postMessage(question)
  return promise.finally(() => {
    thread.off('message', resolve).off('error', reject).off('exit', onExit)
  })
}
