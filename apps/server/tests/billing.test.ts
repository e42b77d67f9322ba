// @invariant plan-change-loses-nothing
import { DAY_MS } from '@strikewise/domain/time/ist.ts'
import type { Receipt } from '@strikewise/wire/billing.ts'
import { readSource } from './alert-users.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { planExpiry } from '../src/alerts/sources/plan-expiry.ts'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
const GSTIN = '29ABCDE1234F1Z5'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb({
    SELLER_NAME: 'Strikewise Seller',
    SELLER_ADDRESS: 'Bengaluru',
    SELLER_GSTIN: GSTIN,
    SELLER_SAC: '998314',
  })
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

let keys = 0
const get = async (user: TestUser, path: string, query: Record<string, string> = {}) =>
  call(web, 'GET', path, { cookie: user.cookie, query })
const pay = async (user: TestUser, plan: string, billing = 'monthly', more: object = {}) =>
  (
    await call(web, 'POST', '/api/payments', {
      cookie: user.cookie,
      body: { plan, billing, terms: true, ...more },
      headers: { 'idempotency-key': `key-${++keys}` },
    })
  ).json as { payment_id: string; amount: number; starts_at: string; plan_expiry: string; receipt_number: string }
const quote = async (user: TestUser, plan: string, billing = 'monthly') =>
  (await get(user, '/api/payments/quote', { plan, billing })).json
const planOf = async (user: TestUser) => {
  const { plan, plan_expiry } = (await get(user, '/api/me')).json as { plan: string; plan_expiry: string | null }
  return [plan, plan_expiry?.slice(0, 10)]
}
const receiptOf = async (user: TestUser, id: string) => (await get(user, `/api/payments/${id}/receipt`)).json as Receipt

/** Lets the notifier check once the plans that end, at the clock's instant; returns its notifications. */
async function sentMails(): Promise<(readonly [string, string])[]> {
  const alerts = await readSource(web.store.db, planExpiry(web.bus, web.url), web.clock.now())
  return alerts.map(({ userId, message }) => [userId, rendererOf('en').text(message)] as const)
}
const mailsOf = async (user: TestUser) => (await sentMails()).filter(([id]) => id === user.id).map(([, text]) => text)

describe('a change of plan', () => {
  it('to a higher one begins at once, and unused days are credited', async () => {
    const user = await newUser(web)
    await pay(user, 'elite')
    web.clock.advance(15 * DAY_MS)
    const asked = await quote(user, 'master')
    expect(asked).toMatchObject({ kind: 'upgrade', price: 7000, credit: 2000, due: 5000 })
    const paid = await pay(user, 'master')
    expect(paid).toMatchObject({ amount: 5000, starts_at: '2026-12-05T10:00:00+05:30' })
    expect(await planOf(user)).toEqual(['master', '2027-01-04'])
    // The credit is spent: a renewal a day later counts what the new term was worth.
    web.clock.advance(DAY_MS)
    expect(await quote(user, 'master')).toMatchObject({ kind: 'renewal', credit: 6766.67, due: 233.33 })
  })

  it('to a lower one is paid now and begins when the running one ends', async () => {
    const user = await newUser(web)
    await pay(user, 'master')
    await sentMails()
    web.clock.advance(10 * DAY_MS)
    expect(await quote(user, 'pro')).toMatchObject({ kind: 'downgrade', credit: 0, due: 2000 })
    const paid = await pay(user, 'pro')
    expect(paid).toMatchObject({ starts_at: '2026-12-20T10:00:00+05:30', plan_expiry: '2027-01-19T10:00:00+05:30' })
    expect(await planOf(user)).toEqual(['master', '2026-12-20'])
    web.clock.advance(20 * DAY_MS - 1)
    expect(await mailsOf(user)).toEqual([])
    expect(await planOf(user)).toEqual(['master', '2026-12-20'])
    web.clock.advance(1)
    expect(await mailsOf(user)).toEqual(['Your Pro plan has started.'])
    web.bus.publish(`account.${user.id}`, null)
    expect(await planOf(user)).toEqual(['pro', '2027-01-19'])
    expect(await mailsOf(user)).toEqual([])
  })

  it('is given one credit, however many are asked for at once', async () => {
    const user = await newUser(web)
    await pay(user, 'elite')
    web.clock.advance(15 * DAY_MS)
    const both = await Promise.all([pay(user, 'master'), pay(user, 'master')])
    // The second is a renewal of the first, whose whole worth it credits.
    expect(both.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([0, 5000])
  })
})

describe('the fee cap of a year', () => {
  /** Money that was paid earlier, in rupees without taxes. */
  const paidEarlier = async (user: TestUser, rupees: number, days: number) => {
    const id = `earlier-${user.id}-${days}`
    const paidAt = new Date(FRIDAY_TEN - days * DAY_MS)
    await web.store.db
      .insertInto('payments')
      .values({
        id,
        user_id: user.id,
        plan: 'master',
        billing: 'yearly',
        amount_paise: rupees * 100,
        provider: 'mock',
        provider_reference: id,
        plan_expiry: paidAt,
        paid_at: paidAt,
        checkout_id: null,
      })
      .execute()
    return id
  }
  /** What a yearly master plan answers: ₹78,000 with the tax inside, ₹66,101.69 without. */
  const buy = (user: TestUser) =>
    call(web, 'POST', '/api/payments', {
      cookie: user.cookie,
      body: { plan: 'master', billing: 'yearly', terms: true },
      headers: { 'idempotency-key': `key-${++keys}` },
    })

  it('refuses a purchase above it, and charges nothing', async () => {
    const user = await newUser(web)
    await paidEarlier(user, 84_898.32, 300)
    expect(await buy(user)).toMatchObject({
      status: 409,
      json: { code: 'fee_cap', detail: expect.stringMatching(/₹1,51,000\.00 without taxes.*₹84,898\.32/) },
    })
    expect(await planOf(user)).toEqual(['starter', undefined])
    const payments = await web.store.db.selectFrom('payments').select('id').where('user_id', '=', user.id).execute()
    expect(payments).toHaveLength(1)
  })

  it('takes one that reaches it exactly, taxes apart', async () => {
    const user = await newUser(web)
    await paidEarlier(user, 84_898.31, 300)
    expect(await buy(user)).toMatchObject({ status: 200 })
  })

  it('does not count what is older than a year, was refunded, or another user paid', async () => {
    const [user, other] = [await newUser(web), await newUser(web)]
    await paidEarlier(user, 151_000, 365)
    await paidEarlier(other, 151_000, 10)
    const refunded = await paidEarlier(user, 151_000, 20)
    await web.store.db
      .insertInto('refunds')
      .values({
        id: `refund-${user.id}`,
        payment_id: refunded,
        user_id: user.id,
        basis: 'full',
        amount_paise: 15_100_000,
        taxable_paise: 15_100_000,
        gst_paise: 0,
        reason: 'r',
        asked_by: 'operator@example.com',
        asked_at: new Date(FRIDAY_TEN),
        status: 'asked',
      })
      .execute()
    expect(await buy(user)).toMatchObject({ status: 200 })
    expect(await buy(other)).toMatchObject({ status: 409 })
  })
})

describe('the end of a plan', () => {
  it('is notified a week and a day before, and when it has come, once each', async () => {
    const user = await newUser(web)
    await pay(user, 'pro')
    await sentMails()
    const reported: string[] = []
    for (let hour = 0; hour < 31 * 4; hour++) {
      web.clock.advance(DAY_MS / 4)
      reported.push(...(await mailsOf(user)))
    }
    expect(reported).toEqual([
      'Your Pro plan ends on 20 Dec 2026. Renew it to continue: ₹2,000 a month.',
      'Your Pro plan ends on 20 Dec 2026. Renew it to continue: ₹2,000 a month.',
      'Your Pro plan has ended. No new trades; open trades keep their stops and exits. Renew it to continue: ₹2,000 a month.',
    ])
    const mails = await web.store.db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', user.email)
      .where('subject', '=', 'Strikewise: Your plan')
      .execute()
    expect(mails).toHaveLength(3)
    for (const { body } of mails) expect(body).toMatch(/Plans and prices: https?:\/\/\S+\/plans$/m)
  })

  it('is not sent to a user who has renewed', async () => {
    const user = await newUser(web)
    await pay(user, 'pro')
    await sentMails()
    web.clock.advance(22 * DAY_MS)
    await pay(user, 'pro', 'quarterly')
    web.clock.advance(10 * DAY_MS)
    expect(await mailsOf(user)).toEqual([])
  })
})

describe('a receipt', () => {
  it('names seller, buyer, term and the tax inside the price, and comes by mail', async () => {
    const user = await newUser(web)
    const paid = await pay(user, 'elite', 'monthly', { state: '27' })
    expect(await receiptOf(user, paid.payment_id)).toEqual({
      number: paid.receipt_number,
      paid_at: '2026-11-20T10:00:00+05:30',
      seller: { name: 'Strikewise Seller', address: 'Bengaluru', gstin: GSTIN, sac: '998314' },
      buyer: { name: 'Test Person', email: user.email, state: 'Maharashtra' },
      plan: 'elite',
      billing: 'monthly',
      starts_at: '2026-11-20T10:00:00+05:30',
      plan_expiry: '2026-12-20T10:00:00+05:30',
      price: 4000,
      credit: 0,
      amount: 4000,
      taxable: 3389.83,
      taxes: [{ name: 'IGST', percent: 18, amount: 610.17 }],
      place_of_supply: 'Maharashtra',
      refund: null,
      provider: 'mock',
      provider_reference: expect.any(String),
    })
    const mail = await web.store.db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', user.email)
      .where('subject', '=', `Your Strikewise receipt ${paid.receipt_number}`)
      .executeTakeFirstOrThrow()
    expect(mail.body).toContain('Strikewise Elite, monthly: ₹4,000.00')
    expect(mail.body).toContain('IGST 18%: ₹610.17')
    expect(mail.body).toContain(`${web.url}/receipts/${paid.payment_id}`)
  })

  it('is mailed in the language of the account', async () => {
    const user = await newUser(web)
    await call(web, 'PUT', '/api/account/language', { cookie: user.cookie, body: { language: 'hi' } })
    const paid = await pay(user, 'elite', 'monthly')
    const mail = await web.store.db
      .selectFrom('outbox')
      .select(['body', 'language'])
      .where('recipient', '=', user.email)
      .where('subject', '=', `आपकी Strikewise रसीद ${paid.receipt_number}`)
      .executeTakeFirstOrThrow()
    expect(mail.language).toBe('hi')
    expect(mail.body).toContain('Strikewise Elite, मासिक: ₹4,000.00')
    expect(mail.body).toContain('CGST 9%: ₹305.09')
    expect(mail.body).not.toContain('Thank you')
  })

  it.each([
    ['the seller’s state', { state: '29' }],
    ['no state given', {}],
  ])('splits the tax in two within one state: %s', async (_what, more) => {
    const user = await newUser(web)
    const { taxes, taxable, amount } = await receiptOf(user, (await pay(user, 'elite', 'monthly', more)).payment_id)
    expect(taxes).toEqual([
      { name: 'CGST', percent: 9, amount: 305.09 },
      { name: 'SGST', percent: 9, amount: 305.08 },
    ])
    expect(Math.round((taxable + 305.09 + 305.08) * 100)).toBe(amount * 100)
  })

  it('has a number that follows the one before, however many pay at once', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => newUser(web)))
    const before = await pay(users[0]!, 'pro')
    const numbers = (await Promise.all(users.map((user) => pay(user, 'pro', 'yearly')))).map((paid) =>
      Number(paid.receipt_number.split('/').at(-1)),
    )
    const first = Number(before.receipt_number.split('/').at(-1)) + 1
    expect(before.receipt_number).toMatch(/^SW\/26-27\/\d{6}$/)
    expect(numbers.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4].map((step) => first + step))
  })

  it('is listed with the payments, and no other user may see it', async () => {
    const [user, other] = [await newUser(web), await newUser(web)]
    const paid = await pay(user, 'pro')
    expect((await get(user, '/api/payments')).json).toEqual({
      payments: [
        {
          payment_id: paid.payment_id,
          receipt_number: paid.receipt_number,
          plan: 'pro',
          billing: 'monthly',
          amount: 2000,
          paid_at: '2026-11-20T10:00:00+05:30',
          plan_expiry: '2026-12-20T10:00:00+05:30',
          refunded: 0,
        },
      ],
    })
    expect((await get(other, `/api/payments/${paid.payment_id}/receipt`)).status).toBe(404)
    expect((await get(other, '/api/payments')).json).toEqual({ payments: [] })
  })
})
