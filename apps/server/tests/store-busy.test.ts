import { setTimeout as delay } from 'node:timers/promises'
import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { call, newUser, PASSWORD, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

let web: TestWeb
let user: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  user = await newUser(web, 'elite')
})
afterAll(() => web.stop())

interface Refused {
  readonly status: number | undefined
  readonly retryAfter: string | null | undefined
}

async function refused(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Refused> {
  const answer = await call(web, method, path, { cookie: user.cookie, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

/** How a handshake is answered that opens no socket. */
function handshake(path: string): Promise<Refused> {
  const socket = new WebSocket(`${web.url.replace('http', 'ws')}${path}`, { headers: { cookie: user.cookie } })
  return new Promise((resolve, reject) => {
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'] })
      response.destroy()
    })
    socket.once('open', () => reject(new Error('the socket was opened')))
    socket.once('error', reject)
  })
}

/** A call of each way to the store: pipeline, identity library as caller and as called, both sockets. */
const CALLS: Readonly<Record<string, () => Promise<Refused>>> = {
  'a call of the API': () => refused('GET', '/api/me'),
  'a change': () => refused('POST', '/api/notices/read', {}),
  'the session': () => refused('GET', '/api/auth/get-session'),
  'a sign-in': () => refused('POST', '/api/auth/sign-in/email', { email: user.email, password: PASSWORD }),
  'a changed password': () =>
    refused('POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another long phrase' }),
  'the stream of the pages': () => handshake('/api/stream'),
  'the trades socket': () => handshake('/ws/user_active_trades'),
}
const BUSY: Refused = { status: 503, retryAfter: '5' }

/** All at once, when no session is remembered any more. */
async function answers(): Promise<Record<string, Refused>> {
  await delay(1_600)
  const all = await Promise.all(Object.entries(CALLS).map(async ([name, ask]) => [name, await ask()] as const))
  return Object.fromEntries(all)
}

const allBusy = Object.fromEntries(Object.keys(CALLS).map((name) => [name, BUSY]))

describe('a call while the store takes none', () => {
  it('is answered 503, to be tried again, while every connection is in use', async () => {
    const { pool } = web.store
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    try {
      expect(await answers()).toEqual(allBusy)
    } finally {
      for (const client of held) client.release()
    }
    expect(await refused('GET', '/api/me')).toEqual({ status: 200, retryAfter: null })
  }, 30_000)

  it('is answered 503, to be tried again, when its statement takes too long', async () => {
    const { db } = web.store
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const holder = new pg.Client({ connectionString: web.store.pool.options.connectionString })
    await holder.connect()
    try {
      await sql`alter database ${sql.id(rows[0]!.name)} set statement_timeout = '300ms'`.execute(db)
      // Connections take the setting when they begin.
      await holder.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await holder.query('begin; lock table identity_sessions, rate_buckets in access exclusive mode')
      expect(await answers()).toEqual(allBusy)
      await holder.query('rollback')
      expect(await refused('GET', '/api/me')).toEqual({ status: 200, retryAfter: null })
    } finally {
      await holder.end()
    }
  }, 30_000)
})
