// @invariant announcement-list
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { DAY_MS, istIso, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { NotificationsReply } from '@strikewise/wire/alerts.ts'
import { MAX_LISTED_ANNOUNCEMENTS } from '@strikewise/wire/announcements.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notify } from '../src/alerts/notify.ts'
import { userScopedDbs } from '../src/store/user-scoped-db.ts'
import { call, FRIDAY_TEN, newUser, NoRateLimits, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

let web: TestWeb
let user: TestUser
let other: TestUser
beforeAll(async () => {
  web = await startTestWeb({}, { rates: new NoRateLimits() })
})
afterAll(() => web.stop())
beforeEach(async () => {
  web.clock.set(FRIDAY_TEN)
  for (const table of ['announcement_reads', 'announcement_dismissals', 'announcements'] as const)
    await web.store.db.deleteFrom(table).execute()
  ;[user, other] = [await newUser(web, 'master'), await newUser(web, 'pro')]
  // Of what had ended before one joined, one was shown nothing.
  await web.store.db
    .updateTable('profiles')
    .set({ joined_at: new Date(0) })
    .execute()
  web.bus.publish('account.all', null)
})

const at = (ms: number) => (FRIDAY_TEN + ms) as EpochMs
interface Change {
  readonly plans?: Plan[]
  readonly from?: EpochMs
  readonly until?: EpochMs
  readonly withdrawn_at?: EpochMs
  readonly withdrawn_by?: string
  readonly title_hi?: string
  readonly body_hi?: string
}
async function made({ from = at(0), until = at(DAY_MS), plans = ['master'], ...change }: Change = {}): Promise<number> {
  const written = {
    title: 'Kite is down',
    body: 'Stops hold.',
    level: 'warning',
    created_by: 'o',
    created_at: 0,
  } as const
  const { id } = await web.store.db
    .insertInto('announcements')
    .values({ ...written, title_hi: null, body_hi: null, plans, shown_from: from, shown_until: until, ...change })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const bellOf = async ({ cookie }: TestUser, query: Record<string, string> = {}) =>
  (await call(web, 'GET', '/api/notices', { cookie, query })).json as NotificationsReply
const idsOf = async (reader: TestUser) => (await bellOf(reader)).announcements.map(({ id }) => id)
const unreadOf = async (reader: TestUser) => (await bellOf(reader)).unread
const dismiss = (id: number, { cookie }: TestUser) =>
  call(web, 'POST', `/api/announcements/${id}/dismiss`, { cookie, body: {} })
const markRead = ({ cookie }: TestUser, ...ids: number[]) =>
  call(web, 'POST', '/api/announcements/read', { cookie, body: { ids } })

describe('the list of the bell', () => {
  it('has what was announced to the plan of its reader, with level, day and text', async () => {
    const id = await made()
    expect((await bellOf(user)).announcements).toEqual([
      {
        id,
        level: 'warning',
        title: 'Kite is down',
        body: 'Stops hold.',
        language: 'en',
        at: istIso(FRIDAY_TEN),
        read: false,
      },
    ])
    expect(await bellOf(other)).toMatchObject({ announcements: [] })
  })

  it('has it after it was dismissed, as read, on whichever plan the reader is then', async () => {
    const id = await made()
    await dismiss(id, user)
    expect((await bellOf(user)).announcements).toMatchObject([{ id, read: true }])
    await web.store.db.updateTable('profiles').set({ plan: 'pro' }).where('user_id', '=', user.id).execute()
    web.bus.publish('account.all', null)
    const undismissed = await made()
    await expect.poll(() => idsOf(user)).toEqual([id])
    expect(await idsOf(other)).not.toContain(undismissed)
  })

  it('has it from its first millisecond until 30 days after its end', async () => {
    const id = await made({ from: at(MINUTE_MS), until: at(2 * MINUTE_MS) })
    const listedAt = async (ms: number) => {
      web.clock.set(at(ms))
      return idsOf(user)
    }
    // The plan ends in 30 days of the clock that stood when it was bought.
    await web.store.db
      .updateTable('profiles')
      .set({ plan_expiry: new Date(at(90 * DAY_MS)) })
      .execute()
    web.bus.publish('account.all', null)
    expect(await listedAt(MINUTE_MS - 1)).toEqual([])
    expect(await listedAt(MINUTE_MS)).toEqual([id])
    expect(await listedAt(2 * MINUTE_MS)).toEqual([id])
    await expect.poll(() => listedAt(2 * MINUTE_MS + 30 * DAY_MS - 1)).toEqual([id])
    expect(await listedAt(2 * MINUTE_MS + 30 * DAY_MS)).toEqual([])
  })

  it('has none that was withdrawn, dismissed or not', async () => {
    const [one, two] = [await made(), await made()]
    await dismiss(one, user)
    await web.store.db
      .updateTable('announcements')
      .set({ withdrawn_at: at(0), withdrawn_by: 'o' })
      .execute()
    expect(await idsOf(user)).toEqual([])
    expect([one, two]).toHaveLength(2)
  })

  it('has none that had ended when its reader joined', async () => {
    await made({ from: at(-2 * DAY_MS), until: at(-DAY_MS) })
    const running = await made({ from: at(-DAY_MS) })
    await web.store.db
      .updateTable('profiles')
      .set({ joined_at: new Date(at(-DAY_MS)) })
      .where('user_id', '=', user.id)
      .execute()
    web.bus.publish('account.all', null)
    await expect.poll(() => idsOf(user)).toEqual([running])
  })

  it('has the newest, as many as the list takes, on its first page alone', async () => {
    const ids: number[] = []
    for (let minute = 0; minute < MAX_LISTED_ANNOUNCEMENTS + 2; minute++)
      ids.push(await made({ from: at(-DAY_MS + minute * MINUTE_MS) }))
    expect(await idsOf(user)).toEqual(ids.toReversed().slice(0, MAX_LISTED_ANNOUNCEMENTS))
    expect(await bellOf(user, { before: '1000000' })).toMatchObject({
      announcements: [],
      unread: MAX_LISTED_ANNOUNCEMENTS,
    })
  })

  it('is in Hindi for who chose it, where the announcement is', async () => {
    await made({ title_hi: 'Kite बंद', body_hi: 'स्टॉप बने रहेंगे।' })
    await call(web, 'PUT', '/api/account/language', { cookie: user.cookie, body: { language: 'hi' } })
    await expect
      .poll(async () => (await bellOf(user)).announcements)
      .toMatchObject([{ title: 'Kite बंद', body: 'स्टॉप बने रहेंगे।', language: 'hi' }])
  })
})

describe('the unread count', () => {
  it('counts announcements that were neither dismissed nor read, with the notices', async () => {
    const [first, second] = [await made(), await made()]
    const notice = { userId: user.id, kind: 'exit', key: 'k', at: FRIDAY_TEN, link: null } as const
    const alert = { ...notice, message: { code: 'alert.pause_over' } } as const
    const before = await unreadOf(user)
    await web.store.db.transaction().execute((tx) => notify(tx, [alert], FRIDAY_TEN))
    expect(await unreadOf(user)).toBe(before + 1)
    await dismiss(first, user)
    expect(await unreadOf(user)).toBe(before)
    expect(await markRead(user, second)).toMatchObject({ status: 200, json: { read: true } })
    expect((await markRead(user, second)).status).toBe(200)
    expect(await unreadOf(user)).toBe(before - 1)
    expect((await bellOf(user)).announcements.map(({ read }) => read)).toEqual([true, true])
    const shown = await call(web, 'GET', '/api/announcements', { cookie: user.cookie })
    expect(shown.json).toMatchObject({ announcements: [{ id: second }] })
  })

  it('is that of the notices and announcements after notices were marked as read', async () => {
    await made()
    const { notices } = await bellOf(user)
    const body = { id: notices[0]?.id ?? 1, and_older: true }
    expect((await call(web, 'POST', '/api/notices/read', { cookie: user.cookie, body })).json).toEqual({ unread: 1 })
  })
})

describe('marking as read', () => {
  it('changes nothing of what is not in the list of the caller', async () => {
    const foreign = await made({ plans: ['pro'] })
    const later = await made({ from: at(MINUTE_MS) })
    expect((await markRead(user, foreign, later, 999_999)).status).toBe(200)
    expect(await web.store.db.selectFrom('announcement_reads').selectAll().execute()).toEqual([])
    expect((await bellOf(other)).announcements).toMatchObject([{ id: foreign, read: false }])
  })

  it('is of one user, which the store itself holds, and exported', async () => {
    const id = await made({ plans: ['master', 'pro'] })
    await markRead(user, id)
    expect((await bellOf(other)).announcements).toMatchObject([{ id, read: false }])
    const as = userScopedDbs(web.store.pool)
    const rows = await as(other.id).read((db) => db.selectFrom('announcement_reads').selectAll().execute())
    expect(rows).toEqual([])
    const { json } = await call(web, 'GET', '/api/my-data/export', { cookie: user.cookie })
    expect(json).toMatchObject({ tables: { announcement_reads: [{ announcement_id: id }] } })
  })
})
