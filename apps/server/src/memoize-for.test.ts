import { expect, it } from 'vitest'
import { memoizeFor } from './memoize-for.ts'

it('reads once for all who ask in time, and again afterwards', async () => {
  let now = 0
  let reads = 0
  const read = memoizeFor(
    100,
    async () => ++reads,
    () => now,
  )
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  now = 99
  expect(await read()).toBe(1)
  now = 100
  expect(await read()).toBe(2)
})

it('does not keep a failure', async () => {
  let reads = 0
  const read = memoizeFor(
    100,
    async () => {
      if (++reads === 1) throw new Error('down')
      return reads
    },
    () => 0,
  )
  await expect(read()).rejects.toThrow('down')
  expect(await read()).toBe(2)
})
