import { afterAll, beforeAll, expect, it } from 'vitest'
import { istInstant, istDate } from '@strikewise/domain/time/ist.ts'
import type { Revenue } from '@strikewise/wire/revenue.ts'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

/** One deployment, registered in Karnataka, whose users pay and are refunded in October and November 2026. */

let web: TestWeb
let operator: TestUser
let keys = 0
const post = (by: TestUser, path: string, body: object) =>
  call(web, 'POST', `/api${path}`, { cookie: by.cookie, body, headers: { 'idempotency-key': `key-${++keys}` } })
const buy = async (plan: string, state: string | null) => {
  const user = await newUser(web)
  const bought = await post(user, '/payments', {
    plan,
    billing: 'monthly',
    terms: true,
    ...(state === null ? {} : { state }),
  })
  expect(bought.status).toBe(200)
  return (bought.json as { payment_id: string }).payment_id
}
const revenue = async () =>
  (await call(web, 'GET', '/api/operator/revenue', { cookie: operator.cookie })).json as Revenue
const csvOf = async (month: string) => {
  const answer = await call(web, 'GET', '/api/operator/gst/csv', { cookie: operator.cookie, query: { month } })
  return { ...answer, lines: answer.text.split('\r\n').slice(1, -1) }
}

beforeAll(async () => {
  web = await startTestWeb({ SELLER_GSTIN: '29ABCDE1234F1Z5', SELLER_SAC: '998439' })
  operator = await newUser(web, 'starter', 'operator@example.com')
  // The last minute of October in India is still October 31 in UTC, and the first of November already is there October 31.
  web.clock.set(istInstant(istDate('2026-10-31'), 23, 59))
  await buy('elite', '29')
  web.clock.set(istInstant(istDate('2026-11-01'), 0, 1))
  const within = await buy('pro', '29')
  await buy('master', '27')
  web.clock.set(FRIDAY_TEN)
  await post(operator, '/operator/refunds', { payment_id: within, basis: 'unused', reason: 'asked for by mail' })
})
afterAll(() => web.stop())

it('sums payments and refunds by month in India, with the tax in them', async () => {
  const { months, total, plans } = await revenue()
  expect(months.map(({ month }) => month)).toEqual([
    '2025-12',
    '2026-01',
    '2026-02',
    '2026-03',
    '2026-04',
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
    '2026-09',
    '2026-10',
    '2026-11',
  ])
  const refunded = await web.store.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()
  expect(refunded.amount_paise).toBeGreaterThan(0)
  const [amount, gst] = [refunded.amount_paise / 100, refunded.gst_paise / 100]
  expect(months.at(-2)).toEqual({
    month: '2026-10',
    payments: 1,
    received: 4000,
    gst: 610.17,
    refunds: 0,
    refunded: 0,
    refunded_gst: 0,
    net: 3389.83,
  })
  expect(months.at(-1)).toMatchObject({
    payments: 2,
    received: 9000,
    gst: 1372.88,
    refunds: 1,
    refunded: amount,
    refunded_gst: gst,
  })
  expect(total).toMatchObject({ payments: 3, received: 13_000, refunds: 1, refunded: amount })
  expect(total.net).toBeCloseTo(13_000 - 610.17 - 305.08 - 1067.8 - (amount - gst), 6)
  expect(plans).toEqual([
    { plan: 'master', payments: 1, received: 7000 },
    { plan: 'elite', payments: 1, received: 4000 },
    { plan: 'pro', payments: 1, received: 2000 },
  ])
})

it('exports the receipts and credit notes of a month, with the tax of the place of supply', async () => {
  const october = await csvOf('2026-10')
  expect(october).toMatchObject({ status: 200 })
  expect(october.headers.get('content-type')).toMatch(/^text\/csv/)
  expect(october.headers.get('content-disposition')).toContain('strikewise-gst-2026-10.csv')
  expect(october.lines).toHaveLength(1)
  expect(october.lines[0]).toMatch(
    /^Receipt,SW\/26-27\/000001,2026-10-31,,,29ABCDE1234F1Z5,998439,Karnataka,18,3389\.83,0\.00,305\.09,305\.08,4000\.00,/,
  )
  const { lines } = await csvOf('2026-11')
  expect(lines.map((line) => line.split(',').slice(0, 5).join(','))).toEqual([
    'Receipt,SW/26-27/000002,2026-11-01,,',
    'Receipt,SW/26-27/000003,2026-11-01,,',
    'Credit note,CN/26-27/000001,2026-11-20,SW/26-27/000002,2026-11-01',
  ])
  // Between states it is IGST.
  expect(lines[1]).toMatch(/,Maharashtra,18,5932\.20,1067\.80,0\.00,0\.00,7000\.00,/)
  const cells = lines[2]!.split(',')
  const [taxable, igst, cgst, sgst, total] = cells.slice(9, 14).map(Number) as [number, number, number, number, number]
  expect(taxable + igst + cgst + sgst).toBeCloseTo(total, 6)
  expect([igst, total]).toEqual([0, (await revenue()).total.refunded])
  // A file of the tax names no buyer.
  const users = await web.store.db.selectFrom('identity_users').select(['name', 'email']).execute()
  for (const { name, email } of users)
    expect([lines.join().includes(email), name !== '' && lines.join().includes(name)]).toEqual([false, false])
})

it('keeps each export in the operators’ log', async () => {
  await csvOf('2026-09')
  const newest = await web.store.db
    .selectFrom('operator_actions')
    .select(['operator', 'action', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(newest).toEqual({ operator: operator.id, action: 'gst_exported', details: { month: '2026-09' } })
})

it.each(['2026-13', '26-11', '2026-11-01', ''])('refuses %j as a month', async (month) => {
  expect(await csvOf(month)).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
})
