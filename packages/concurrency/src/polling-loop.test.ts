import fc from 'fast-check'
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

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
const AN_HOUR_MS = 3_600_000

it('runs at once when woken from the pause, and each time', async () => {
  let runs = 0
  const loop = startPollingLoop(AN_HOUR_MS, async () => void (runs += 1))
  for (let woken = 1; woken <= 3; woken += 1) {
    await settled()
    expect(runs).toBe(woken)
    loop.wake()
  }
  await loop.close()
})

it('runs one at a time, and every call of wake is followed by the begin of a run', async () => {
  const steps = fc.array(fc.constantFrom('wake' as const, 'end' as const, 'turn' as const), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      let begun = 0
      let running = 0
      let end: (() => void) | undefined
      const loop = startPollingLoop(AN_HOUR_MS, async () => {
        begun += 1
        running += 1
        expect(running).toBe(1)
        await new Promise<void>((resolve) => {
          end = resolve
        })
        running -= 1
      })
      let unanswered: number | undefined
      for (const step of steps) {
        if (step === 'wake') {
          unanswered ??= begun
          loop.wake()
        } else if (step === 'end') end?.()
        await settled()
        if (unanswered !== undefined && begun > unanswered) {
          expect(begun).toBe(unanswered + 1)
          unanswered = undefined
        }
        // Idle with a call unanswered: that hint would be lost until the next poll.
        if (running === 0) expect(unanswered).toBeUndefined()
      }
      const closed = loop.close()
      end?.()
      await closed
      expect(running).toBe(0)
    }),
    { numRuns: 100 },
  )
})

it('waits before the first run where it is to, and closes during that wait without one', async () => {
  let runs = 0
  const late = startPollingLoop(AN_HOUR_MS, async () => void (runs += 1), 5)
  expect(runs).toBe(0)
  await expect.poll(() => runs).toBe(1)
  await late.close()
  const never = startPollingLoop(AN_HOUR_MS, async () => void (runs += 1), AN_HOUR_MS)
  await never.close()
  expect(runs).toBe(1)
})
