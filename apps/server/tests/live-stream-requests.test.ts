import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { MAX_TOPICS } from '@strikewise/wire/live-stream.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { recordConsent } from '../src/consents/consents.ts'
import { newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { listenToStream, type StreamListener } from './stream-listener.ts'

/* Who may open the stream, and what a page may send over it. */

const TODAY = '2026-11-20' as IstDate

let web: TestWeb
const open: StreamListener[] = []
beforeAll(async () => {
  web = await startTestWeb()
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate()
})
afterAll(() => web.stop())

function listen(...[user, change]: [TestUser | undefined, Parameters<typeof listenToStream>[2]?]): StreamListener {
  const listener = listenToStream(web, user, change)
  open.push(listener)
  return listener
}

async function opened(user: TestUser): Promise<StreamListener> {
  const listener = listen(user)
  await listener.opened
  return listener
}

describe('the handshake', () => {
  it('takes a session by cookie or by bearer token, from our own pages', async () => {
    const user = await newUser(web)
    expect(await listen(undefined).refused).toBe(401)
    expect(await listen(user, { headers: { origin: 'https://evil.example' } }).refused).toBe(403)
    expect(await listen(user, { path: '/stream' }).refused).toBe(404)
    await listen(user, { headers: { origin: web.url } }).opened
    await listen(undefined, { headers: { authorization: `Bearer ${user.bearer}` } }).opened
  })

  it('is refused to a user who never agreed to the terms', async () => {
    const user = await newUser(web)
    await recordConsent(web.store.db, user.id, ['terms'], false, web.clock.now())
    web.bus.publish(`account.${user.id}`, null)
    await expect.poll(() => Promise.race([listen(user).refused, listen(user).opened.then(() => 101)])).toBe(403)
  })

  it('counts with the trades socket: five connections a user', async () => {
    const user = await newUser(web)
    const five = Array.from({ length: 4 }, () => listen(user))
    five.push(listen(user, { path: `/ws/user_active_trades?uid=${user.id}&date=${TODAY}` }))
    await Promise.all(five.map((listener) => listener.opened))
    const sixth = listen(user)
    expect(await sixth.closed).toBe(4429)
    expect(sixth.entries).toMatchObject([{ type: 'error', code: 'too_many_connections' }])
  })
})

describe('a page', () => {
  it.each([
    ['no JSON', 'hello'],
    ['an unknown key', '{"topics":[],"uid":"u2"}'],
    ['too many topics', JSON.stringify({ topics: Array.from({ length: MAX_TOPICS + 1 }, (_, i) => `t${i}`) })],
    ['too long a topic', JSON.stringify({ topics: ['x'.repeat(65)] })],
  ])('that sends %s is closed', async (_what, text) => {
    const listener = await opened(await newUser(web))
    listener.socket.send(text)
    expect(await listener.closed).toBe(1008)
  })

  it('that sends too much is closed', async () => {
    const listener = await opened(await newUser(web))
    listener.socket.send('x'.repeat(17 * 1024))
    expect(await listener.closed).toBe(1009)
  })

  it('that asks too often is closed', async () => {
    const listener = await opened(await newUser(web))
    for (let request = 0; request <= 120; request += 1) listener.follow('liveIndices')
    expect(await listener.closed).toBe(1008)
  })
})
