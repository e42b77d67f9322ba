import type { Worker } from 'node:worker_threads'

/** What a thread is sent when it has to end. */
export const CLOSE = 'close'

/** Asks `thread` to end by the message `CLOSE` and terminates it after `graceMs`. Resolves once it has ended. */
export async function closeThread(thread: Worker, graceMs: number): Promise<void> {
  // A thread that has ended already sends no further event.
  if (thread.threadId === -1) return
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  thread.postMessage(CLOSE)
  const timer = setTimeout(() => void thread.terminate(), graceMs)
  await ended
  clearTimeout(timer)
}
