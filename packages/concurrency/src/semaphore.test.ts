import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OverloadedError } from './overloaded-error.ts'
import { Semaphore } from './semaphore.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a semaphore', () => {
  it('runs at most so many at a time, begins in the order of the calls, and settles each as its work does', async () => {
    const work = fc.record({ fails: fc.boolean(), endsAt: fc.nat(1_000) })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(work, { maxLength: 20 }),
        async (concurrency, works) => {
          const semaphore = new Semaphore(concurrency)
          const begun: number[] = []
          const open = new Map<number, { endsAt: number; end: () => void }>()
          const results = works.map(({ fails, endsAt }, index) =>
            semaphore.run(async () => {
              begun.push(index)
              await new Promise<void>((end) => open.set(index, { endsAt, end }))
              if (fails) throw new Error(`failed ${index}`)
              return index
            }),
          )
          const outcomes = Promise.allSettled(results)
          for (let ended = 0; ended < works.length; ended += 1) {
            await settled()
            expect(open.size).toBe(Math.min(concurrency, works.length - ended))
            const [index, first] = [...open].toSorted(([, one], [, other]) => one.endsAt - other.endsAt)[0]!
            open.delete(index)
            first.end()
          }
          expect(begun).toEqual(works.map((_work, index) => index))
          expect((await outcomes).map(({ status }) => status === 'rejected')).toEqual(works.map(({ fails }) => fails))
          await expect(semaphore.run(async () => 'free again')).resolves.toBe('free again')
        },
      ),
      { numRuns: 50 },
    )
  })

  it('turns a call away at once when as many wait as may', async () => {
    const semaphore = new Semaphore(1, { maxWaiting: 1 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const runs = [semaphore.run(() => promise), semaphore.run(async () => 'waited')]
    await expect(semaphore.run(async () => 'turned away')).rejects.toBeInstanceOf(OverloadedError)
    resolve()
    await expect(runs[1]).resolves.toBe('waited')
    await expect(semaphore.run(async () => 'free again')).resolves.toBe('free again')
  })

  it('turns away a caller whose time is over, and gives its place to none', async () => {
    const timers: { ms: number; ring: () => void; isCancelled: boolean }[] = []
    const after = (ms: number, ring: () => void) => {
      const timer = { ms, ring, isCancelled: false }
      timers.push(timer)
      return () => {
        timer.isCancelled = true
      }
    }
    const semaphore = new Semaphore(1, { timeout: { ms: 5_000, resource: 'connection to the store', after } })
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = semaphore.run(() => promise)
    const late = semaphore.run(async () => 'too late')
    const patient = semaphore.run(async () => 'in time')
    expect(timers.map(({ ms }) => ms)).toEqual([5_000, 5_000])
    timers[0]!.ring()
    await expect(late).rejects.toThrow('no connection to the store was free for 5000 ms')
    resolve()
    await first
    await expect(patient).resolves.toBe('in time')
    expect(timers.map(({ isCancelled }) => isCancelled)).toEqual([false, true])
  })

  it('waits for ever where the time limit is 0', async () => {
    const after = () => {
      throw new Error('no timer is needed')
    }
    const semaphore = new Semaphore(1, { timeout: { ms: 0, resource: 'place', after } })
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = semaphore.run(() => promise)
    const second = semaphore.run(async () => 'in its turn')
    resolve()
    await first
    await expect(second).resolves.toBe('in its turn')
  })
})
