// @invariant quiet-hours-pass
import type { AlertKind } from '@strikewise/domain/alerts/alert-kinds.ts'
import { ALERT_KINDS, passesQuietHours } from '@strikewise/domain/alerts/alert-kinds.ts'
import { istDate, istInstant, HOUR_MS, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { AlertSettings, NotificationsReply } from '@strikewise/wire/alerts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notify } from '../src/alerts/notify.ts'
import { claimDueMessages } from '../src/alerts/telegram/chat-outbox.ts'
import { releaseHeld } from '../src/outbox/held-messages.ts'
import { userScopedDbs } from '../src/store/user-scoped-db.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

let web: TestWeb
let user: TestUser
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

/** A Friday night, and the Saturday morning on which its quiet hours end. */
const NIGHT = istInstant(istDate('2026-11-20'), 23)
const MORNING = istInstant(istDate('2026-11-21'), 7)
const NIGHTS = { days: ['fri', 'sat'], from: '22:00', to: '07:00' }

beforeEach(async () => {
  user = await newUser(web, 'elite')
  await web.store.db
    .updateTable('profiles')
    .set({ telegram_chat_id: user.id, telegram_paired_at: new Date() })
    .where('user_id', '=', user.id)
    .execute()
  await save(NIGHTS)
  await sql`update outbox set sent_at = now() where sent_at is null`.execute(web.store.db)
})

const save = async (hours: object | null, who = user) => {
  const answer = await call(web, 'PUT', '/api/alert-settings/quiet-hours', { cookie: who.cookie, body: { hours } })
  expect(answer.status).toBe(200)
  return answer.json as AlertSettings
}
const put = (kind: AlertKind, now: EpochMs = NIGHT, key: string = kind, at: EpochMs = now) =>
  web.store.db
    .transaction()
    .execute((tx) =>
      notify(tx, [{ userId: user.id, kind, key, at, message: legacyText(`text of ${key}`), link: null }], now),
    )
/** The chat messages that may leave now, taken. */
const taken = async () => {
  const due = await claimDueMessages(web.store.db, 100)
  return due.filter(({ userId }) => userId === user.id).map(({ kind }) => kind)
}
const deliveries = async () => {
  const { json } = await call(web, 'GET', '/api/notices', { cookie: user.cookie })
  const { notices } = json as NotificationsReply
  return Object.fromEntries(
    notices.map((one) => [one.kind, one.deliveries.map(({ channel, state, reason }) => [channel, state, reason])]),
  )
}

describe('in quiet hours', () => {
  it.each(ALERT_KINDS.filter(passesQuietHours))('an alert of the kind %s leaves at once', async (kind) => {
    if (kind === 'support')
      await web.store.db
        .insertInto('alert_switches')
        .values({ user_id: user.id, kind, channel: 'telegram', is_on: true })
        .execute()
    await put(kind)
    expect(await taken()).toEqual([kind])
  })

  it('an alert that is still of use at their end is held until then, and one that is not is never sent', async () => {
    await put('exit')
    await put('signal')
    expect(await taken()).toEqual([])
    expect(await deliveries()).toEqual({
      exit: [
        ['telegram', 'held', 'quiet hours'],
        ['push', 'not_sent', 'no browser registered'],
      ],
      signal: [
        ['telegram', 'not_sent', 'quiet hours'],
        ['push', 'not_sent', 'no browser registered'],
      ],
    })
    await releaseHeld(web.store.db, (MORNING - 1) as EpochMs)
    expect(await taken()).toEqual([])
    await releaseHeld(web.store.db, MORNING)
    expect(await taken()).toEqual(['exit'])
  })

  it('an urgent alert does not wait behind one that is held', async () => {
    await put('exit')
    await put('attention', (NIGHT + MINUTE_MS) as EpochMs)
    expect(await taken()).toEqual(['attention'])
  })

  it('a mail that can wait is held too, and shown as held to its user alone', async () => {
    await put('daily_report')
    const mails = () =>
      web.store.db
        .selectFrom('outbox')
        .select(['recipient', 'held_until'])
        .where('recipient', '=', user.email)
        .where('sent_at', 'is', null)
        .execute()
    expect(await mails()).toEqual([{ recipient: user.email, held_until: MORNING }])
    expect((await deliveries())['daily_report']).toContainEqual(['mail', 'held', 'quiet hours'])
    const owner = user
    const { id } = await web.store.db
      .selectFrom('notices')
      .select('id')
      .where('user_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const seenBy = async (who: TestUser) => {
      const { rows } = await userScopedDbs(web.store.pool)(who.id).read((db) =>
        sql`select * from own_mail_states(array[${id}]::bigint[])`.execute(db),
      )
      return rows.length
    }
    const other = await newUser(web, 'elite')
    expect([await seenBy(owner), await seenBy(other)]).toEqual([1, 0])
    await releaseHeld(web.store.db, MORNING)
    expect(await mails()).toEqual([{ recipient: user.email, held_until: null }])
  })
})

it('outside of quiet hours every alert leaves at once', async () => {
  await put('exit', (MORNING + HOUR_MS) as EpochMs)
  expect(await taken()).toEqual(['exit'])
})

it('shows of each way whether it was taken, is on its way or failed, and why it was not tried', async () => {
  const noon = istInstant(istDate('2026-11-20'), 12)
  await put('exit', noon)
  expect((await deliveries())['exit']![0]).toEqual(['telegram', 'waiting', null])
  const set = (change: string) =>
    sql.raw(`update chat_outbox set ${change} where user_id = '${user.id}'`).execute(web.store.db)
  await set(`given_up_at = now(), problem = '{"code":"chat_problem.no_answer","params":{}}'`)
  expect((await deliveries())['exit']![0]).toEqual(['telegram', 'failed', 'Telegram did not answer'])
  await set(`given_up_at = null, problem = null, sent_at = now()`)
  expect((await deliveries())['exit']![0]).toEqual(['telegram', 'sent', null])
  const profile = (change: object) =>
    web.store.db.updateTable('profiles').set(change).where('user_id', '=', user.id).execute()
  const reasons: unknown[] = []
  const collect = async (key: string) => {
    await put('entry', noon, key)
    reasons.push((await deliveries())['entry']![0]![2])
    await web.store.db.deleteFrom('notices').where('user_id', '=', user.id).where('key', '=', key).execute()
  }
  await web.store.db
    .insertInto('alert_switches')
    .values({ user_id: user.id, kind: 'entry', channel: 'telegram', is_on: false })
    .execute()
  await collect('off')
  await web.store.db.deleteFrom('alert_switches').where('user_id', '=', user.id).execute()
  await profile({ telegram_unreachable_at: new Date() })
  await collect('unreachable')
  await profile({ telegram_unreachable_at: null, telegram_paired_at: null })
  await collect('waiting')
  await profile({ telegram_chat_id: null })
  await collect('none')
  await profile({ plan: 'starter', plan_expiry: null })
  await collect('starter')
  expect(reasons).toEqual([
    'switched off',
    'your chat takes no messages',
    'your chat has not agreed yet',
    'no chat linked',
    'not in your plan',
  ])
})

describe('the setting', () => {
  it('is stored, shown with what is still sent, and taken away', async () => {
    const { quiet } = await save({ ...NIGHTS, days: ['sat', 'fri'] })
    expect(quiet).toMatchObject({ hours: NIGHTS, until: null })
    expect(quiet.still_sent).toContain('Needs your attention')
    expect((await save(null)).quiet.hours).toBeNull()
  })

  it('lets what is held leave when it is taken away, and holds it longer when it ends later', async () => {
    await put('exit')
    const held = async () => {
      const { held_until } = await web.store.db
        .selectFrom('chat_outbox')
        .select('held_until')
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
      return held_until
    }
    expect(await held()).toBe(MORNING)
    // The clock of this server stands at Friday, 10:00.
    await save({ days: ['fri'], from: '09:00', to: '11:30' })
    expect(await held()).toBe(istInstant(istDate('2026-11-20'), 11, 30))
    await save(null)
    expect(await held()).toBeNull()
    expect(await taken()).toEqual(['exit'])
  })

  it.each([
    [{ ...NIGHTS, days: [] }, 'days'],
    [{ ...NIGHTS, to: '22:00' }, 'to'],
    [{ ...NIGHTS, from: '24:00' }, 'from'],
  ])('refuses %j', async (hours, field) => {
    const answer = await call(web, 'PUT', '/api/alert-settings/quiet-hours', { cookie: user.cookie, body: { hours } })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.json)).toContain(field)
  })
})
