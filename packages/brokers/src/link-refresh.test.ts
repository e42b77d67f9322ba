// @invariant newest-login
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { CredentialRefresh } from './link-refresh.ts'

type Reading = PromiseWithResolvers<string | undefined>

let readings: Reading[]
let used: (string | undefined)[]
let problems: string[]
let timers: (() => void)[]
let refresh: CredentialRefresh<string>
beforeEach(() => {
  readings = []
  used = []
  problems = []
  timers = []
  refresh = new CredentialRefresh({
    read() {
      const snapshot: Reading = Promise.withResolvers()
      readings.push(snapshot)
      return snapshot.promise
    },
    use: async (link) => void used.push(link),
    onError: (_what, error) => void problems.push(error instanceof Error ? error.message : String(error)),
    time: {
      after(_ms, work) {
        timers.push(work)
        return () => void (timers = timers.filter((one) => one !== work))
      },
    },
  })
})

const settle = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve()
}

describe('the refresh of a broker link', () => {
  it('reads again after a reading under way, once for all who asked meanwhile', async () => {
    const first = refresh.refresh()
    const later = [refresh.refresh(), refresh.refresh()]
    await settle()
    expect(readings).toHaveLength(1)
    readings[0]!.resolve('old')
    expect(await first).toBe(true)
    await settle()
    expect(readings).toHaveLength(2)
    readings[1]!.resolve('new')
    expect(await Promise.all(later)).toEqual([true, true])
    expect([used, readings.length, timers]).toEqual([['old', 'new'], 2, []])
  })

  it('goes on when a reading fails, and reports it', async () => {
    const first = refresh.refresh()
    const second = refresh.refresh()
    readings[0]!.reject(new Error('the vault is away'))
    expect(await first).toBe(false)
    await settle()
    readings[1]!.resolve('new')
    expect(await second).toBe(true)
    expect([used, problems]).toEqual([['new'], ['the vault is away']])
  })

  it('does not wait for a reading that hangs, and drops what it brings after a later one', async () => {
    const first = refresh.refresh()
    const second = refresh.refresh()
    for (const ring of timers) ring()
    expect(await first).toBe(false)
    await settle()
    readings[1]!.resolve('new')
    expect(await second).toBe(true)
    readings[0]!.resolve('old')
    await settle()
    expect([used, problems]).toEqual([['new'], ['no answer in 10000 ms']])
  })

  it('uses a slow reading when no later one is in force', async () => {
    const first = refresh.refresh()
    for (const ring of timers) ring()
    expect(await first).toBe(false)
    readings[0]!.resolve('slow')
    await settle()
    expect(used).toEqual(['slow'])
  })

  it('puts nothing in force once closed', async () => {
    const first = refresh.refresh()
    refresh.close()
    readings[0]!.resolve('new')
    expect([await first, used]).toEqual([false, []])
  })

  it('ends with the newest reading in force, in whatever order readings end', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('ask', 'end oldest', 'end newest', 'time out'), { maxLength: 30 }),
        async (steps) => {
          const open: { number: number; snapshot: Reading }[] = []
          let begun = 0
          const inForce: number[] = []
          let rings: (() => void)[] = []
          const link = new CredentialRefresh<number>({
            read() {
              const snapshot: Reading = Promise.withResolvers()
              const number = (begun += 1)
              open.push({ number, snapshot })
              return snapshot.promise.then(() => number)
            },
            use: async (value) => void inForce.push(value!),
            onError: () => undefined,
            time: {
              after(_ms, work) {
                rings.push(work)
                return () => void (rings = rings.filter((one) => one !== work))
              },
            },
          })
          for (const step of [...steps, 'ask', ...Array.from({ length: 40 }, () => 'end newest')]) {
            if (step === 'ask') void link.refresh()
            else if (step === 'time out') for (const ring of rings) ring()
            else (step === 'end oldest' ? open.shift() : open.pop())?.snapshot.resolve(undefined)
            await settle()
          }
          expect(inForce).toEqual(inForce.toSorted((a, b) => a - b))
          expect(inForce.at(-1)).toBe(begun)
        },
      ),
    ))
})
