import { noticeText } from './alert-users.ts'
// @invariant daily-report-once
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDate, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { accountFacts } from '@strikewise/postgres-store/account-facts.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { messageOf, split } from '@strikewise/messages/split.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { writeDueReports } from '../src/reports/daily-reports.ts'
import { newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

const THURSDAY = istDate('2026-11-19')
const FRIDAY = istDate('2026-11-20')

let web: TestWeb
let user: TestUser
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(async () => {
  web.clock.set(istInstant(FRIDAY, 10))
  user = await newUser(web, 'elite')
})

const refresh = () =>
  writeDueReports({
    db: web.store.db,
    clock: web.clock,
    calendar: nseCalendar,
    bus: web.bus,
    logger: pino({ level: 'silent' }),
    publicUrl: 'https://strikewise.example',
  })

const trade = (on: IstDate, id: string, fixture: 'open' | 'closed' = 'closed', who = user) =>
  writeTrade(web.store.db, who.id, on, `${who.id}-${id}`, fixture)

const reportsOf = async (who = user) =>
  web.store.db
    .selectFrom('daily_reports')
    .select(['on_day', 'body'])
    .where('user_id', '=', who.id)
    .orderBy('on_day')
    .execute()

const mailsOf = async (who = user) =>
  web.store.db
    .selectFrom('outbox')
    .select(['body', 'html'])
    .where('recipient', '=', who.email)
    .where('subject', '=', 'Strikewise: Daily report')
    .execute()

it('reports a user’s day once, some minutes after the close, however many processes check it and however often', async () => {
  await trade(FRIDAY, 'a')
  web.clock.set(istInstant(FRIDAY, 15, 49))
  await refresh()
  expect(await reportsOf()).toEqual([])

  web.clock.set(istInstant(FRIDAY, 15, 50))
  await Promise.all([refresh(), refresh(), refresh()])
  await refresh()
  const [report, ...more] = await reportsOf()
  expect(more).toEqual([])
  expect(report).toMatchObject({
    on_day: FRIDAY,
    body: {
      on: FRIDAY,
      unsettled: 0,
      refusals: [],
      kinds: [
        {
          mode: 'paper',
          sums: { total: { trades: 1, gross: 70_000, net: 63_416, rounding: -61, charges: { total: 6_645 } } },
        },
      ],
    },
  })
  const [mail, ...others] = await mailsOf()
  expect(others).toEqual([])
  expect(mail!.body).toContain('Net · +₹634.16')
  expect(mail!.body).toContain('Paper account (simulated, no real money)'.toUpperCase())
  expect(mail!.body).toContain('https://strikewise.example/reports?mode=paper&from=2026-11-20&to=2026-11-20')
  expect(mail!.html).toContain('+₹633.55')
  const notices = await web.store.db
    .selectFrom('notices')
    .select(['kind', 'text', 'message', 'link'])
    .where('user_id', '=', user.id)
    .execute()
  expect(notices).toMatchObject([{ kind: 'daily_report', link: '/reports?mode=paper&from=2026-11-20&to=2026-11-20' }])
  expect(noticeText(notices[0]!)).toContain(
    'Gross +₹700.00, charges ₹66.45, contract-note rounding −₹0.61, net +₹634.16',
  )
})

it('is Hindi for a Hindi account: the mail, its subject, its page, and the notice', async () => {
  await web.store.db.updateTable('identity_users').set({ language: 'hi' }).where('id', '=', user.id).execute()
  await trade(FRIDAY, 'a')
  await web.store.pool.query(
    `insert into entry_refusals (account_id, symbol, decision_id, on_day, at, code, message)
     values ($1, 'NIFTY', 'd1', $2, $3, 'user_stop', $4)`,
    [user.id, FRIDAY, istInstant(FRIDAY, 10), JSON.stringify(split({ code: 'refusal.user_stop' }))],
  )
  web.clock.set(istInstant(FRIDAY, 18))
  await refresh()
  const [mail] = await web.store.db
    .selectFrom('outbox')
    .select(['subject', 'body', 'html', 'language'])
    .where('recipient', '=', user.email)
    .where('language', '=', 'hi')
    .execute()
  const { text } = rendererOf('hi')
  expect(mail!.subject).toBe(`Strikewise: ${text({ code: 'alert_title.daily_report' })}`)
  expect(mail!.html).toContain('<html lang="hi-IN">')
  const notice = await web.store.db
    .selectFrom('notices')
    .select(['text', 'message'])
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const names = new Set(['Test', 'Person', 'Strikewise', 'NIFTY', 'NOV', 'CE', 'GST', 'SEBI', 'CSV', 'PDF'])
  const page = mail!.html!.replace(/<style>.*?<\/style>/, '').replaceAll(/<[^>]+>/g, ' ')
  for (const part of [mail!.body.replaceAll(/https?:\S+/g, ''), page, text(messageOf(notice))]) {
    expect(part).toContain(text({ code: 'refusal.user_stop' }))
    const english = (part.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !names.has(word))
    expect(english).toEqual([])
  }
})

it('waits until the day’s trades are settled, and reports them as they are before the next morning ends', async () => {
  await trade(FRIDAY, 'done')
  await trade(FRIDAY, 'stuck', 'open')
  web.clock.set(istInstant(FRIDAY, 20))
  await refresh()
  expect(await reportsOf()).toEqual([])
  web.clock.set(istInstant(addDays(FRIDAY, 1), 6))
  await refresh()
  expect(await reportsOf()).toMatchObject([{ on_day: FRIDAY, body: { unsettled: 1, kinds: [{ mode: 'paper' }] } }])
  expect((await mailsOf())[0]!.body).toContain('1 trade is still open and not included.')
})

it('makes up for evenings that were missed, and shows the month up to each', async () => {
  await trade(THURSDAY, 'a')
  await trade(FRIDAY, 'b')
  web.clock.set(istInstant(addDays(FRIDAY, 2), 12))
  await refresh()
  const reports = await reportsOf()
  expect(reports.map(({ on_day }) => on_day)).toEqual([THURSDAY, FRIDAY])
  expect(reports.map(({ body }) => body.kinds[0]!.month.map(({ day, running }) => [day, running]))).toEqual([
    [[THURSDAY, 63_416]],
    [
      [THURSDAY, 63_416],
      [FRIDAY, 126_832],
    ],
  ])
})

it('reports a day of refusals alone, and nothing to a user who did nothing', async () => {
  const idle = await newUser(web, 'elite')
  await web.store.pool.query(`insert into execution_accounts (account_id, journal_hash) values ($1, '')`, [user.id])
  await web.store.pool.query(
    `insert into entry_refusals values ($1, 'NIFTY', 'd1', $2, $3, 'token_stale', 'The broker''s token <old>.')`,
    [user.id, FRIDAY, istInstant(FRIDAY, 10)],
  )
  web.clock.set(istInstant(FRIDAY, 18))
  await refresh()
  expect(await reportsOf()).toMatchObject([{ body: { kinds: [], refusals: [{ code: 'token_stale', count: 1 }] } }])
  expect((await mailsOf())[0]!.html).toContain('The broker&#39;s token &lt;old&gt;.')
  expect(await reportsOf(idle)).toEqual([])
})

it('sends no mail to who switched it off, nor to a plan without alerts, and keeps the report', async () => {
  const starter = await newUser(web)
  await web.store.pool.query(`insert into alert_switches values ($1, 'daily_report', 'mail', false)`, [user.id])
  for (const who of [user, starter]) await trade(FRIDAY, 'a', 'closed', who)
  web.clock.set(istInstant(FRIDAY, 18))
  await refresh()
  for (const who of [user, starter]) {
    expect(await reportsOf(who)).toHaveLength(1)
    expect(await mailsOf(who)).toEqual([])
  }
})

it('disarms live execution that a shown edge had armed when it is shown no longer, and reports it', async () => {
  const { db, pool } = web.store
  await pool.query(`insert into broker_links (user_id, mode) values ($1, 'live')`, [user.id])
  await pool.query(`insert into trade_settings values ($1, true, now())`, [user.id])
  await pool.query(
    `insert into consents (user_id, kind, version, given, at) values ($1, 'live_edge', 'proven', true, now())`,
    [user.id],
  )
  const armed = async () => (await accountFacts(pool, [user.id], web.clock.now())).get(user.id)!.consentGiven
  expect(await armed()).toBe(true)
  await trade(FRIDAY, 'a')
  web.clock.set(istInstant(FRIDAY, 18))
  await refresh()
  expect(await armed()).toBe(false)
  expect((await reportsOf())[0]!.body.disarmed).toBe(true)
  expect((await mailsOf())[0]!.body).toContain('live execution was turned off')
  expect(
    await db
      .selectFrom('consents')
      .select('given')
      .where('user_id', '=', user.id)
      .where('kind', '=', 'live_edge')
      .orderBy('id')
      .execute(),
  ).toEqual([{ given: true }, { given: false }])
})

it('is sent to the user’s chat as well, once', async () => {
  const { pool } = web.store
  await pool.query('update profiles set telegram_chat_id = $1, telegram_paired_at = now() where user_id = $2', [
    '4711',
    user.id,
  ])
  await trade(FRIDAY, 'a')
  web.clock.set(istInstant(FRIDAY, 18))
  await refresh()
  await refresh()
  const { rows } = await pool.query<{ chat_id: string; message: unknown }>(
    `select chat_id, message from chat_outbox join notices on notices.id = notice_id where chat_outbox.user_id = $1`,
    [user.id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.chat_id).toBe('4711')
  expect(noticeText({ ...rows[0]!, text: null })).toContain('net +₹634.16')
})
