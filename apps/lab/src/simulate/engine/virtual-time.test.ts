import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { VirtualTime } from './virtual-time.ts'

/** The loop wants to be called from a timer. */
const inTimer = <T>(work: () => T) =>
  new Promise<T>((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(work())
      } catch (error) {
        reject(error)
      }
    })
  })
const at = (ms: number) => ms as EpochMs
const nothing = () => undefined

it('carries a hundred chained awaits to their end before the next action', async () => {
  const seen = await inTimer(() => {
    const time = new VirtualTime(at(0), 1)
    const order: string[] = []
    const chain = async () => {
      for (let i = 0; i < 100; i += 1) await Promise.resolve()
      order.push('chain')
    }
    time.at(1, () => void chain())
    time.at(2, () => void order.push('next'))
    time.runUntil(10, nothing)
    return order
  })
  expect(seen).toEqual(['chain', 'next'])
})

it('runs by time, draws ties from the seed, and stops at the end it was given', async () => {
  const run = (seed: number) =>
    inTimer(() => {
      const time = new VirtualTime(at(0), seed)
      const order: string[] = []
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) time.at(5, () => void order.push(name))
      time.at(3, () => void order.push('first'))
      time.at(11, () => void order.push('too late'))
      time.runUntil(10, nothing)
      return { order, now: time.now }
    })
  const one = await run(1)
  expect(one.now).toBe(10)
  expect(one.order[0]).toBe('first')
  expect(one.order.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'first'])
  expect((await run(1)).order).toEqual(one.order)
  const others = await Promise.all([2, 3, 4, 5].map(run))
  expect(others.some(({ order }) => order.join('') !== one.order.join(''))).toBe(true)
})

it('drops what belongs to the dead, and keeps what belongs to the frozen until they thaw', async () => {
  const seen = await inTimer(() => {
    const time = new VirtualTime(at(0), 1)
    const exited = { hasExited: false, stalledUntil: 0 }
    const frozen = { hasExited: false, stalledUntil: 7 }
    const order: string[] = []
    time.at(2, () => void order.push('dead'), exited)
    time.at(2, () => void order.push(`frozen at ${time.now}`), frozen)
    const taken = time.at(4, () => void order.push('cancelled'))
    time.at(1, () => {
      exited.hasExited = true
      taken.cancelled = true
    })
    time.runUntil(10, nothing)
    return order
  })
  expect(seen).toEqual(['frozen at 7'])
})
