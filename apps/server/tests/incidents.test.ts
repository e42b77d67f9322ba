// @invariant incidents-audited
import { DAY_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { IncidentList, IncidentRow } from '@strikewise/wire/incidents.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { firstBrokenAction } from '../src/operator/actions.ts'
import { incidentsOf } from '../src/status/incidents.ts'
import { userScopedDbs } from '../src/store/user-scoped-db.ts'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

let web: TestWeb
let operator: TestUser
let user: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  operator = await newUser(web, 'starter', 'operator@example.com')
  user = await newUser(web, 'master')
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

const INCIDENT = { title: 'Prices are late', severity: 'major', components: ['feed'], text: 'We are on it.' }
const post = (path: string, body: object, as = operator) =>
  call(web, 'POST', `/api/operator/incidents${path}`, { cookie: as.cookie, body })
const opened = async (change: object = {}) => (await post('', { ...INCIDENT, ...change })).json as IncidentRow
const listed = async () =>
  (await call(web, 'GET', '/api/operator/incidents', { cookie: operator.cookie })).json as IncidentList
const overview = async () => (await call(web, 'GET', '/api/operator/overview', { cookie: operator.cookie })).json
const actions = async () =>
  (
    (await call(web, 'GET', '/api/operator/actions', { cookie: operator.cookie })).json as {
      actions: { action: string; details: object }[]
    }
  ).actions.filter(({ action }) => action.startsWith('incident_'))

it('opens, updates and resolves an incident in public, and records each act', async () => {
  const { id } = await opened({ components: ['broker', 'feed', 'feed'] })
  expect(await overview()).toMatchObject({ open_incidents: 1 })
  web.clock.set((FRIDAY_TEN + 600_000) as EpochMs)
  expect(await post(`/${id}/updates`, { state: 'identified', text: 'The feed\nreconnects.' })).toMatchObject({
    status: 200,
  })
  // The public list is read from the store at this moment, by a caller without a session.
  expect((await call(web, 'GET', '/api/incidents')).json).toEqual({
    open: [
      {
        id,
        title: 'Prices are late',
        severity: 'major',
        components: ['feed', 'broker'],
        opened_at: '2026-11-20T10:00:00+05:30',
        resolved_at: null,
        updates: [
          { state: 'identified', text: 'The feed\nreconnects.', at: '2026-11-20T10:10:00+05:30' },
          { state: 'investigating', text: 'We are on it.', at: '2026-11-20T10:00:00+05:30' },
        ],
      },
    ],
    past: [],
  })
  await post(`/${id}/updates`, { state: 'resolved', text: 'Prices arrive.' })
  expect(await listed()).toMatchObject({ open: [], past: [{ id, resolved_at: '2026-11-20T10:10:00+05:30' }] })
  expect(await overview()).toMatchObject({ open_incidents: 0 })
  const incident = String(id)
  expect(await actions()).toMatchObject([
    { action: 'incident_resolved', details: { incident, state: 'resolved', text: 'Prices arrive.' } },
    { action: 'incident_updated', details: { incident, state: 'identified' } },
    {
      action: 'incident_opened',
      details: { incident, title: 'Prices are late', severity: 'major', components: 'feed, broker' },
    },
  ])
  expect(await firstBrokenAction(web.store.db)).toBeUndefined()
})

it.each<[problem: string, change: object, message: RegExp]>([
  ['an empty title', { title: '  ' }, /^title: Required/],
  ['a title too long', { title: 'a'.repeat(101) }, /^title: Must be at most 100 characters/],
  ['two lines as a title', { title: 'a\nb' }, /^title: Must/],
  ['an empty message', { text: ' \n ' }, /^text: Required/],
  ['a message too long', { text: 'a'.repeat(1001) }, /^text: Must be at most 1,000 characters/],
  ['no part', { components: [] }, /^components: Must have at least 1 entry/],
  ['an unknown part', { components: ['moon'] }, /^components/],
  ['an unknown severity', { severity: 'grave' }, /^severity/],
])('refuses %s, and names the field', async (_problem, change, message) => {
  const before = await listed()
  const answer = await post('', { ...INCIDENT, ...change })
  expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  expect((answer.json as { message: string }).message).toMatch(message)
  expect(await listed()).toEqual(before)
})

it('takes no update for an incident that is resolved or unknown', async () => {
  const { id } = await opened()
  await post(`/${id}/updates`, { state: 'resolved', text: 'Over.' })
  const recorded = (await actions()).length
  expect(await post(`/${id}/updates`, { state: 'monitoring', text: 'Again.' })).toMatchObject({
    status: 400,
    json: { message: 'This incident is resolved. Open a new one.' },
  })
  expect((await post(`/${id + 1000}/updates`, { state: 'monitoring', text: 'Again.' })).status).toBe(404)
  expect((await actions()).length).toBe(recorded)
})

it('resolves an incident once when two operators do at the same time', async () => {
  const { id } = await opened()
  const both = await Promise.all(['one', 'two'].map((text) => post(`/${id}/updates`, { state: 'resolved', text })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  const { past } = await listed()
  expect(past.find((one) => one.id === id)!.updates).toHaveLength(2)
})

it('shows a resolved incident for 90 days, and an open one for as long as it is open', async () => {
  const { id } = await opened()
  const { id: lasting } = await opened()
  await post(`/${id}/updates`, { state: 'resolved', text: 'Over.' })
  const at = async (ms: number) => {
    const { open, past } = await incidentsOf(web.store.db, (FRIDAY_TEN + ms) as EpochMs)
    return { open: open.map((one) => one.id), isPast: past.some((one) => one.id === id) }
  }
  expect(await at(90 * DAY_MS)).toEqual({ open: [lasting], isPast: true })
  expect(await at(90 * DAY_MS + 1)).toEqual({ open: [lasting], isPast: false })
})

it('is for operators alone, and its updates cannot be changed', async () => {
  expect((await post('', INCIDENT, user)).status).toBe(403)
  await expect(
    userScopedDbs(web.store.pool)(user.id).read((db) => db.selectFrom('incidents').select('id').execute()),
  ).rejects.toThrow(/permission denied/)
  await expect(web.store.db.updateTable('incident_updates').set({ text: 'x' }).execute()).rejects.toThrow()
})
