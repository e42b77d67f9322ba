import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { closeThread } from './close-thread.ts'

const NEVER_MS = 60_000

/** A thread that runs `onClose` when it is asked to end. It exits with 7 where that lets it. */
async function startThread(onClose: string): Promise<Worker> {
  const source = `
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', (message) => { if (message === 'close') { ${onClose} } })
    parentPort.postMessage('ready')`
  const thread = new Worker(source, { eval: true })
  await once(thread, 'message')
  return thread
}

it('lets a thread end by itself when it is asked to', async () => {
  const thread = await startThread('process.exitCode = 7; parentPort.close()')
  const exit = once(thread, 'exit')
  await closeThread(thread, NEVER_MS)
  expect(await exit).toEqual([7])
})

it.each([
  ['that ignores the request', ''],
  ['that is busy for ever', 'for (;;) {}'],
])('terminates a thread %s once the grace period is over', async (_which, onClose) => {
  const thread = await startThread(onClose)
  const startedAt = performance.now()
  await closeThread(thread, 50)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(45)
  expect(thread.threadId).toBe(-1)
})

it('resolves at once for a thread that has ended already', async () => {
  const thread = await startThread('')
  await thread.terminate()
  await closeThread(thread, NEVER_MS)
  expect(thread.threadId).toBe(-1)
})

it('leaves no timer behind that would keep the process alive', async () => {
  const thread = await startThread('parentPort.close()')
  const started = vi.spyOn(globalThis, 'setTimeout')
  const ended = vi.spyOn(globalThis, 'clearTimeout')
  onTestFinished(() => void vi.restoreAllMocks())
  await closeThread(thread, NEVER_MS)
  const timers = started.mock.results.filter((_, nth) => started.mock.calls[nth]![1] === NEVER_MS)
  expect(timers).toHaveLength(1)
  expect(ended).toHaveBeenCalledWith(timers[0]!.value)
})
