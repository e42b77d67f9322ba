import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../secret.ts'
import { waitForStore } from './await-store.ts'
import { openStore } from './open-store.ts'

let now: number
let warned: object[]
const time = { now: () => now, sleep: async (ms: number) => void (now += ms) }
const logger = { warn: (what: object) => void warned.push(what) } as never
beforeEach(() => {
  now = 0
  warned = []
})

const failing = (code: string) => Object.assign(new Error('not now'), { code })

describe('a store that is not ready yet', () => {
  it.each(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET'])(
    'is waited for while it answers %s, with a log line every ten seconds',
    async (code) => {
      let tries = 0
      const work = async () => {
        tries += 1
        if (now < 15_000) throw failing(code)
        return 'ready'
      }
      expect(await waitForStore(work, logger, time)).toBe('ready')
      expect(tries).toBe(31)
      expect(warned).toEqual([
        { code, waitedMs: 0 },
        { code, waitedMs: 10_000 },
      ])
    },
  )

  it('is abandoned after two minutes', async () => {
    const work = () => Promise.reject(failing('57P03'))
    await expect(waitForStore(work, logger, time)).rejects.toMatchObject({ code: '57P03' })
    expect(now).toBe(120_000)
  })

  it.each([failing('28P01'), failing('42P01'), new Error('without a code')])(
    'is not waited for where waiting changes nothing: %s',
    async (reason) => {
      const work = () => Promise.reject(reason)
      await expect(waitForStore(work, logger, time)).rejects.toBe(reason)
      expect([now, warned]).toEqual([0, []])
    },
  )

  it('is recognised behind the driver, where no process listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const store = openStore(new Secret(`postgres://x:x@127.0.0.1:${port}/x`), logger)
    const asked = waitForStore(() => store.db.selectFrom('leases').selectAll().execute(), logger, time)
    await expect(asked).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(now).toBe(120_000)
    await store.close()
  })
})
