import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SandboxFixture } from './sandbox-fixture.ts'

interface Link {
  readonly id: string
  readonly status: string
  readonly short_url: string
  readonly amount_paid: number
  readonly payments: readonly { payment_id: string; status: string }[] | null
}
interface Shown {
  readonly merchant: { keyId: string; keySecret: string; webhookSecret: string }
}

let sandbox: SandboxFixture
let merchant: Shown['merchant']
beforeAll(async () => {
  sandbox = await SandboxFixture.start()
  ;({ merchant } = await sandbox.get<Shown>('/sandbox/payments'))
})
afterAll(() => sandbox.sandbox.close())

const api = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${sandbox.url}/razorpay/v1${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${merchant.keyId}:${merchant.keySecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}
const open = async (reference: string, amount = 400_000) =>
  api('POST', '/payment_links', {
    amount,
    currency: 'INR',
    reference_id: reference,
    description: 'Elite plan',
    callback_url: 'http://localhost/back',
    callback_method: 'get',
    expire_by: Math.floor(Date.now() / 1000) + 1800,
  })

/** The link of an answer, which may have been any JSON. */
const linkOf = async (answer: ReturnType<typeof api>) => (await answer).json as unknown as Link

it('opens one link a reference, and finds it by that', async () => {
  const first = await open('r1')
  expect(first).toMatchObject({ status: 200, json: { status: 'created', amount: 400_000, payments: null } })
  expect(await open('r1')).toMatchObject({ status: 400, json: { error: { code: 'BAD_REQUEST_ERROR' } } })
  const found = await api('GET', '/payment_links?reference_id=r1')
  expect(found.json).toMatchObject({ payment_links: [{ id: first.json['id'] }] })
})

it('knows its merchant', async () => {
  expect((await fetch(`${sandbox.url}/razorpay/v1/payment_links`)).status).toBe(401)
})

it('is paid once on its page, which redirects back with a signed confirmation', async () => {
  const events: { body: string; signature: unknown }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      events.push({ body, signature: request.headers['x-razorpay-signature'] })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await sandbox.control('POST', '/payments/events', {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  })
  const { id, short_url } = await linkOf(open('r2'))
  expect(await (await fetch(short_url)).text()).toContain('Pay ₹4000.00')
  const press = () => fetch(short_url, { method: 'POST', redirect: 'manual' })
  const back = await press()
  expect([back.status, back.headers.get('location')]).toEqual([303, 'http://localhost/back'])
  await press()
  await expect.poll(() => events.length).toBe(1)
  const [event] = events
  expect(event!.signature).toBe(createHmac('sha256', merchant.webhookSecret).update(event!.body).digest('hex'))
  const seen = await linkOf(api('GET', `/payment_links/${id}`))
  expect(seen).toMatchObject({ status: 'paid', amount_paid: 400_000, payments: [{ status: 'captured' }] })
  expect((await api('POST', `/payment_links/${id}/cancel`)).status).toBe(400)
  await sandbox.control('POST', '/payments/events', { url: null })
  server.close()
})

it('takes no money once it is cancelled, but for a bank that is late', async () => {
  const { id } = await linkOf(open('r3'))
  await api('POST', `/payment_links/${id}/cancel`)
  await expect(sandbox.control('POST', '/payments/r3/pay')).rejects.toThrow()
  await sandbox.control('POST', '/payments/r3/pay', { late: true })
  expect((await api('GET', '/payment_links?reference_id=r3')).json).toMatchObject({
    payment_links: [{ status: 'paid' }],
  })
})

it('refunds once a receipt, and no more than was paid', async () => {
  await open('r4', 1000)
  const { payment_id } = await sandbox.control<{ payment_id: string }>('POST', '/payments/r4/pay')
  const refund = (amount: number, receipt: string) => api('POST', `/payments/${payment_id}/refund`, { amount, receipt })
  const first = await refund(600, 'a')
  expect((await refund(600, 'a')).json).toEqual(first.json)
  expect(await refund(500, 'b')).toMatchObject({ status: 400 })
  expect((await api('GET', `/payments/${payment_id}/refunds`)).json).toMatchObject({ count: 1 })
})
