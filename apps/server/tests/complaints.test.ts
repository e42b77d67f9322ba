// @invariant complaints-audited
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ComplaintRow } from '@strikewise/wire/complaints.ts'
import { publishedComplaints } from '../src/complaints/complaints.ts'
import { firstBrokenAction } from '../src/operator/actions.ts'
import { userScopedDbs } from '../src/store/user-scoped-db.ts'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** 20 November 2026 is the test server's day; its table is of October. */
const DECEMBER = (FRIDAY_TEN + 14 * 86_400_000) as EpochMs
let web: TestWeb
let operator: TestUser
beforeAll(async () => {
  web = await startTestWeb({ SUPPORT_EMAIL: 'desk@example.com' })
  operator = await newUser(web, 'starter', 'operator@example.com')
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

const post = (user: TestUser, path: string, body: object) =>
  call(web, 'POST', `/api${path}`, { cookie: user.cookie, body })
const enter = async (body: object) => post(operator, '/operator/complaints', body)
const listed = async () =>
  (
    (await call(web, 'GET', '/api/operator/complaints', { cookie: operator.cookie })).json as {
      complaints: ComplaintRow[]
    }
  ).complaints
const actions = async () =>
  (
    (await call(web, 'GET', '/api/operator/actions', { cookie: operator.cookie })).json as {
      actions: { action: string; details: object }[]
    }
  ).actions.filter(({ action }) => action.startsWith('complaint_'))

it('enters a grievance of the form and of a signed-in user, and no other message', async () => {
  const text = 'My refund has not come after two weeks.'
  const message = { name: 'Asha Rao', email: 'asha@example.com', text }
  const byForm = await call(web, 'POST', '/api/support', { body: { ...message, topic: 'grievance' } })
  await call(web, 'POST', '/api/support', { body: { ...message, topic: 'broker' } })
  const user = await newUser(web)
  const own = await post(user, '/my-data/grievance', { text })
  const tickets = [byForm, own].map(({ json }) => (json as { ticket: string }).ticket)
  expect(await listed()).toMatchObject(
    tickets.map((reference) => ({ source: 'direct', reference, received_on: '2026-11-20', outcome: null })),
  )
  const table = await publishedComplaints(web.store.db, DECEMBER)
  expect(table.sources[0]).toMatchObject({ source: 'direct', received: 2, pending: 2 })
})

it('counts what an operator entered and resolved, and records both', async () => {
  const entered = await enter({ source: 'scores', reference: 'SEBIE/MH26/1', received_on: '2026-10-05' })
  expect(entered.status).toBe(200)
  const { id } = entered.json as ComplaintRow
  const closed = await post(operator, `/operator/complaints/${id}/close`, {
    outcome: 'resolved',
    closed_on: '2026-10-17',
  })
  expect(closed.json).toMatchObject({ id, outcome: 'resolved', closed_on: '2026-10-17' })
  const table = (await call(web, 'GET', '/api/complaints', {})).json
  expect(table).toMatchObject({
    month: '2026-10',
    sources: [
      { source: 'direct', received: 0 },
      { source: 'scores', received: 1, resolved: 1, pending: 0, average_days: 12 },
      { source: 'other', received: 0 },
    ],
  })
  expect(await actions()).toMatchObject([
    {
      action: 'complaint_closed',
      details: { complaint: 'SEBIE/MH26/1', source: 'scores', outcome: 'resolved', day: '2026-10-17' },
    },
    { action: 'complaint_entered', details: { complaint: 'SEBIE/MH26/1', source: 'scores', day: '2026-10-05' } },
  ])
  expect(await firstBrokenAction(web.store.db)).toBeUndefined()
})

it('does not count what was entered although it was no complaint', async () => {
  const before = await publishedComplaints(web.store.db, DECEMBER)
  const { id } = (await enter({ source: 'other', reference: 'letter 7', received_on: '2026-11-03' }))
    .json as ComplaintRow
  const counted = await publishedComplaints(web.store.db, DECEMBER)
  expect(counted.total.received).toBe(before.total.received + 1)
  await post(operator, `/operator/complaints/${id}/close`, { outcome: 'not_a_complaint', closed_on: '2026-11-04' })
  expect(await publishedComplaints(web.store.db, DECEMBER)).toEqual(before)
})

it('refuses days that cannot be, a reference twice, and a complaint that is closed', async () => {
  const body = { source: 'other', reference: 'letter 8', received_on: '2026-11-18' }
  const recorded = (await actions()).length
  expect(await enter({ ...body, received_on: '2026-11-21' })).toMatchObject({ status: 400 })
  const { id } = (await enter(body)).json as ComplaintRow
  expect(await enter(body)).toMatchObject({
    status: 400,
    json: { message: 'A complaint with this reference has been entered already.' },
  })
  const close = (closed_on: string) =>
    post(operator, `/operator/complaints/${id}/close`, { outcome: 'resolved', closed_on })
  expect((await close('2026-11-17')).status).toBe(400)
  expect((await close('2026-11-21')).status).toBe(400)
  expect((await close('2026-11-18')).status).toBe(200)
  expect((await close('2026-11-18')).status).toBe(404)
  // What was refused is in no log.
  expect((await actions()).length).toBe(recorded + 2)
})

it('lets a request of a user enter no complaint but its own by the form, and read none', async () => {
  const user = await newUser(web)
  const asUser = (source: 'direct' | 'scores') =>
    userScopedDbs(web.store.pool)(user.id).write((tx) =>
      tx
        .insertInto('complaints')
        .values({ source, reference: `of-a-user-${source}`, received_on: '2026-11-20' as never })
        .execute(),
    )
  await expect(asUser('scores')).rejects.toThrow(/permission denied/)
  await expect(
    userScopedDbs(web.store.pool)(user.id).read((db) => db.selectFrom('complaints').select('id').execute()),
  ).rejects.toThrow(/permission denied/)
})
