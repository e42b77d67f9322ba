// @invariant key-scopes
// @invariant fresh-sign-in
import type { ProgramKey } from '@strikewise/wire/program-keys.ts'
import { KEY_SCOPES, type KeyScope, type Route } from '@strikewise/wire/route.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takePendingChanges } from '../src/alerts/account-change-notices.ts'
import { RateWindows } from '../src/rate-limits/rate-windows.ts'
import { DAY } from './every-route/owned-ids.ts'
import { call, newUser, NoRateLimits, startTestWeb, type CallOptions, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

/** What may be called with each scope. What is not here takes no key: nothing of it buys, or changes a setting. */
const MAY = {
  read: [
    'signals',
    'liveIndices',
    'optionChainTable',
    'optionChainDetails',
    'optionChainWalls',
    'contractChart',
    'contractHistory',
    'contractHistoryMinutes',
    'indexCandles',
    'indexCandlesBefore',
    'indexDay',
    'indicatorValues',
    'userTradeLogs',
    'userActiveTrades',
    'tradeChart',
    'livePnl',
    'tradeTracker',
    'entryRefusals',
    'report',
    'reportCsv',
    'reportPdf',
    'edge',
    'me',
    'tradeSettings',
    'readiness',
    'notices',
    'decisions',
    'noTradeMinutes',
    'decision',
    'why',
    'whyDecision',
  ],
  pause: ['setStop'],
  exit: ['raiseStop', 'lowerTarget', 'exitTrade', 'reduceTrade', 'exitAll'],
} satisfies Record<KeyScope, string[]>

let web: TestWeb
let user: TestUser
beforeAll(async () => {
  web = await startTestWeb({}, { rates: new NoRateLimits() })
})
afterAll(() => web.stop())
beforeEach(async () => {
  user = await newUser(web, 'master')
})

interface Made {
  readonly key: string
  readonly keys: readonly ProgramKey[]
}

const request = (change: object = {}) => ({
  name: 'My script',
  scopes: ['read'],
  expires_in_days: 30,
  addresses: [],
  ...change,
})

const create = (as: TestUser, change: object = {}) =>
  call(web, 'POST', '/api/program-keys', { cookie: as.cookie, body: request(change) })

async function made(as: TestUser, change: object = {}): Promise<Made> {
  const answer = await create(as, change)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json as Made
}

const withKey = (key: string, method: 'GET' | 'POST' | 'PUT', path: string, more: CallOptions = {}) =>
  call(web, method, path, { ...more, headers: { ...more.headers, authorization: `Bearer ${key}` } })

const listed = async (as: TestUser) =>
  ((await call(web, 'GET', '/api/program-keys', { cookie: as.cookie })).json as { keys: ProgramKey[] }).keys

const codeOf = ({ status, json }: { status: number; json: unknown }) => ({
  status,
  code: (json as { code?: string })?.code,
})

const changeRow = (id: string, set: { expires_at?: Date }) =>
  web.store.db.updateTable('program_keys').set(set).where('id', '=', id).execute()

describe('a key', () => {
  it('is shown once, and only its hash is stored', async () => {
    const { key, keys } = await made(user, { scopes: ['read', 'exit', 'read'], addresses: ['203.0.113.0/24'] })
    expect(key).toMatch(/^swk_[0-9A-Za-z]{49}$/)
    expect(keys).toEqual([
      expect.objectContaining({
        name: 'My script',
        scopes: ['read', 'exit'],
        last4: key.slice(-4),
        addresses: ['203.0.113.0/24'],
        last_used_at: null,
        last_used_address: null,
        state: 'active',
      }),
    ])
    const list = await call(web, 'GET', '/api/program-keys', { cookie: user.cookie })
    expect(list.text).not.toContain(key)
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(k)::text || encode(digest, 'escape') as text from program_keys k`.execute(web.store.db)
    for (const { text } of rows) expect(text).not.toContain(key.slice(4))
    expect(web.logs.join('\n')).not.toContain(key)
  })

  it('takes a fresh sign-in to make, and its owner is notified', async () => {
    await made(user)
    const pending = await takePendingChanges(web.store.db, web.clock.now())
    expect(pending.filter((alert) => alert.userId === user.id)).toEqual([
      expect.objectContaining({
        kind: 'account_changed',
        message: { code: 'alert.program_key_created' },
        link: '/security',
      }),
    ])
    await web.store.db
      .updateTable('identity_sessions')
      .set({ createdAt: new Date(Date.now() - 16 * 60_000) })
      .where('userId', '=', user.id)
      .execute()
    web.bus.publish(`account.${user.id}`, null)
    expect(codeOf(await create(user))).toEqual({ status: 403, code: 'sign_in_again' })
  })

  it.each([
    [{ expires_in_days: 0 }],
    [{ expires_in_days: 366 }],
    [{ expires_in_days: undefined }],
    [{ scopes: [] }],
    [{ scopes: ['buy'] }],
    [{ name: ' ' }],
    [{ addresses: ['example.com'] }],
    [{ addresses: ['203.0.113.0/33'] }],
  ])('is refused with %j', async (change) => {
    expect(codeOf(await create(user, change))).toEqual({ status: 400, code: 'invalid_input' })
  })

  it('is one of ten at most, of which revoked and expired ones are none', async () => {
    const first = await made(user)
    for (let n = 0; n < 9; n += 1) await made(user)
    expect(codeOf(await create(user))).toEqual({ status: 409, code: 'key_limit' })
    await changeRow(first.keys[0]!.id, { expires_at: new Date(Date.now() - 1000) })
    expect((await create(user)).status).toBe(200)
  })
})

describe('a call with a key', () => {
  const me = (key: string, more: CallOptions = {}) => withKey(key, 'GET', '/api/me', more)

  it('acts for its owner alone, sets no cookie, and has the last use shown to within a minute', async () => {
    const { key, keys } = await made(user)
    const answer = await me(key, { headers: { 'x-test-address': '203.0.113.9' } })
    expect([answer.status, (answer.json as { uid: string }).uid]).toEqual([200, user.id])
    expect(answer.headers.get('set-cookie')).toBeNull()
    const [after] = await listed(user)
    expect(after).toMatchObject({ id: keys[0]!.id, last_used_address: '203.0.113.9' })
    await me(key, { headers: { 'x-test-address': '203.0.113.10' } })
    expect((await listed(user))[0]).toMatchObject({
      last_used_at: after!.last_used_at,
      last_used_address: '203.0.113.9',
    })
  })

  it('is refused another user’s id, as a session is', async () => {
    const other = await newUser(web, 'master')
    const { key } = await made(user)
    const answer = await withKey(key, 'GET', '/api/user_active_trades', { query: { uid: other.id, date: DAY } })
    expect(codeOf(answer)).toEqual({ status: 403, code: 'uid_mismatch' })
  })

  it('is refused once the key is revoked, at once and for good', async () => {
    const { key, keys } = await made(user)
    expect((await me(key)).status).toBe(200)
    const revoke = () =>
      call(web, 'POST', '/api/program-keys/revoke', { cookie: user.cookie, body: { id: keys[0]!.id } })
    expect((await revoke()).json).toMatchObject({ keys: [{ state: 'revoked' }] })
    expect(codeOf(await me(key))).toEqual({ status: 401, code: 'key_revoked' })
    expect((await revoke()).status).toBe(404)
  })

  it('is refused once the key has expired', async () => {
    const { key, keys } = await made(user)
    await changeRow(keys[0]!.id, { expires_at: new Date(Date.now() - 1) })
    expect(codeOf(await me(key))).toEqual({ status: 401, code: 'key_expired' })
    expect((await listed(user))[0]).toMatchObject({ state: 'expired' })
  })

  it('is refused from an address the key is not bound to, also right after one it is bound to', async () => {
    const { key } = await made(user, { addresses: ['203.0.113.0/24'] })
    const from = (address: string) => me(key, { headers: { 'x-test-address': address } })
    expect((await from('203.0.113.77')).status).toBe(200)
    expect(codeOf(await from('198.51.100.1'))).toEqual({ status: 403, code: 'key_address' })
    expect((await from('203.0.113.78')).status).toBe(200)
  })

  it('is refused with a key that does not exist, whatever else is shown', async () => {
    const { key } = await made(user)
    const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
    for (const token of [wrong, 'swk_', `swk_${'0'.repeat(49)}`])
      expect(codeOf(await me(token, { cookie: user.cookie }))).toEqual({ status: 401, code: 'key_unknown' })
  })

  it('never has the rights of an operator, a fresh sign-in or a second factor', async () => {
    const { key } = await made(user, { scopes: ['read', 'pause', 'exit'] })
    expect((await me(key)).json).toMatchObject({ operator: false })
    expect((await withKey(key, 'POST', '/api/stop', { body: { on: true } })).status).toBe(200)
    expect(codeOf(await withKey(key, 'POST', '/api/stop', { body: { on: false } }))).toEqual({
      status: 403,
      code: 'sign_in_again',
    })
  })

  it('needs the plan, as its owner does', async () => {
    const starter = await newUser(web, 'starter')
    const { key } = await made(starter)
    const answer = await withKey(key, 'GET', '/api/user_trade_logs', { query: { uid: starter.id, date: DAY } })
    expect(codeOf(answer)).toEqual({ status: 403, code: 'upgrade_required' })
  })

  it('exits a trade with the scope for it, and each change is a row of the audit', async () => {
    const { key, keys } = await made(user, { scopes: ['exit'] })
    await writeTrade(web.store.db, user.id, DAY, `key-${user.id}`, 'open')
    const answer = await withKey(key, 'POST', `/api/trades/key-${user.id}/exit`, { body: {} })
    expect(answer.status).toBe(202)
    const events = await web.store.db
      .selectFrom('program_key_events')
      .select(['key_id', 'event', 'route'])
      .where('user_id', '=', user.id)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { key_id: keys[0]!.id, event: 'created', route: null },
      { key_id: keys[0]!.id, event: 'used', route: 'exitTrade' },
    ])
  })

  it('opens no socket and no session of the library', async () => {
    const { key } = await made(user, { scopes: ['read', 'pause', 'exit'] })
    const session = await withKey(key, 'GET', '/api/auth/get-session')
    expect([session.status, session.json]).toEqual([200, null])
    const query = new URLSearchParams({ uid: user.id, date: DAY }).toString()
    const socket = new WebSocket(`${web.url.replace('http', 'ws')}/ws/user_active_trades?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    socket.on('error', () => {})
    const refused = new Promise((resolve) =>
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode)),
    )
    expect(await refused).toBe(401)
  })

  it('leaves no key in the log', async () => {
    const { key } = await made(user)
    await me(key)
    await me(`${key}x`)
    expect(web.logs.join('\n')).not.toContain(key)
  })
})

describe('every route', () => {
  const keys = new Map<KeyScope, string>()
  beforeAll(async () => {
    const owner = await newUser(web, 'master')
    for (const scope of KEY_SCOPES) keys.set(scope, (await made(owner, { scopes: [scope] })).key)
  })

  it('has the scope that is listed here, or none', () => {
    for (const scope of KEY_SCOPES) {
      const having = Object.entries(ROUTES as Record<string, Route>).filter(([, route]) => route.keyScope === scope)
      expect(having.map(([name]) => name).toSorted()).toEqual(MAY[scope].toSorted())
      for (const [, route] of having) expect([route.auth, route.method === 'PUT']).toEqual(['user', false])
    }
  })

  const cells = Object.entries(ROUTES as Record<string, Route>).flatMap(([name, route]) =>
    KEY_SCOPES.map((scope) => ({ name, route, scope })),
  )
  it.each(cells)('$name with a key to $scope', async ({ route, scope }) => {
    // An input no route takes: a call that is let through is refused for it, and changes nothing.
    const answer = await withKey(keys.get(scope)!, route.method, `/api${route.path.replaceAll(/:\w+/g, 'x')}`, {
      query: { nothing_is_called_so: '1' },
      ...(route.body === undefined ? {} : { raw: '{"this is no JSON' }),
    })
    if (route.sessionless === true) expect(codeOf(answer).code).not.toBe('key_scope')
    else if (route.keyScope === scope) expect(answer.status).toBe(400)
    else expect(codeOf(answer)).toEqual({ status: 403, code: 'key_scope' })
  })
})

it('counts the calls of each key by itself, whatever its owner calls', async () => {
  const limited = await startTestWeb({}, { rates: new RateWindows() })
  try {
    const owner = await newUser(limited, 'master')
    const answer = await call(limited, 'POST', '/api/program-keys', { cookie: owner.cookie, body: request() })
    const { key } = answer.json as Made
    const asKey = () => call(limited, 'GET', '/api/me', { headers: { authorization: `Bearer ${key}` } })
    const statuses = []
    for (let n = 0; n < 125; n += 1) statuses.push((await asKey()).status)
    expect([statuses.indexOf(429), statuses.lastIndexOf(200)]).toEqual([120, 119])
    expect((await call(limited, 'GET', '/api/me', { cookie: owner.cookie })).status).toBe(200)
  } finally {
    await limited.stop()
  }
})
