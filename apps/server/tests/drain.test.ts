import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { beforeAll, expect, it } from 'vitest'
import { call, newUser, startTestWeb, type TestWeb } from './harness.ts'
import { listenToStream } from './stream-listener.ts'
import { until } from './trading-stack.ts'

const DRAIN_SECONDS = 3
const SOCKETS = 4

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb({ DRAIN_SECONDS: String(DRAIN_SECONDS) })
})

it('serves on after it was asked to end, is out of service at once, and asks its sockets to reconnect', async () => {
  const user = await newUser(web, 'elite')
  const streams = Array.from({ length: SOCKETS }, () => listenToStream(web, user))
  await Promise.all(streams.map(({ opened }) => opened))
  const oneConnection = new Agent({ connections: 1, pipelining: 1 })
  const send = async () => {
    const options = { dispatcher: oneConnection, headers: { cookie: user.cookie } }
    const { statusCode, headers, body } = await request(`${web.url}/api/me`, options)
    await body.dump()
    return { statusCode, connection: headers['connection'] }
  }
  expect(await send()).toEqual({ statusCode: 200, connection: 'keep-alive' })

  const startedAt = performance.now()
  const closed = streams.map(async (stream) => ({ code: await stream.closed, after: performance.now() - startedAt }))
  const stopped = web.stop()
  const ready = await call(web, 'GET', '/readyz')
  expect([ready.status, ready.json]).toEqual([503, { ready: false, draining: true }])
  // The connection was there before: it ends with its next answer.
  expect(await send()).toEqual({ statusCode: 200, connection: 'close' })
  expect(await send()).toEqual({ statusCode: 200, connection: 'close' })

  const ends = await Promise.all(closed)
  expect(ends.map(({ code }) => code)).toEqual(streams.map(() => 1001))
  // In the second half, one after another.
  const times = ends.map(({ after }) => after).toSorted((a, b) => a - b)
  expect(times[0]).toBeGreaterThanOrEqual(DRAIN_SECONDS * 500)
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(100)
  await stopped
  await until('the port to be closed', 10_000, async () => {
    await delay(20)
    return fetch(`${web.url}/healthz`).then(
      () => undefined,
      () => true,
    )
  })
  await oneConnection.close()
})
