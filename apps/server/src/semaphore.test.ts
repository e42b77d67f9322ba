import { expect, it } from 'vitest'
import { OverloadedError, Semaphore } from './semaphore.ts'

it('runs two at a time, lets one wait, turns the fourth away, and goes on after a failure', async () => {
  const limit = new Semaphore(2, 1)
  const gates = [0, 1, 2].map(() => Promise.withResolvers<void>())
  let running = 0
  let most = 0
  const runs = gates.map((gate) =>
    limit.run(async () => {
      most = Math.max(most, (running += 1))
      await gate.promise.finally(() => (running -= 1))
    }),
  )
  await expect(limit.run(async () => {})).rejects.toBeInstanceOf(OverloadedError)
  gates[0]!.reject(new Error('failed'))
  await expect(runs[0]).rejects.toThrow('failed')
  gates[1]!.resolve()
  gates[2]!.resolve()
  await Promise.all([runs[1], runs[2]])
  expect(most).toBe(2)
  await expect(limit.run(async () => 'again')).resolves.toBe('again')
})
