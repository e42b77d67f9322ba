import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ListedUser } from '@strikewise/wire/operator-users.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, connectBroker, newUser, OPERATOR, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

let web: TestWeb
let operator: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  operator = await newUser(web, 'master', OPERATOR)
})
afterAll(() => web.stop())

interface Page {
  readonly users: readonly ListedUser[]
  readonly next: string | null
}

const list = async (query: Readonly<Record<string, string>> = {}) => {
  const answer = await call(web, 'GET', '/api/operator/users', { cookie: operator.cookie, query: { ...query } })
  return { ...answer, page: answer.json as Page }
}

/** Every user of a filter, page by page, by id. */
async function all(query: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const ids: string[] = []
  for (let before: string | null | undefined; before !== null;) {
    const { page } = await list({ ...query, ...(before === undefined ? {} : { before }) })
    ids.push(...page.users.map((user) => user.user_id))
    before = page.next
  }
  return ids
}

const expiring = (user: TestUser, at: EpochMs) =>
  web.store.db
    .updateTable('profiles')
    .set({ plan_expiry: new Date(at) })
    .where('user_id', '=', user.id)
    .execute()

it('lists users by plan, term and link, with masked addresses and no secret', async () => {
  const [elite, pro] = [await newUser(web, 'elite'), await newUser(web, 'pro')]
  await connectBroker(web, elite)
  const now = web.clock.now()
  await expiring(elite, (now + 1000) as EpochMs)
  await expiring(pro, now)
  expect(await all({ plan: 'pro' })).toEqual([pro.id])
  expect(await all({ plan: 'elite' })).toEqual([elite.id])
  expect(await all({ term: 'ended' })).toEqual([pro.id])
  expect(await all({ term: 'running' })).not.toContain(pro.id)
  expect(await all({ term: 'running' })).toEqual(expect.arrayContaining([elite.id, operator.id]))
  expect(await all({ link: 'none' })).not.toContain(elite.id)
  expect(await all({ link: 'live' })).toEqual([])
  const { page, text } = await list({ plan: 'elite', link: 'paper' })
  expect(page.users.map((user) => user.user_id)).toEqual([elite.id])
  expect(page.users[0]).toMatchObject({ plan: 'elite', connected: true })
  expect(page.users[0]!.masked_email).toMatch(/^.•••@/)
  expect(text).not.toContain(elite.email)
  expect(text).not.toContain('canary')
})

it('goes on from page to page, each user once, though many joined in one instant', async () => {
  const at = new Date(web.clock.now())
  const users: TestUser[] = []
  for (let n = 0; n < 3; n += 1) users.push(await newUser(web, 'starter'))
  const ids = Array.from({ length: 110 }, (_, n) => `listed-${String(n).padStart(3, '0')}`)
  for (const id of ids) {
    const email = `${id}@example.com`
    await web.store.db
      .insertInto('identity_users')
      .values({ id, name: id, email, emailVerified: true, image: null, updatedAt: at })
      .execute()
    await web.store.db
      .insertInto('profiles')
      .values({ user_id: id, plan: 'master', plan_expiry: null, joined_at: at, telegram_chat_id: null })
      .execute()
  }
  const listed = await all({ plan: 'master' })
  expect(listed.filter((id) => id.startsWith('listed-'))).toEqual(ids.toReversed())
  expect(new Set(listed).size).toBe(listed.length)
  const everyone = await all()
  expect(new Set(everyone).size).toBe(everyone.length)
  expect(everyone).toEqual(expect.arrayContaining(users.map(({ id }) => id)))
})

it('records each page with its filter, and names a cursor that is none', async () => {
  await list({ plan: 'pro', link: 'none' })
  const { action, details } = await web.store.db
    .selectFrom('operator_actions')
    .select(['action', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([action, details]).toMatchObject(['users_listed', { plan: 'pro', term: null, link: 'none' }])
  expect(await list({ before: 'x' })).toMatchObject({ status: 400, json: { params: { field: 'before' } } })
})
