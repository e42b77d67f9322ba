// @invariant announcement-audience
// @invariant announcements-audited
// @invariant operator-log
import { DAY_MS, istIso, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ShownAnnouncement } from '@strikewise/wire/announcements.ts'
import type { AnnouncementRow } from '@strikewise/wire/operator-announcements.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { firstBrokenAction } from '../src/operator/actions.ts'
import { userScopedDbs } from '../src/store/user-scoped-db.ts'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

let web: TestWeb
let operator: TestUser
let user: TestUser
let other: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  operator = await newUser(web, 'starter', 'operator@example.com')
})
afterAll(() => web.stop())
beforeEach(async () => {
  web.clock.set(FRIDAY_TEN)
  await web.store.db.deleteFrom('announcement_dismissals').execute()
  await web.store.db.deleteFrom('announcements').execute()
  ;[user, other] = [await newUser(web, 'master'), await newUser(web, 'pro')]
})

const at = (ms: number) => istIso((FRIDAY_TEN + ms) as EpochMs)
const ANNOUNCEMENT = {
  level: 'warning',
  title: 'Kite is down tonight',
  body: 'Maintenance from 22:00 to 23:00.\nStops at the broker hold.',
  plans: ['master', 'elite'],
  until: at(DAY_MS),
}
const post = (path: string, body: object = {}, as = operator) =>
  call(web, 'POST', `/api/operator/announcements${path}`, { cookie: as.cookie, body })
async function made(change: object = {}): Promise<number> {
  const answer = await post('', { ...ANNOUNCEMENT, ...change })
  expect(answer).toMatchObject({ status: 200 })
  return (answer.json as AnnouncementRow).id
}
const listed = async () => {
  const { json } = await call(web, 'GET', '/api/operator/announcements', { cookie: operator.cookie })
  return (json as { announcements: AnnouncementRow[] }).announcements
}
const shownTo = async ({ cookie }: TestUser) => {
  const { json } = await call(web, 'GET', '/api/announcements', { cookie })
  return (json as { announcements: ShownAnnouncement[] }).announcements
}
const idsShownTo = async (reader: TestUser) => (await shownTo(reader)).map(({ id }) => id)
const dismiss = (id: number, { cookie }: TestUser) =>
  call(web, 'POST', `/api/announcements/${id}/dismiss`, { cookie, body: {} })
const setPlan = async ({ id }: TestUser, change: object) => {
  await web.store.db.updateTable('profiles').set(change).where('user_id', '=', id).execute()
  web.bus.publish('account.all', null)
}
const speakHindi = ({ cookie }: TestUser) =>
  call(web, 'PUT', '/api/account/language', { cookie, body: { language: 'hi' } })

describe('an announcement', () => {
  it('is shown to users of its plans alone, with what was written and not who wrote it', async () => {
    const id = await made()
    const answer = await call(web, 'GET', '/api/announcements', { cookie: user.cookie })
    expect(answer.json).toEqual({
      announcements: [{ id, level: 'warning', title: ANNOUNCEMENT.title, body: ANNOUNCEMENT.body, language: 'en' }],
    })
    expect(await shownTo(other)).toEqual([])
    expect((await call(web, 'GET', '/api/announcements')).status).toBe(401)
  })

  it('follows the plan that holds: one that has expired counts as Starter', async () => {
    const [forMaster, forStarter] = [await made(), await made({ plans: ['starter'] })]
    expect(await idsShownTo(user)).toEqual([forMaster])
    await setPlan(user, { plan_expiry: new Date(FRIDAY_TEN) })
    await expect.poll(() => idsShownTo(user)).toEqual([forStarter])
  })

  it('is shown from its first millisecond until the one before its end', async () => {
    const id = await made({ from: at(MINUTE_MS), until: at(2 * MINUTE_MS) })
    const shownAt = async (ms: number) => {
      web.clock.set((FRIDAY_TEN + ms) as EpochMs)
      return idsShownTo(user)
    }
    expect(await shownAt(MINUTE_MS - 1)).toEqual([])
    expect(await shownAt(MINUTE_MS)).toEqual([id])
    expect(await shownAt(2 * MINUTE_MS - 1)).toEqual([id])
    expect(await shownAt(2 * MINUTE_MS)).toEqual([])
  })

  it('is read in Hindi by who chose it, where it was written in Hindi, else in English', async () => {
    await made({ title_hi: 'आज रात Kite बंद', body_hi: 'ब्रोकर के स्टॉप बने रहेंगे।' })
    await made({ title: 'In English alone' })
    expect((await shownTo(user)).map(({ language }) => language)).toEqual(['en', 'en'])
    await speakHindi(user)
    expect(await shownTo(user)).toMatchObject([
      { title: 'In English alone', language: 'en' },
      { title: 'आज रात Kite बंद', body: 'ब्रोकर के स्टॉप बने रहेंगे।', language: 'hi' },
    ])
  })

  it('is among the five newest that a user has not dismissed', async () => {
    const ids: number[] = []
    for (let minute = 0; minute < 7; minute++) {
      web.clock.set((FRIDAY_TEN + minute * MINUTE_MS) as EpochMs)
      ids.push(await made())
    }
    const newest = ids.toReversed()
    expect(await idsShownTo(user)).toEqual(newest.slice(0, 5))
    await dismiss(newest[0]!, user)
    expect(await idsShownTo(user)).toEqual(newest.slice(1, 6))
  })
})

describe('a dismissal', () => {
  it('is of one user, and once however often it is asked for', async () => {
    const id = await made({ plans: ['master', 'pro'] })
    const answers = await Promise.all([dismiss(id, user), dismiss(id, user), dismiss(id, user)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await shownTo(user)).toEqual([])
    expect(await idsShownTo(other)).toEqual([id])
    expect(await listed()).toMatchObject([{ id, dismissals: 1 }])
  })

  it.each<[what: string, change: object]>([
    ['another plan', { plans: ['pro'] }],
    ['a later time', { from: at(MINUTE_MS) }],
  ])('is refused for one of %s as for one that never was', async (_what, change) => {
    const id = await made(change)
    const [answer, asNever] = [await dismiss(id, user), await dismiss(id + 1000, user)]
    expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect(answer.json).toEqual(asNever.json)
    expect(await listed()).toMatchObject([{ dismissals: 0 }])
  })

  it('is kept apart by the store itself', async () => {
    const id = await made({ plans: ['master', 'pro'] })
    await dismiss(id, user)
    const as = userScopedDbs(web.store.pool)
    const rowsOf = (reader: TestUser) =>
      as(reader.id).read((db) => db.selectFrom('announcement_dismissals').select('user_id').execute())
    expect(await rowsOf(user)).toEqual([{ user_id: user.id }])
    expect(await rowsOf(other)).toEqual([])
    const values = { user_id: user.id, announcement_id: id, at: 0 }
    const write = as(other.id).write((db) => db.insertInto('announcement_dismissals').values(values).execute())
    await expect(write).rejects.toThrow(/row-level security/)
    const author = as(user.id).read((db) => db.selectFrom('announcements').select('created_by').execute())
    await expect(author).rejects.toThrow(/permission denied/)
    const change = as(user.id).write((db) => db.updateTable('announcements').set({ title: 'x' }).execute())
    await expect(change).rejects.toThrow(/permission denied/)
  })

  it('is among what a user can export', async () => {
    const id = await made()
    await dismiss(id, user)
    const { json } = await call(web, 'GET', '/api/my-data/export', { cookie: user.cookie })
    expect(json).toMatchObject({ tables: { announcement_dismissals: [{ announcement_id: id }] } })
  })
})

describe('an operator', () => {
  it('makes and withdraws one, each in the log of operators', async () => {
    const id = await made({ plans: ['elite', 'master', 'elite'], from: at(MINUTE_MS), title_hi: 'क', body_hi: 'ख' })
    expect(await listed()).toEqual([
      {
        id,
        level: 'warning',
        title: ANNOUNCEMENT.title,
        body: ANNOUNCEMENT.body,
        title_hi: 'क',
        body_hi: 'ख',
        plans: ['elite', 'master'],
        from: '2026-11-20T10:01:00+05:30',
        until: '2026-11-21T10:00:00+05:30',
        state: 'scheduled',
        dismissals: 0,
        created_by: operator.email,
        created_at: '2026-11-20T10:00:00+05:30',
        withdrawn_by: null,
        withdrawn_at: null,
      },
    ])
    web.clock.set((FRIDAY_TEN + MINUTE_MS) as EpochMs)
    expect(await listed()).toMatchObject([{ state: 'shown' }])
    expect(await post(`/${id}/withdraw`)).toMatchObject({
      status: 200,
      json: { state: 'withdrawn', withdrawn_by: operator.email, withdrawn_at: '2026-11-20T10:01:00+05:30' },
    })
    expect(await shownTo(user)).toEqual([])
    expect(await dismiss(id, user)).toMatchObject({ status: 404 })
    const actions = await web.store.db
      .selectFrom('operator_actions')
      .select(['operator', 'action', 'details'])
      .where('action', 'like', 'announcement_%')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const announcement = String(id)
    expect(actions).toEqual([
      {
        operator: operator.id,
        action: 'announcement_withdrawn',
        details: { announcement, title: ANNOUNCEMENT.title, state: 'shown' },
      },
      {
        operator: operator.id,
        action: 'announcement_made',
        details: {
          announcement,
          level: 'warning',
          plans: 'elite, master',
          title: ANNOUNCEMENT.title,
          text: ANNOUNCEMENT.body,
          title_hi: 'क',
          text_hi: 'ख',
          from: '2026-11-20T10:01:00+05:30',
          until: '2026-11-21T10:00:00+05:30',
        },
      },
    ])
    expect(await firstBrokenAction(web.store.db)).toBeUndefined()
  })

  it.each<[problem: string, change: object, message: RegExp]>([
    ['an empty title', { title: '  ' }, /^title: Required/],
    ['a title too long', { title: 'a'.repeat(101) }, /^title: Must be at most 100 characters/],
    ['two lines as a title', { title: 'a\nb' }, /^title: Must be one line/],
    ['an empty text', { body: ' \n ' }, /^body: Required/],
    ['a text too long', { body: 'a'.repeat(1001) }, /^body: Must be at most 1,000 characters/],
    ['a NUL in the text', { body: 'a\u0000b' }, /^body: Must not hold control characters/],
    ['a Hindi title alone', { title_hi: 'क' }, /^body_hi: Give title and text in Hindi, or leave both out/],
    ['a Hindi text alone', { body_hi: 'क' }, /^title_hi: Give title and text in Hindi, or leave both out/],
    ['no plan', { plans: [] }, /^plans: Must have at least 1 entry/],
    ['an unknown plan', { plans: ['gold'] }, /^plans\.0: Must be one of: starter, pro, elite, master/],
    ['an unknown level', { level: 'grave' }, /^level: Must be one of: info, warning/],
    ['no end', { until: undefined }, /^until: Required/],
    ['an end before now', { until: at(-1) }, /^until: Must be later than the start/],
    ['an end at the start', { from: at(MINUTE_MS), until: at(MINUTE_MS) }, /^until: Must be later than the start/],
    ['more than 30 days', { until: at(30 * DAY_MS + 1000) }, /^until: Must be within 30 days of `from`/],
    ['a start in the past', { from: at(-1000) }, /^from: Must not be in the past\. Leave it out to begin now/],
    ['a day without a time', { until: '2026-11-21' }, /^until: Must be a date and time/],
  ])('is refused %s, with the field and the remedy', async (_problem, change, message) => {
    const answer = await post('', { ...ANNOUNCEMENT, ...change })
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect((answer.json as { message: string }).message).toMatch(message)
    expect(await listed()).toEqual([])
  })

  it('shows one for 30 days at most', async () => {
    const id = await made({ until: at(30 * DAY_MS) })
    expect(await idsShownTo(user)).toEqual([id])
  })

  it('withdraws one once, and none that has ended or never was', async () => {
    const id = await made()
    const both = await Promise.all([post(`/${id}/withdraw`), post(`/${id}/withdraw`)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const ended = await made({ until: at(MINUTE_MS) })
    web.clock.set((FRIDAY_TEN + MINUTE_MS) as EpochMs)
    expect(await post(`/${ended}/withdraw`)).toMatchObject({
      status: 400,
      json: { message: 'This announcement has ended already. There is nothing to withdraw.' },
    })
    expect(await listed()).toMatchObject([{ state: 'ended' }, { state: 'withdrawn' }])
    expect(await post(`/${ended + 1000}/withdraw`)).toMatchObject({ status: 404 })
  })

  it('finds one in the list for 30 days after its end', async () => {
    const id = await made({ until: at(MINUTE_MS) })
    web.clock.set((FRIDAY_TEN + MINUTE_MS + 30 * DAY_MS - 1) as EpochMs)
    expect(await listed()).toMatchObject([{ id, state: 'ended' }])
    web.clock.set((FRIDAY_TEN + MINUTE_MS + 30 * DAY_MS) as EpochMs)
    expect(await listed()).toEqual([])
  })

  it('alone makes, lists and withdraws them', async () => {
    const id = await made()
    expect((await post('', ANNOUNCEMENT, user)).status).toBe(403)
    expect((await post(`/${id}/withdraw`, {}, user)).status).toBe(403)
    expect((await call(web, 'GET', '/api/operator/announcements', { cookie: user.cookie })).status).toBe(403)
    expect(await idsShownTo(user)).toEqual([id])
  })
})
