import { expect, it } from 'vitest'
import { startPollingLoop } from './polling-loop.ts'

it('runs at once, again after the pause, and not any more once closed', async () => {
  let runs = 0
  const worker = startPollingLoop(5, async () => void (runs += 1))
  expect(runs).toBe(1)
  await expect.poll(() => runs).toBeGreaterThan(2)
  await worker.close()
  const before = runs
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(runs).toBe(before)
})

it('ends a pause at once, and waits for the run under way, which sees that it is to end', async () => {
  let ended = false
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const worker = startPollingLoop(3_600_000, async (signal) => {
    begin()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await new Promise((resolve) => setTimeout(resolve, 20))
    ended = true
  })
  await begun
  await worker.close()
  expect(ended).toBe(true)
})
