// @invariant payment-booked-once
// @invariant refund-once
import { DAY_MS } from '@strikewise/domain/time/ist.ts'
import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentProvider, paymentsService } from '../src/payments/payment-services.ts'
import { reconcilePending } from '../src/payments/payments-worker.ts'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { SandboxStack } from './trading-stack.ts'

interface Shown {
  readonly merchant: { keyId: string; keySecret: string; webhookSecret: string }
  readonly links: readonly { id: string; reference_id: string; amount: number; status: string }[]
}

let sandbox: SandboxStack
let web: TestWeb
let merchant: Shown['merchant']
beforeAll(async () => {
  sandbox = await SandboxStack.start(['--speed', '1'])
  ;({ merchant } = await sandbox.get<Shown>('/payments'))
  web = await startTestWeb({
    SANDBOX_URL: sandbox.url,
    CLOCK_URL: `${sandbox.url}/clock`,
    PAYMENTS_URL: `${sandbox.url}/razorpay`,
    PAYMENTS_KEY_ID: merchant.keyId,
    PAYMENTS_KEY_SECRET: merchant.keySecret,
    PAYMENTS_WEBHOOK_SECRET: merchant.webhookSecret,
  })
  await sandbox.post('/payments/events', { url: `${web.url}/api/payments/events` })
})
afterAll(async () => {
  await web.stop()
  await sandbox.stop()
})
beforeEach(() => web.clock.set(FRIDAY_TEN))

let keys = 0
const press = (user: TestUser, plan: string, key = `key-${++keys}`) =>
  call(web, 'POST', '/api/payments', {
    cookie: user.cookie,
    body: { plan, billing: 'monthly', terms: true },
    headers: { 'idempotency-key': key },
  })
const begin = async (user: TestUser, plan: string, key?: string) => {
  const answer = await press(user, plan, key)
  expect(answer).toMatchObject({ status: 200, json: { status: 'checkout' } })
  return (answer.json as { checkout_id: string }).checkout_id
}
const pay = (id: string, how: { amount?: number; late?: boolean; silent?: boolean } = {}) =>
  sandbox.post<{ answered: number; payment_id: string }>(`/payments/${id}/pay`, how)
const seen = async (user: TestUser, id: string) =>
  (await call(web, 'GET', `/api/checkouts/${id}`, { cookie: user.cookie })).json as { status: string }
const planOf = async (user: TestUser) => {
  web.bus.publish(`account.${user.id}`, null)
  const me = (await call(web, 'GET', '/api/me', { cookie: user.cookie })).json as {
    plan: string
    plan_expiry: string | null
  }
  return [me.plan, me.plan_expiry?.slice(0, 10)]
}
const paymentsOf = (user: TestUser) =>
  web.store.db.selectFrom('payments').select('amount_paise').where('user_id', '=', user.id).execute()
const linkOf = async (id: string) =>
  (await sandbox.get<Shown>('/payments')).links.find((link) => link.reference_id === id)!
const reconcile = () =>
  reconcilePending(
    paymentsService(
      {
        config: web.config,
        db: web.store.db,
        clock: web.clock,
        bus: web.bus,
        logger: quiet,
        payments: paymentProvider(web.config),
      },
      web.url,
    ),
  )
const quiet = pino({ level: 'silent' })

describe('a purchase on the page of the provider', () => {
  it('begins the plan when the provider shows it was paid, at the server’s price', async () => {
    const user = await newUser(web)
    const id = await begin(user, 'elite')
    expect(await linkOf(id)).toMatchObject({ amount: 400_000, status: 'created' })
    expect(await seen(user, id)).toMatchObject({ status: 'open', amount: 4000, payment_id: null })
    expect(await planOf(user)).toEqual(['starter', undefined])
    const { answered, payment_id } = await pay(id)
    expect(answered).toBe(200)
    expect(await seen(user, id)).toMatchObject({ status: 'paid', plan_expiry: '2026-12-20T10:00:00+05:30' })
    expect(await planOf(user)).toEqual(['elite', '2026-12-20'])
    const [paid] = ((await call(web, 'GET', '/api/payments', { cookie: user.cookie })).json as { payments: object[] })
      .payments
    expect(paid).toMatchObject({ amount: 4000, receipt_number: expect.any(String) })
    const row = await web.store.db.selectFrom('payments').selectAll().where('user_id', '=', user.id).execute()
    expect(row).toMatchObject([{ provider: 'razorpay', provider_reference: payment_id }])
  })

  it('is found by looking when no event ever comes', async () => {
    const [byPage, byWorker] = [await newUser(web), await newUser(web)]
    const [first, second] = [await begin(byPage, 'pro'), await begin(byWorker, 'pro')]
    await pay(first, { silent: true })
    await pay(second, { silent: true })
    expect(await seen(byPage, first)).toMatchObject({ status: 'paid' })
    await reconcile()
    expect(await planOf(byWorker)).toEqual(['pro', '2026-12-20'])
  })

  it('is booked once, however often and by how many processes it is received', async () => {
    const user = await newUser(web)
    const id = await begin(user, 'elite')
    await pay(id, { silent: true })
    await Promise.all([
      ...Array.from({ length: 10 }, () => sandbox.post(`/payments/${id}/events`, {})),
      ...Array.from({ length: 10 }, () => sandbox.post(`/payments/${id}/events`, { event: 'payment_link.cancelled' })),
      ...Array.from({ length: 10 }, () => seen(user, id)),
      reconcile(),
      reconcile(),
    ])
    expect(await paymentsOf(user)).toEqual([{ amount_paise: 400_000 }])
    expect(await planOf(user)).toEqual(['elite', '2026-12-20'])
  })

  it('opens one checkout a key, over double clicks and lost answers', async () => {
    const user = await newUser(web)
    const pressed = await Promise.all(Array.from({ length: 8 }, () => press(user, 'pro', 'twice')))
    expect(pressed.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(new Set(pressed.map((answer) => answer.text)).size).toBe(1)
    // The lookup goes through, the opening is carried out and its answer lost.
    const other = await newUser(web)
    await sandbox.post('/faults', { kind: 'payments_lost', times: 2 })
    expect((await press(other, 'pro', 'lost')).json).toMatchObject({ code: 'payment_unavailable' })
    await press(other, 'pro', 'lost')
    const id = await begin(other, 'pro', 'lost')
    expect(await linkOf(id)).toMatchObject({ amount: 200_000 })
    const links = (await sandbox.get<Shown>('/payments')).links.filter((link) => link.reference_id === id)
    expect(links).toHaveLength(1)
  })

  it('cancels the checkout of an earlier tab', async () => {
    const user = await newUser(web)
    const first = await begin(user, 'pro')
    const second = await begin(user, 'elite')
    expect(await seen(user, first)).toMatchObject({ status: 'void' })
    await expect(pay(first)).rejects.toThrow('409')
    await pay(second)
    expect(await planOf(user)).toEqual(['elite', '2026-12-20'])
  })

  it('leaves one open of any number that are opened at once', async () => {
    const user = await newUser(web)
    const ids = await Promise.all(['pro', 'elite', 'master', 'pro', 'elite'].map((plan) => begin(user, plan)))
    const states = await Promise.all(ids.map((id) => seen(user, id)))
    expect(states.filter(({ status }) => status === 'open').length).toBeGreaterThan(0)
    for (const id of ids) if ((await seen(user, id)).status === 'open') await pay(id)
    const worth = (await paymentsOf(user)).reduce((sum, { amount_paise }) => sum + amount_paise, 0)
    const open = states.filter(({ status }) => status === 'open').length
    expect((await paymentsOf(user)).length).toBe(open)
    expect(worth).toBeGreaterThan(0)
  })
})

describe('money that comes late', () => {
  it('for a checkout that was cancelled counts all the same', async () => {
    const user = await newUser(web)
    const first = await begin(user, 'elite')
    const second = await begin(user, 'elite')
    await pay(second)
    // The bank of the first was slow: the second purchase's worth is credited, and both buy days.
    await pay(first, { late: true })
    expect(await seen(user, first)).toMatchObject({ status: 'paid' })
    expect(await planOf(user)).toEqual(['elite', '2027-01-19'])
  })

  it('after the plan it was quoted for has ended buys days at the price', async () => {
    const user = await newUser(web)
    await pay(await begin(user, 'elite'))
    web.clock.advance(15 * DAY_MS)
    const upgrade = await begin(user, 'master')
    expect(await linkOf(upgrade)).toMatchObject({ amount: 500_000 })
    web.clock.advance(16 * DAY_MS)
    await pay(upgrade)
    // 5,000 rupees at 7,000 for 30 days.
    expect(await planOf(user)).toEqual(['master', '2027-01-11'])
  })
})

describe('money that does not fit', () => {
  it('begins no plan, and waits for a person', async () => {
    const user = await newUser(web)
    const id = await begin(user, 'master')
    await pay(id, { amount: 100 })
    expect(await seen(user, id)).toMatchObject({ status: 'disputed' })
    expect(await planOf(user)).toEqual(['starter', undefined])
    expect(web.logs.some((line) => line.includes('payment_disputed'))).toBe(true)
    const row = await web.store.db
      .selectFrom('checkouts')
      .select('note_message')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.note_message).toMatchObject({ code: 'operator.doubt.amount', params: { paid: 100 } })
  })

  it('waits for an operator where it would take the fees of the year above the cap', async () => {
    const user = await newUser(web)
    const id = await begin(user, 'master')
    // Paid by another checkout meanwhile.
    await web.store.db
      .insertInto('payments')
      .values({
        id: `other-${id}`,
        user_id: user.id,
        plan: 'pro',
        billing: 'monthly',
        amount_paise: 15_000_000,
        provider: 'mock',
        provider_reference: `other-${id}`,
        plan_expiry: new Date(FRIDAY_TEN),
        paid_at: new Date(FRIDAY_TEN),
        checkout_id: null,
      })
      .execute()
    await pay(id)
    expect(await seen(user, id)).toMatchObject({ status: 'disputed' })
    expect(await planOf(user)).toEqual(['starter', undefined])
  })
})

describe('an event', () => {
  const event = (body: string, signature: string) =>
    call(web, 'POST', '/api/payments/events', {
      raw: body,
      headers: { 'x-razorpay-signature': signature },
    })
  const signed = (body: string) => createHmac('sha256', merchant.webhookSecret).update(body).digest('hex')
  const about = (id: string) => JSON.stringify({ event: 'x', payload: { payment_link: { entity: { id } } } })

  it.each([
    ['unsigned', about('plink_1'), ''],
    [
      'signed with another secret',
      about('plink_1'),
      createHmac('sha256', 'other').update(about('plink_1')).digest('hex'),
    ],
    ['signed for another body', about('plink_2'), 'ab'.repeat(32)],
  ])('%s is refused', async (_what, body, signature) =>
    expect(await event(body, signature)).toMatchObject({ status: 400, json: { code: 'bad_request' } }),
  )

  it.each([
    ['about another merchant’s link', about('plink_unknown')],
    ['of another kind', '{"event":"refund.processed","payload":{}}'],
    ['that is no JSON', 'hello'],
  ])('%s is taken and changes nothing', async (_what, body) =>
    expect(await event(body, signed(body))).toMatchObject({ status: 200, json: { ok: true } }),
  )

  it('shows nothing by itself: a link that is not paid stays so', async () => {
    const user = await newUser(web)
    const id = await begin(user, 'pro')
    const body = about((await linkOf(id)).id)
    expect((await event(body, signed(body))).status).toBe(200)
    expect(await seen(user, id)).toMatchObject({ status: 'open' })
  })

  it('is asked for again while the provider is away', async () => {
    const user = await newUser(web)
    const id = await begin(user, 'pro')
    const body = about((await linkOf(id)).id)
    await sandbox.post('/faults', { kind: 'payments_lost', times: 1 })
    expect(await event(body, signed(body))).toMatchObject({ status: 503 })
  })
})

describe('a refund at the provider', () => {
  const refund = (operator: TestUser, paymentId: string) =>
    call(web, 'POST', '/api/operator/refunds', {
      cookie: operator.cookie,
      body: { payment_id: paymentId, basis: 'full', reason: 'asked for by mail' },
      headers: { 'idempotency-key': `refund-${++keys}` },
    })
  const bought = async (user: TestUser) => {
    const id = await begin(user, 'pro')
    await pay(id)
    // A paid checkout has one; the answer's type is of every state.
    return ((await seen(user, id)) as unknown as { payment_id: string }).payment_id
  }

  it('whose answer was lost is one refund when it is asked for again', async () => {
    const operator = await newUser(web, 'starter', 'operator@example.com')
    const user = await newUser(web)
    const paymentId = await bought(user)
    await sandbox.post('/faults', { kind: 'payments_lost', times: 2 })
    const asked = await refund(operator, paymentId)
    expect(asked).toMatchObject({ status: 200, json: { status: 'asked', amount: 2000 } })
    await reconcile()
    await reconcile()
    await reconcile()
    const rows = await web.store.db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).execute()
    expect(rows).toMatchObject([
      { status: 'done', serial: expect.any(Number), reference: expect.stringMatching(/^rfnd_/) },
    ])
    expect(await planOf(user)).toEqual(['pro', '2026-11-20'])

    // What the provider refuses for good gives the plan back.
    const other = await newUser(web)
    const taken = await bought(other)
    await web.store.db
      .insertInto('refunds')
      .values({
        id: 'too-much',
        payment_id: taken,
        user_id: other.id,
        basis: 'full',
        amount_paise: 999_999_99,
        taxable_paise: 999_999_99,
        gst_paise: 0,
        reason: 'a test',
        asked_by: operator.id,
        asked_at: new Date(FRIDAY_TEN),
        status: 'asked',
      })
      .execute()
    await web.store.db
      .updateTable('profiles')
      .set({ plan_expiry: new Date(FRIDAY_TEN) })
      .where('user_id', '=', other.id)
      .execute()
    await reconcile()
    const refused = await web.store.db.selectFrom('refunds').selectAll().where('id', '=', 'too-much').execute()
    expect(refused).toMatchObject([
      {
        status: 'refused',
        note_message: {
          code: 'operator.refund_refused',
          params: { reason: expect.stringContaining('greater than amount captured') },
        },
      },
    ])
    expect(await planOf(other)).toEqual(['pro', '2026-12-20'])
  })
})

it('shows a checkout to no other user', async () => {
  const [user, other] = [await newUser(web), await newUser(web)]
  const id = await begin(user, 'pro')
  expect((await call(web, 'GET', `/api/checkouts/${id}`, { cookie: other.cookie })).status).toBe(404)
})
