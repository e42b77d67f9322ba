import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { recordConsent } from '../src/consents/consents.ts'
import { HEARTBEAT, readActiveTradesFrame } from '@strikewise/wire/socket.ts'
import { WebSocket } from 'ws'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

const TODAY = '2026-11-20' as IstDate

let web: TestWeb
const open: WebSocket[] = []
beforeAll(async () => {
  web = await startTestWeb()
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(() => web.stop())

interface Listener {
  readonly socket: WebSocket
  readonly frames: string[]
  /** HTTP status of a refused handshake. */
  readonly refused: Promise<number>
  readonly opened: Promise<void>
  readonly closed: Promise<number>
}

function listen(
  user: TestUser | undefined,
  change: { path?: string; query?: Record<string, string>; headers?: Record<string, string> } = {},
): Listener {
  const query = new URLSearchParams(change.query ?? { uid: user?.id ?? '', date: TODAY }).toString()
  const path = change.path ?? '/ws/user_active_trades'
  const socket = new WebSocket(`${web.url.replace('http', 'ws')}${path}?${query}`, {
    headers: { ...(user === undefined ? {} : { cookie: user.cookie }), ...change.headers },
  })
  open.push(socket)
  const frames: string[] = []
  socket.on('message', (data: Buffer) => frames.push(data.toString()))
  socket.on('error', () => {})
  return {
    socket,
    frames,
    opened: new Promise((resolve) => socket.once('open', () => resolve())),
    closed: new Promise((resolve) => socket.once('close', (code) => resolve(code))),
    refused: new Promise((resolve) =>
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode!)),
    ),
  }
}

/** The first text a listener is sent. */
const firstOf = async ({ socket }: Listener) =>
  new Promise<string>((resolve) => socket.once('message', (data: Buffer) => resolve(data.toString())))

describe('the handshake', () => {
  it('wants a session, by cookie or by bearer token', async () => {
    const user = await newUser(web)
    expect(await listen(undefined).refused).toBe(401)
    await listen(user).opened
    await listen(undefined, {
      query: { uid: user.id, date: TODAY },
      headers: { authorization: `Bearer ${user.bearer}` },
      path: '/api/ws/user_active_trades',
    }).opened
  })

  it('refuses other people’s trades, foreign pages, wrong queries and unknown paths', async () => {
    const [user, other] = [await newUser(web), await newUser(web)]
    expect(await listen(user, { query: { uid: other.id, date: TODAY } }).refused).toBe(403)
    expect(await listen(user, { headers: { origin: 'https://evil.example' } }).refused).toBe(403)
    expect(await listen(user, { query: { uid: user.id } }).refused).toBe(400)
    expect(await listen(user, { query: { uid: user.id, date: 'today' } }).refused).toBe(400)
    expect(await listen(user, { path: '/ws/other' }).refused).toBe(404)
    await listen(user, { headers: { origin: web.url } }).opened
  })

  it.each(['//', 'http://', '//[::1', '*'])('knows no path %s', async (path) => {
    const lines = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`
    const stream = connect(Number(new URL(web.url).port), '127.0.0.1')
    stream.write(lines)
    expect(await text(stream)).toMatch(/^HTTP\/1\.1 404 /)
  })

  it('is refused to who never agreed to the terms', async () => {
    const user = await newUser(web)
    await recordConsent(web.store.db, user.id, ['terms'], false, web.clock.now())
    web.bus.publish(`account.${user.id}`, null)
    await expect.poll(() => Promise.race([listen(user).refused, listen(user).opened.then(() => 101)])).toBe(403)
  })

  it('counts no connection that ended while the session was looked up', async () => {
    const user = await newUser(web)
    const query = new URLSearchParams({ uid: user.id, date: TODAY }).toString()
    const port = Number(new URL(web.url).port)
    for (let round = 0; round < 12; round += 1) {
      // Forgotten, so that the lookup takes a turn of the store.
      web.bus.publish(`account.${user.id}`, null)
      const stream = connect(port, '127.0.0.1')
      stream.on('error', () => {})
      await new Promise<void>((resolve) => {
        stream.write(
          `GET /ws/user_active_trades?${query} HTTP/1.1\r\nHost: x\r\nCookie: ${user.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
          () => resolve(),
        )
      })
      stream.resetAndDestroy()
    }
    await expect.poll(async () => firstOf(listen(user))).toBe('[]')
  })

  it('lets a user have five at a time', async () => {
    const user = await newUser(web)
    const five = Array.from({ length: 5 }, () => listen(user))
    await Promise.all(five.map((listener) => listener.opened))
    // Reported on the socket: a browser shows a page nothing of a refused handshake.
    const sixth = listen(user)
    expect(JSON.parse(await firstOf(sixth))).toMatchObject({ code: 'too_many_connections' })
    expect(await sixth.closed).toBe(4429)
    five[0]!.socket.close()
    await five[0]!.closed
    await expect.poll(async () => firstOf(listen(user))).toBe('[]')
  })
})

it('sends the whole list first and again when it changed, and nothing when it did not', async () => {
  const user = await newUser(web)
  const listener = listen(user)
  await expect.poll(() => listener.frames).toEqual(['[]'])
  web.bus.publish(`trades.${user.id}`, null)
  await writeTrade(web.store.db, user.id, TODAY, `s-${user.id}`, 'open')
  for (let i = 0; i < 10; i += 1) web.bus.publish(`trades.${user.id}`, null)
  await expect.poll(() => listener.frames.length).toBe(2)
  expect(readActiveTradesFrame(listener.frames[1]!)).toMatchObject({
    type: 'trades',
    trades: [{ trade_id: `s-${user.id}`, status: 'Open' }],
  })
  expect(listener.frames).not.toContain(HEARTBEAT)
})

it('closes when the session ends', async () => {
  const user = await newUser(web)
  const listener = listen(user)
  await listener.opened
  await call(web, 'POST', '/api/auth/sign-out', { cookie: user.cookie, body: {} })
  expect(await listener.closed).toBe(1008)
  expect(readActiveTradesFrame(listener.frames.at(-1)!)).toEqual({
    type: 'error',
    code: 'not_signed_in',
    error: 'Please log in.',
  })
})

it('drops who sends too much', async () => {
  const user = await newUser(web)
  const listener = listen(user)
  await listener.opened
  listener.socket.send('x'.repeat(17 * 1024))
  expect(await listener.closed).toBe(1009)
})
