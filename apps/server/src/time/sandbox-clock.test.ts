import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { openClock } from './open-clock.ts'

const SPEED = 100
/** Of two threads that follow one clock, in its time: 0.1 s of real time. */
const TOLERANCE_MS = 100 * SPEED

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A clock that counts how often it is asked. */
async function serveClock() {
  const clock = { asked: 0, ahead: 0 }
  const server: Server = createServer((_request, response) => {
    clock.asked += 1
    const now = performance.now() * SPEED + clock.ahead
    response.end(JSON.stringify({ now, speed: SPEED, running: true }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  return { clock, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A thread that follows the clock on `channel` and answers each message with its time. */
async function followOnThread(channel: string, clockUrl: string) {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.module).then(async ({ openClock }) => {
      const clock = await openClock(workerData.config, { channel: workerData.channel, polls: false })
      parentPort.on('message', () => parentPort.postMessage(clock.now()))
      parentPort.postMessage(clock.now())
    })`,
    {
      eval: true,
      workerData: { module: new URL('open-clock.ts', import.meta.url).href, config: { clockUrl }, channel },
    },
  )
  closers.push(() => worker.terminate())
  const answer = () => new Promise<number>((resolve) => worker.once('message', resolve))
  await answer()
  return () => {
    const answered = answer()
    worker.postMessage(null)
    return answered
  }
}

it('is asked by one thread of a process, and the others follow it through jumps', async () => {
  const { clock, url } = await serveClock()
  const channel = `clock-test-${process.pid}`
  const polling = await openClock({ clockUrl: url }, { channel, polls: true })
  closers.push(() => polling.close())
  const threads = [await followOnThread(channel, url), await followOnThread(channel, url)]
  const differences = async () =>
    Promise.all(
      threads.map(async (time) => {
        const before = polling.now()
        const there = await time()
        return Math.max(before - there, there - polling.now())
      }),
    )
  await expect.poll(async () => Math.max(...(await differences()))).toBeLessThan(TOLERANCE_MS)
  clock.ahead += 10 * TOLERANCE_MS
  const before = clock.asked
  await delay(1_000)
  // Five times a second; the threads ask nothing.
  expect(clock.asked - before).toBeLessThanOrEqual(6)
  await expect.poll(async () => Math.max(...(await differences()))).toBeLessThan(TOLERANCE_MS)
})
