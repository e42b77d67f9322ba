import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Kysely } from 'kysely'
import { Principals } from '../src/http/principals.ts'
import { SessionFingerprints } from '../src/http/session-fingerprints.ts'
import type { Identity } from '../src/identity/identity.ts'
import type { Database } from '../src/store/database.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

/** Longer than a session is believed without a question to the store. */
const BELIEVED_MS = 1600
/** Shorter than the identity library is left unasked: what is seen by then was seen by comparing rows. */
const SEEN = { timeout: 15_000, interval: 200 }

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

const me = (user: TestUser) => call(web, 'GET', '/api/me', { cookie: user.cookie })

/** Recognises the sessions of these users, over a library that counts how often it is asked. */
async function principalsOf(users: readonly TestUser[]) {
  const ids = users.map(({ id }) => id)
  const sessions = await web.store.db.selectFrom('identity_sessions').selectAll().where('userId', 'in', ids).execute()
  const getSession = vi.fn(async ({ headers }: { headers: Headers }) => {
    const { id, email } = users.find(({ cookie }) => cookie === headers.get('cookie'))!
    const session = sessions.find(({ userId }) => userId === id)!
    return {
      response: { user: { id, name: 'Test Person', email, emailVerified: true }, session },
      headers: new Headers(),
    }
  })
  const identity = { api: { getSession } } as unknown as Identity
  const { store, clock, bus } = web
  const principals = new Principals({ identity: () => identity, db: store.db, clock, bus, operatorEmails: [] })
  return { principals, getSession }
}

/** A user whose session was compared with its rows before. */
async function comparedUser(): Promise<TestUser> {
  const user = await newUser(web, 'elite')
  for (let times = 0; times < 3; times += 1) {
    expect((await me(user)).status).toBe(200)
    await delay(BELIEVED_MS)
  }
  return user
}

describe.concurrent('a session that is in use shows, without a message on the bus,', () => {
  const changes: [what: string, change: (db: Kysely<Database>, id: string) => Promise<unknown>, shows: object][] = [
    [
      'its deletion',
      (db, id) => db.deleteFrom('identity_sessions').where('userId', '=', id).execute(),
      { status: 401 },
    ],
    [
      'its end by time',
      (db, id) =>
        db
          .updateTable('identity_sessions')
          .set({ expiresAt: new Date(Date.now() - 1000) })
          .where('userId', '=', id)
          .execute(),
      { status: 401 },
    ],
    [
      'another name of its user',
      (db, id) => db.updateTable('identity_users').set({ name: 'Another Name' }).where('id', '=', id).execute(),
      { json: { name: 'Another Name' } },
    ],
    [
      'another plan',
      (db, id) => db.updateTable('profiles').set({ plan: 'master' }).where('user_id', '=', id).execute(),
      { json: { plan: 'master' } },
    ],
    [
      'terms that were withdrawn',
      (db, id) =>
        db
          .insertInto('consents')
          .values({ user_id: id, kind: 'terms', given: false, version: '2020-01-01', at: new Date() })
          .execute(),
      { json: { legal: { terms: 'never' } } },
    ],
  ]

  it.each(changes)('%s', { timeout: 60_000 }, async (_what, change, shows) => {
    const user = await comparedUser()
    await change(web.store.db, user.id)
    await vi.waitFor(async () => expect(await me(user)).toMatchObject(shows), SEEN)
  })
})

describe('a hint that an account changed', () => {
  it('has the sessions of that user confirmed at once, and no others', async () => {
    const users = await Promise.all([newUser(web, 'elite'), newUser(web, 'elite')])
    const [changed, other] = users
    const { principals } = await principalsOf(users)
    // Time does not pass: what is believed stays so.
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    try {
      const planOf = async ({ cookie }: TestUser) =>
        (await principals.authenticate({ cookie }, '10.0.0.1')).principal?.profile.plan.plan
      expect(await Promise.all(users.map(planOf))).toEqual(['elite', 'elite'])
      const ids = users.map(({ id }) => id)
      await web.store.db.updateTable('profiles').set({ plan: 'pro' }).where('user_id', 'in', ids).execute()
      web.bus.publish(`account.${changed.id}`, null)
      expect([await planOf(changed), await planOf(other)]).toEqual(['pro', 'elite'])
    } finally {
      time.mockRestore()
      principals.close()
    }
  })
})

describe('a hint that comes while a session is being found', () => {
  it('has it asked about again: what was read may be from before the change', async () => {
    const user = await newUser(web, 'elite')
    const { principals, getSession } = await principalsOf([user])
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const find = getSession.getMockImplementation()!
    getSession.mockImplementationOnce(async (asked) => {
      await answered
      return find(asked)
    })
    // Time does not pass: what is believed stays so.
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    try {
      const ask = () => principals.authenticate({ cookie: user.cookie }, '10.0.0.1')
      const first = ask()
      await expect.poll(() => getSession.mock.calls.length).toBe(1)
      web.bus.publish(`account.${user.id}`, null)
      answer()
      await first
      await ask()
      expect(getSession).toHaveBeenCalledTimes(2)
      await ask()
      expect(getSession).toHaveBeenCalledTimes(2)
    } finally {
      time.mockRestore()
      principals.close()
    }
  })
})

describe('the identity library', () => {
  it('is asked twice, and then not again while no row of the session changes', { timeout: 60_000 }, async () => {
    const user = await newUser(web, 'elite')
    const { principals, getSession } = await principalsOf([user])
    try {
      const ask = () => principals.authenticate({ cookie: user.cookie }, '10.0.0.1')
      for (let times = 0; times < 4; times += 1) {
        const found = await Promise.all([ask(), ask(), ask()])
        for (const { principal } of found) expect(principal?.profile.plan.plan).toBe('elite')
        await delay(BELIEVED_MS)
      }
      expect(getSession).toHaveBeenCalledTimes(2)
      // A hint on the bus has the rows compared at once: where none changed the library is not asked.
      web.bus.publish(`account.${user.id}`, null)
      await ask()
      expect(getSession).toHaveBeenCalledTimes(2)
      await web.store.db.updateTable('profiles').set({ plan: 'pro' }).where('user_id', '=', user.id).execute()
      web.bus.publish(`account.${user.id}`, null)
      expect((await ask()).principal?.profile.plan.plan).toBe('pro')
      expect(getSession).toHaveBeenCalledTimes(3)
    } finally {
      principals.close()
    }
  })
})

describe('fingerprints', () => {
  it('of many sessions are read in one statement, each its own, none of what is not there', async () => {
    const users = await Promise.all([newUser(web), newUser(web), newUser(web)])
    const rows = await web.store.db
      .selectFrom('identity_sessions')
      .select('id')
      .where(
        'userId',
        'in',
        users.map(({ id }) => id),
      )
      .execute()
    const transformQuery = vi.fn(({ node }) => node)
    const counted = web.store.db.withPlugin({ transformQuery, transformResult: async ({ result }) => result })
    const fingerprints = new SessionFingerprints(counted)
    const ids = rows.map(({ id }) => id)
    const found = await Promise.all([...ids, ids[0]!, 'no-such-session'].map((id) => fingerprints.of(id)))
    expect(transformQuery).toHaveBeenCalledTimes(1)
    expect(new Set(found.slice(0, ids.length)).size).toBe(ids.length)
    expect(found.at(-2)).toBe(found[0])
    expect(found.at(-1)).toBeUndefined()
    expect(await fingerprints.of(ids[0]!)).toBe(found[0])
  })

  it('are refused to each who waits when the store fails', async () => {
    const failing = web.store.db.withPlugin({
      transformQuery: () => {
        throw new Error('no store')
      },
      transformResult: async ({ result }) => result,
    })
    const fingerprints = new SessionFingerprints(failing)
    const asked = await Promise.allSettled([fingerprints.of('a'), fingerprints.of('b')])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
