import { split } from '@strikewise/messages/split.ts'
import type { AlertSettings, NotificationsReply } from '@strikewise/wire/alerts.ts'
import { pino } from 'pino'
import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSources } from '../src/alerts/run-sources.ts'
import { notify } from '../src/alerts/notify.ts'
import { openFeatureFlags } from '../src/feature-flags/feature-flags.ts'
import {
  call,
  connectBroker,
  cookieOf,
  newUser,
  PASSWORD,
  startTestWeb,
  type TestUser,
  type TestWeb,
} from './harness.ts'

let web: TestWeb
let user: TestUser
let other: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  user = await newUser(web, 'elite')
  other = await newUser(web, 'elite')
})
afterAll(() => web.stop())

const as = (who: TestUser) => ({ cookie: who.cookie })
const put = (who: TestUser, ...keys: string[]) =>
  web.store.db.transaction().execute((tx) => {
    const at = web.clock.now()
    return notify(
      tx,
      keys.map(
        (key) =>
          ({
            userId: who.id,
            kind: 'exit',
            key,
            at,
            message: legacyText(`text of ${key}`),
            link: '/dashboard',
          }) as const,
      ),
      at,
    )
  })
const list = async (who: TestUser, query: Record<string, string> = {}) => {
  const answer = await call(web, 'GET', '/api/notices', { ...as(who), query })
  expect(answer.status).toBe(200)
  return answer.json as NotificationsReply
}
const settings = async (who: TestUser) => (await call(web, 'GET', '/api/alert-settings', as(who))).json as AlertSettings

it('lists a user’s own notices page by page, newest first', async () => {
  await put(user, 'a', 'b', 'c')
  await put(other, 'x')
  const first = await list(user, { limit: '2' })
  expect(first.notices.map(({ text, read }) => [text, read])).toEqual([
    ['text of c', false],
    ['text of b', false],
  ])
  // An exit asks for nothing.
  expect(first).toMatchObject({ unread: 3, needs_you: 0, next: first.notices[1]!.id })
  const second = await list(user, { limit: '2', before: String(first.next) })
  expect(second.notices).toMatchObject([
    { text: 'text of a', title: 'Exit', at: '2026-11-20T10:00:00+05:30', link: '/dashboard' },
  ])
  expect(second.next).toBeNull()
})

it('marks one as read, or it and all older ones, and never those of another', async () => {
  const { notices } = await list(user)
  const read = (who: TestUser, id: number, and_older: boolean) =>
    call(web, 'POST', '/api/notices/read', { ...as(who), body: { id, and_older } })
  await read(other, notices[0]!.id, false)
  expect((await list(user)).unread).toBe(3)
  expect((await read(user, notices[0]!.id, false)).json).toEqual({ unread: 2 })
  expect((await read(user, notices[1]!.id, true)).json).toEqual({ unread: 0 })
  await read(user, notices[0]!.id, true)
  expect((await list(other)).unread).toBe(1)
})

it('keeps the switches of a user', async () => {
  const before = await settings(user)
  expect(before).toMatchObject({ offered: true, in_plan: true, chat: null, last: null })
  expect(before.switches.find((one) => one.kind === 'signal')).toMatchObject({ channel: 'telegram', on: true })
  expect(before.switches.map((one) => one.kind)).not.toContain('account_changed')
  const body = { kind: 'signal', channel: 'telegram', on: false }
  const saved = await call(web, 'PUT', '/api/alert-settings/switch', { ...as(user), body })
  expect((saved.json as AlertSettings).switches.find((one) => one.kind === 'signal')).toMatchObject({ on: false })
  expect((await settings(other)).switches.find((one) => one.kind === 'signal')).toMatchObject({ on: true })
})

it('keeps a typed chat id waiting until its owner agrees, and sends no test there', async () => {
  const saved = await call(web, 'PUT', '/api/telegram', { ...as(user), body: { telegramChatId: ' 4711 ' } })
  expect(saved.json).toEqual({ telegramChatId: '4711' })
  expect((await settings(user)).chat).toEqual({ id: '4711', state: 'waiting' })
  const test = await call(web, 'POST', '/api/telegram/test', { ...as(user), body: {} })
  expect(test).toMatchObject({ status: 409, json: { code: 'chat_not_paired' } })
  await call(web, 'PUT', '/api/telegram', { ...as(user), body: { telegramChatId: '' } })
  expect((await settings(user)).chat).toBeNull()
})

it('puts a test message into the outbox of a paired chat', async () => {
  await web.store.db
    .updateTable('profiles')
    .set({ telegram_chat_id: '99', telegram_paired_at: new Date() })
    .where('user_id', '=', user.id)
    .execute()
  const answer = await call(web, 'POST', '/api/telegram/test', { ...as(user), body: {} })
  expect((answer.json as AlertSettings).last).toMatchObject({ title: 'Test message', state: 'waiting', problem: null })
})

it('shows in the account’s language why the last message did not arrive, and an old reason as it was written', async () => {
  const outcome = (problem: string | null, lastError: string | null) =>
    web.store.pool.query(`update chat_outbox set problem = $2, last_error = $3 where user_id = $1`, [
      user.id,
      problem,
      lastError,
    ])
  const speak = (language: 'en' | 'hi') =>
    call(web, 'PUT', '/api/account/language', { ...as(user), body: { language } })
  const reason = async () => (await settings(user)).last?.problem
  await outcome(JSON.stringify(split({ code: 'chat_problem.too_old' })), null)
  expect(await reason()).toBe('too old to be useful')
  await speak('hi')
  expect(await reason()).toBe('संदेश पुराना हो चुका था')
  await outcome(null, 'no answer')
  expect(await reason()).toBe('no answer')
  await speak('en')
})

it('reports it when Telegram does not answer', async () => {
  // The broker of this server is all there is of its sandbox.
  expect(await settings(other)).toMatchObject({ offered: true, bot: null, bot_url: null })
  const link = await call(web, 'POST', '/api/telegram/link', { ...as(other), body: {} })
  expect(link).toMatchObject({ status: 503, json: { code: 'telegram_unavailable' } })
})

it('offers no Telegram where there is none', async () => {
  const quiet = await startTestWeb({ TELEGRAM_API_URL: 'off' })
  try {
    const someone = await newUser(quiet, 'elite')
    const answer = await call(quiet, 'GET', '/api/alert-settings', as(someone))
    expect(answer.json).toMatchObject({ offered: false, bot: null })
  } finally {
    await quiet.stop()
  }
})

it('notifies of logins, of a new password by mail too, and of a broker account linked for the first time', async () => {
  const guarded = await newUser(web, 'elite')
  const sources = runSources({
    config: { liveTrading: false, sandbox: true },
    db: web.store.db,
    bus: web.bus,
    clock: web.clock,
    logger: pino({ level: 'silent' }),
    flags: openFeatureFlags(web.store.db),
    publicUrl: 'https://strikewise.example',
  })
  try {
    const texts = async () => (await list(guarded)).notices.map((notice) => notice.text)
    await expect
      .poll(texts, { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^New login: unknown app, IP 10\./))
    await web.store.pool.query(
      `update identity_accounts set "createdAt" = "createdAt" - interval '1 hour' where "userId" = $1`,
      [guarded.id],
    )
    const body = { currentPassword: PASSWORD, newPassword: 'another long pass phrase', revokeOtherSessions: true }
    const changed = await call(web, 'POST', '/api/auth/change-password', { ...as(guarded), body })
    expect(changed.status).toBe(200)
    const fresh = { ...guarded, cookie: cookieOf(changed) }
    const now = async () => (await list(fresh)).notices.map((notice) => notice.text)
    await expect.poll(now, { timeout: 20_000 }).toContainEqual(expect.stringMatching(/^Your password was changed/))
    const mails = await web.store.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', guarded.email)
      .execute()
    expect(mails.map((mail) => mail.subject)).toContain('Strikewise: Account changed')
    for (let day = 0; day < 2; day += 1) await connectBroker(web, fresh, { userId: 'SW4242' })
    await expect
      .poll(now, { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^The paper trading account SW4242 was linked/))
    expect((await now()).filter((text) => text.includes('SW4242'))).toHaveLength(1)
  } finally {
    await sources.close()
  }
})
