import { afterAll, beforeAll, expect, it } from 'vitest'
import { SandboxFixture, type ShownAccount } from './sandbox-fixture.ts'

let sandbox: SandboxFixture
let account: ShownAccount
let tradingsymbol: string
let quantity: number

interface Option {
  readonly tradingsymbol: string
  readonly lot_size: number
}

beforeAll(async () => {
  sandbox = await SandboxFixture.start({ speed: 1 })
  account = await sandbox.account()
  ;[{ tradingsymbol, lot_size: quantity }] = await sandbox.get<[Option]>('/sandbox/chain?symbol=NIFTY')
})
afterAll(() => sandbox.sandbox.close())

const KEY = 'sandbox-order-page'
const order = () => ({
  variety: 'regular',
  tradingsymbol,
  exchange: 'NFO',
  transaction_type: 'BUY',
  order_type: 'LIMIT',
  product: 'MIS',
  quantity,
  price: 0.05,
  readonly: false,
})
const post = (path: string, fields: Record<string, string>) =>
  fetch(`${sandbox.url}/connect/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
const filled = (change: object = {}) => ({ api_key: KEY, data: JSON.stringify([{ ...order(), ...change }]) })
const orders = () => sandbox.get<object[]>(`/sandbox/orders?account=${account.user_id}`)
const credentials = () => ({ user_id: account.user_id, password: account.password, totp: account.totp })

it('shows the order that was filled in, and places it once its owner confirms', async () => {
  const page = await post('basket', filled())
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`BUY ${quantity} ${tradingsymbol}`)])
  expect(await orders()).toEqual([])
  const wrong = await post('basket/confirm', { ...filled(), ...credentials(), totp: '000000' })
  expect(wrong.status).toBe(403)
  expect(await orders()).toEqual([])
  const placed = await post('basket/confirm', { ...filled(), ...credentials() })
  expect([placed.status, await placed.text()]).toEqual([200, expect.stringContaining('Order placed')])
  expect(await orders()).toMatchObject([{ tradingsymbol, quantity, transaction_type: 'BUY' }])
})

it.each([
  ['an unknown app', { api_key: 'other' }, 'Invalid `api_key`.'],
  ['no list', { data: '{}' }, 'No valid orders found in payload'],
  ['no JSON', { data: 'x' }, 'No valid orders found in payload'],
])('refuses %s', async (_what, change, text) => {
  const answer = await post('basket', { ...filled(), ...change })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(text)])
})

it('shows the words of the exchange where it rejects the order', async () => {
  const answer = await post('basket/confirm', { ...filled({ quantity: 1 }), ...credentials() })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('role="alert"')])
})
