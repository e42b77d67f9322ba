// @invariant refund-once
// @invariant operator-log
import { DAY_MS } from '@strikewise/domain/time/ist.ts'
import { sql } from 'kysely'
import { firstBrokenAction } from '../src/operator/actions.ts'
import { watchOperatorChain } from '../src/operator/audit-chain-watchdog.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, connectBroker, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

let web: TestWeb
let operator: TestUser
beforeAll(async () => {
  web = await startTestWeb({
    SELLER_GSTIN: '29ABCDE1234F1Z5',
    SUPPORT_EMAIL: 'desk@example.com',
    SUPPORT_HOURS: 'Monday to Friday, 09:00 to 17:00 IST',
  })
  operator = await newUser(web, 'starter', 'operator@example.com')
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

let keys = 0
const ask = async (user: TestUser, path: string, query: Record<string, string> = {}) =>
  call(web, 'GET', `/api${path}`, { cookie: user.cookie, query })
const post = (user: TestUser, path: string, body: object, key = `key-${++keys}`) =>
  call(web, 'POST', `/api${path}`, { cookie: user.cookie, body, headers: { 'idempotency-key': key } })
const buy = async (user: TestUser, plan: string) =>
  (await post(user, '/payments', { plan, billing: 'monthly', terms: true })).json as { payment_id: string }
const meOf = async (user: TestUser) => {
  web.bus.publish(`account.${user.id}`, null)
  return (await ask(user, '/me')).json as {
    plan: string
    plan_expiry: string | null
    next_plan: object | null
    entitlements: { plan: string; support_chat: boolean }
  }
}
/** What an operator only read is kept as well. */
const READS: ReadonlySet<string> = new Set(['overview_read', 'ticket_read', 'feed_login_opened'])
const actionsAbout = async (userId: string | null) =>
  (
    (await ask(operator, '/operator/actions')).json as {
      actions: { action: string; user_id: string | null; operator: string; details: object }[]
    }
  ).actions.filter((row) => row.user_id === userId && !READS.has(row.action))
const mailsTo = (recipient: string) =>
  web.store.db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', recipient).execute()
/** Makes every session of a user older than a fresh sign-in is. */
const age = (userId: string) =>
  web.store.db
    .updateTable('identity_sessions')
    .set({ createdAt: new Date(Date.now() - 16 * 60_000) })
    .where('userId', '=', userId)
    .execute()

/** How a session is waited for that was believed for a moment: not so often that the limit of calls is met. */
const REFETCHED = { timeout: 30_000, interval: 500 }

const freshen = ({ id }: TestUser) =>
  web.store.db.updateTable('identity_sessions').set({ createdAt: new Date() }).where('userId', '=', id).execute()

describe('what waits behind a plan', () => {
  it('is shown with the plan: what begins next, when, and for how long', async () => {
    const user = await newUser(web)
    await buy(user, 'master')
    expect((await meOf(user)).next_plan).toBeNull()
    await buy(user, 'pro')
    expect((await meOf(user)).next_plan).toEqual({
      plan: 'pro',
      starts_at: '2026-12-20T10:00:00+05:30',
      plan_expiry: '2027-01-19T10:00:00+05:30',
    })
  })
})

describe('a refund', () => {
  const refund = (paymentId: string, basis: string, key?: string) =>
    post(operator, '/operator/refunds', { payment_id: paymentId, basis, reason: 'asked for by mail' }, key)

  it('of the unused days ends the plan, with a credit note and its tax', async () => {
    const user = await newUser(web)
    const { payment_id } = await buy(user, 'elite')
    web.clock.advance(15 * DAY_MS)
    const done = await refund(payment_id, 'unused', 'once')
    expect(done).toMatchObject({ status: 200, json: { status: 'done', amount: 2000 } })
    expect((await refund(payment_id, 'unused', 'once')).json).toEqual(done.json)
    expect(await refund(payment_id, 'unused')).toMatchObject({ status: 409, json: { code: 'not_refundable' } })
    const me = await meOf(user)
    expect([me.plan, me.plan_expiry, me.entitlements.plan]).toEqual(['elite', '2026-12-05T10:00:00+05:30', 'starter'])
    const receipt = (await ask(user, `/payments/${payment_id}/receipt`)).json as { refund: { number: string } }
    expect(receipt.refund).toMatchObject({
      number: expect.stringMatching(/^CN\/26-27\/\d{6}$/),
      amount: 2000,
      taxable: 1694.92,
      taxes: [
        { name: 'CGST', amount: 152.54 },
        { name: 'SGST', amount: 152.54 },
      ],
    })
    expect((await mailsTo(user.email)).map((mail) => mail.subject)).toContain(
      `Your Strikewise credit note ${receipt.refund.number}`,
    )
    // What was refunded is credited to nothing.
    expect((await ask(user, '/payments/quote', { plan: 'master', billing: 'monthly' })).json).toMatchObject({
      kind: 'new',
      credit: 0,
    })
  })

  it('of all is for a week, of what waits whenever, and of what was credited never', async () => {
    const user = await newUser(web)
    const first = await buy(user, 'elite')
    web.clock.advance(8 * DAY_MS)
    expect(await refund(first.payment_id, 'full')).toMatchObject({ status: 409 })
    const second = await buy(user, 'master')
    expect(await refund(first.payment_id, 'unused')).toMatchObject({ status: 409, json: { code: 'not_refundable' } })
    const waits = await buy(user, 'pro')
    expect(await refund(second.payment_id, 'full')).toMatchObject({ status: 409 })
    expect(await refund(waits.payment_id, 'full')).toMatchObject({ json: { status: 'done', amount: 2000 } })
    expect((await meOf(user)).next_plan).toBeNull()
    expect((await meOf(user)).plan).toBe('master')
  })

  it('is one, however many operators press at once', async () => {
    const user = await newUser(web)
    const { payment_id } = await buy(user, 'pro')
    const pressed = await Promise.all(Array.from({ length: 5 }, () => refund(payment_id, 'full')))
    expect(pressed.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect((await actionsAbout(user.id)).map((row) => row.action)).toEqual(['refund_asked'])
  })

  it('takes a fresh sign-in', async () => {
    const user = await newUser(web)
    const { payment_id } = await buy(user, 'pro')
    await age(operator.id)
    // A session is believed for a moment: ask for what there is not until it is checked again.
    await expect.poll(async () => (await refund('none', 'full')).status, REFETCHED).toBe(403)
    expect(await refund(payment_id, 'full')).toMatchObject({ status: 403, json: { code: 'sign_in_again' } })
    await freshen(operator)
    await expect.poll(async () => (await refund('none', 'full')).status, REFETCHED).toBe(404)
  })
})

describe('a user', () => {
  it('is found by the whole address, without any secret, and the look is kept', async () => {
    const user = await newUser(web, 'elite')
    await connectBroker(web, user)
    const found = await ask(operator, '/operator/user', { email: user.email.toUpperCase() })
    expect(found).toMatchObject({ status: 200, json: { user_id: user.id, plan: 'elite', link: { connected: true } } })
    expect(found.text).not.toContain('canary')
    expect((await ask(operator, '/operator/user', { email: 'nobody@example.com' })).status).toBe(404)
    expect(await actionsAbout(user.id)).toMatchObject([{ action: 'user_looked_up', operator: 'operator@example.com' }])
  })

  it('is opened out of the list by id, and the look is kept', async () => {
    const user = await newUser(web, 'pro')
    const found = await ask(operator, `/operator/users/${user.id}`)
    expect(found).toMatchObject({ status: 200, json: { user_id: user.id, email: user.email, plan: 'pro' } })
    expect((await ask(operator, '/operator/users/none')).status).toBe(404)
    expect(await actionsAbout(user.id)).toMatchObject([{ action: 'user_looked_up' }])
  })
})

it('is notified of tables of days that end soon or have ended', async () => {
  expect((await ask(operator, '/operator/overview')).json).toMatchObject({
    ending_tables: expect.arrayContaining([{ table: 'rbi', ends_on: '2026-03-31' }]),
  })
})

describe('the kill switch of all accounts', () => {
  it('is kept with its reason', async () => {
    await post(operator, '/operator/stop', { on: true, reason: 'a drill' })
    expect((await ask(operator, '/operator/overview')).json).toMatchObject({ stopped: true })
    await post(operator, '/operator/stop', { on: false })
    const [released, engaged] = await actionsAbout(null)
    expect([engaged, released]).toMatchObject([
      { action: 'stop_engaged', details: { reason: 'a drill' } },
      { action: 'stop_released' },
    ])
  })

  it('leaves a record that cannot be changed', async () => {
    await expect(web.store.db.deleteFrom('operator_actions').execute()).rejects.toThrow('insert only')
  })

  it('stands in a chain with what operators read, and a row changed past the trigger shows', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => ask(operator, `/operator/user?email=nobody${n}@example.com`)))
    await ask(operator, '/operator/overview')
    const { actions } = (await ask(operator, '/operator/actions')).json as { actions: { action: string }[] }
    expect(actions.map(({ action }) => action)).toContain('overview_read')
    expect(await firstBrokenAction(web.store.db)).toBeUndefined()
    const broken = await web.store.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      const { id } = await tx
        .selectFrom('operator_actions')
        .select('id')
        .where('action', '=', 'stop_engaged')
        .limit(1)
        .executeTakeFirstOrThrow()
      await tx.updateTable('operator_actions').set({ operator: 'another-operator' }).where('id', '=', id).execute()
      const found = await firstBrokenAction(tx)
      const alarms: unknown[] = []
      const watch = watchOperatorChain(tx, { error: (fields: unknown) => void alarms.push(fields) })
      await watch.close()
      expect(alarms).toEqual([{ action: id }])
      await sql`update operator_actions set operator = ${operator.id} where id = ${id}`.execute(tx)
      return found === id
    })
    expect(broken).toBe(true)
  })
})

describe('a message by the form', () => {
  it('waits until it is answered, by mail', async () => {
    const email = 'writer@example.com'
    const { ticket } = (
      await call(web, 'POST', '/api/support', {
        body: { name: 'A Writer', email, topic: 'broker', text: 'My link does not work since this morning.' },
      })
    ).json as { ticket: string }
    const waiting = async () =>
      ((await ask(operator, '/operator/tickets')).json as { tickets: { id: string }[] }).tickets.map((row) => row.id)
    expect(await waiting()).toContain(ticket)
    const key = 'answer-once'
    const answer = () => post(operator, `/operator/tickets/${ticket}/answer`, { text: 'Log in again, please.' }, key)
    expect((await answer()).json).toEqual((await answer()).json)
    expect(await waiting()).not.toContain(ticket)
    expect((await ask(operator, `/operator/tickets/${ticket}`)).json).toMatchObject({
      waiting: false,
      messages: [{ from: 'user' }, { from: 'operator', text: 'Log in again, please.' }],
    })
    const mails = (await mailsTo(email)).filter((mail) => mail.subject === `[${ticket}] Reply from support`)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body).toContain('Log in again, please.')
  })
})

describe('the chat with support', () => {
  const chatOf = async (user: TestUser) =>
    (await ask(user, '/support/chat')).json as { hours: string; messages: { from: string; text: string }[] }
  const say = (user: TestUser, text: string, key?: string) => post(user, '/support/chat', { text }, key)

  it('is of the plan that names it', async () => {
    const [master, elite] = [await newUser(web, 'master'), await newUser(web, 'elite')]
    expect((await meOf(master)).entitlements.support_chat).toBe(true)
    expect(await chatOf(master)).toEqual({ hours: 'Monday to Friday, 09:00 to 17:00 IST', messages: [] })
    expect(await ask(elite, '/support/chat')).toMatchObject({ status: 403, json: { code: 'upgrade_required' } })
    expect(await say(elite, 'Hello')).toMatchObject({ status: 403 })
  })

  it('is one thread: the operator is mailed once, answers there, and the user is notified', async () => {
    const user = await newUser(web, 'master')
    await say(user, 'Hello, are you there?', 'hello')
    await say(user, 'Hello, are you there?', 'hello')
    await say(user, 'My stop did not move.')
    expect((await chatOf(user)).messages.map((message) => message.text)).toEqual([
      'Hello, are you there?',
      'My stop did not move.',
    ])
    const { tickets } = (await ask(operator, '/operator/tickets')).json as {
      tickets: { id: string; user_id: string; kind: string }[]
    }
    const own = tickets.filter((row) => row.user_id === user.id)
    expect(own).toMatchObject([{ kind: 'chat' }])
    const { id } = own[0]!
    const reported = (await mailsTo('desk@example.com')).filter((mail) => mail.subject === `[${id}] chat`)
    expect(reported).toHaveLength(1)
    await post(operator, `/operator/tickets/${id}/answer`, { text: 'It moves from the next minute on.' })
    expect((await chatOf(user)).messages.at(-1)).toMatchObject({ from: 'operator' })
    expect((await ask(user, '/notices')).json).toMatchObject({
      notices: [{ kind: 'support', link: '/support-chat' }],
      unread: 1,
    })
    expect((await actionsAbout(user.id)).map((row) => row.action)).toEqual(['ticket_answered'])
  })

  it('shows no user another’s text', async () => {
    const [one, two] = [await newUser(web, 'master'), await newUser(web, 'master')]
    await say(one, 'A secret of mine.')
    expect((await chatOf(two)).messages).toEqual([])
  })

  it('goes with the account', async () => {
    const user = await newUser(web, 'master')
    await say(user, 'Erase this as well.')
    const exported = await ask(user, '/my-data/export')
    expect(exported.text).toContain('Erase this as well.')
  })
})
