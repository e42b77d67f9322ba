import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { OptionSide } from '@strikewise/domain/instruments/contract.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { SandboxFixture, type BrokerClient } from './sandbox-fixture.ts'

// What the broker's documentation shows of its calls, beyond what our own client asks for.

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await SandboxFixture.start({ speed: 1 })
})
afterAll(() => sandbox.sandbox.close())

interface Option {
  readonly token: number
  readonly tradingsymbol: string
  readonly strike: number
  readonly side: OptionSide
  readonly lot_size: number
  readonly bid: number
  readonly ask: number
}
interface MarginRow {
  readonly span: number
  readonly exposure: number
  readonly option_premium: number
  readonly total: number
}

const chain = () => sandbox.get<Option[]>('/sandbox/chain?symbol=NIFTY')
const callsByStrike = async () =>
  (await chain()).filter((option) => option.side === 'CE').toSorted((a, b) => a.strike - b.strike)

const headersOf = (client: BrokerClient) => ({
  'x-kite-version': '3',
  authorization: `token ${client.account.api_key}:${client.accessToken}`,
})

async function calculated<T>(client: BrokerClient, path: string, items: readonly object[]): Promise<T> {
  const response = await fetch(`${sandbox.url}/kite${path}`, {
    method: 'POST',
    headers: { ...headersOf(client), 'content-type': 'application/json' },
    body: JSON.stringify(items),
  })
  const { data } = (await response.json()) as { data: T }
  return data
}

const item = (option: Option, side: OrderSide, product = 'NRML') => ({
  exchange: 'NFO',
  tradingsymbol: option.tradingsymbol,
  transaction_type: side,
  variety: 'regular',
  product,
  order_type: 'LIMIT',
  quantity: option.lot_size,
  price: option.ask,
})

async function bought(client: BrokerClient, option: Option): Promise<void> {
  await client.data('POST', '/orders/regular', {
    exchange: 'NFO',
    tradingsymbol: option.tradingsymbol,
    transaction_type: 'BUY',
    quantity: String(option.lot_size),
    product: 'NRML',
    order_type: 'LIMIT',
    price: (Math.round(option.ask * 1.02 * 20) / 20).toFixed(2),
    validity: 'DAY',
  })
  await expect
    .poll(
      async () => (await client.data<{ net: { quantity: number }[] }>('GET', '/portfolio/positions')).net[0]?.quantity,
    )
    .toBe(option.lot_size)
}

/** Opens a ticker connection and resolves when it is up, or rejects with the refusal. */
function ticker(root: string, client: BrokerClient): Promise<WebSocket> {
  const query = new URLSearchParams({ api_key: client.account.api_key, access_token: client.accessToken })
  const socket = new WebSocket(`${root.replace(/^http/, 'ws')}?${query.toString()}`)
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}

it('serves the API at the root of a port of its own, and under /oms, with its ticker and login page', async () => {
  const client = await sandbox.login('SW1001')
  const { brokerUrl } = sandbox.sandbox
  for (const root of [brokerUrl, `${brokerUrl}/oms`, `${sandbox.url}/oms`, `${sandbox.url}/kite`]) {
    const answer = await fetch(`${root}/user/profile`, { headers: headersOf(client) })
    expect(await answer.json(), root).toMatchObject({ status: 'success', data: { user_id: 'SW1001' } })
  }
  for (const root of [`${brokerUrl}/`, `${brokerUrl}/oms`, `${sandbox.url}/ticker`])
    (await ticker(root, client)).close()
  const page = await fetch(`${brokerUrl}/connect/login?v=3&api_key=${client.account.api_key}`)
  expect(await page.text()).toContain('Log in to the sandbox broker')
  // Nothing of the sandbox's own is there.
  expect((await fetch(`${brokerUrl}/sandbox/accounts`)).status).toBe(404)
})

it('quotes as many instruments in one call as the documentation shows', async () => {
  const client = await sandbox.login('SW1001')
  const symbols = (await (await client.raw('GET', '/instruments/NFO')).text())
    .split('\n')
    .slice(1, -1)
    .map((row) => `NFO:${row.split(',')[2]}`)
  // Unknown ones are left out of the answer, as the broker leaves them.
  const expected = Array.from(
    { length: 1000 },
    (_, i) => symbols[i] ?? `NFO:BANKNIFTY26DEC5${String(i).padStart(4, '0')}PE`,
  )
  const query = expected.map((symbol) => `i=${encodeURIComponent(symbol)}`).join('&')
  const answer = await client.call('GET', `/quote/ltp?${query}`)
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body.data as object).length).toBeGreaterThan(400)
})

it('asks for the header on the instrument dump, as the documentation shows it', async () => {
  const bare = await fetch(`${sandbox.url}/kite/instruments`, { headers: { 'x-kite-version': '3' } })
  expect(bare.status).toBe(403)
})

it('counts the orders of a depth level by its quantity', async () => {
  const client = await sandbox.login('SW1001')
  const [option] = await chain()
  await sleep(1_000)
  const { data } = (await client.call('GET', `/quote?i=${option!.token}`)).body
  const row = (data as Record<string, { depth: { buy: { quantity: number; orders: number }[] } }>)[option!.token]!
  expect(row.depth.buy.some(({ orders }) => orders > 1)).toBe(true)
  for (const { quantity, orders } of row.depth.buy) expect(orders).toBe(Math.floor(1 + Math.sqrt(quantity / 50)))
})

describe('the margin calculators', () => {
  it('show one split of span and exposure everywhere', async () => {
    const client = await sandbox.login('SW1002')
    const [option] = await callsByStrike()
    const [row] = await calculated<MarginRow[]>(client, '/margins/orders', [item(option!, 'SELL')])
    expect(row!.span / row!.exposure).toBeCloseTo(4.5, 3)
    expect(row!.total).toBeCloseTo(row!.span + row!.exposure, 2)
  })

  it('ask nothing for the sale of what is held, and the premium alone for a purchase', async () => {
    const client = await sandbox.login('SW1003')
    const [option] = await callsByStrike()
    await bought(client, option!)
    const [sale] = await calculated<MarginRow[]>(client, '/margins/orders', [item(option!, 'SELL')])
    expect(sale).toMatchObject({ span: 0, exposure: 0, option_premium: 0, total: 0 })
    const [purchase] = await calculated<MarginRow[]>(client, '/margins/orders', [item(option!, 'BUY')])
    expect(purchase!.total).toBeCloseTo(option!.ask * option!.lot_size, 2)
    const sell = [item(option!, 'SELL')]
    // No more than the ten calls a second that the broker takes.
    await sleep(1_100)
    for (const yes of ['true', 'True', '1']) {
      const path = `/margins/basket?consider_positions=${yes}`
      expect(await calculated(client, path, sell), yes).toMatchObject({ final: { total: 0 } })
    }
    for (const no of ['', '?consider_positions=false', '?consider_positions=False']) {
      const { final } = await calculated<{ final: MarginRow }>(client, `/margins/basket${no}`, sell)
      expect(final.span, no).toBeGreaterThan(0)
    }
  })

  it('give a basket the benefit of its hedge', async () => {
    const client = await sandbox.login('SW1002')
    const options = await callsByStrike()
    const short = options[Math.floor(options.length / 2)]!
    const hedge = options.find((option) => option.strike === short.strike + 100)!
    const basket = await calculated<{ initial: MarginRow; final: MarginRow; orders: MarginRow[] }>(
      client,
      '/margins/basket',
      [item(short, 'SELL'), item(hedge, 'BUY')],
    )
    expect(basket.final.span).toBeCloseTo(100 * short.lot_size, 2)
    expect(basket.final.exposure).toBeCloseTo(basket.initial.exposure, 2)
    expect(basket.initial.span).toBeCloseTo(basket.orders[0]!.span, 2)
    expect(basket.initial.span).toBeGreaterThan(10 * basket.final.span)
    expect(basket.final.option_premium).toBeCloseTo(hedge.ask * hedge.lot_size, 2)
  })

  const charges = {
    transaction_tax: expect.any(Number),
    transaction_tax_type: expect.any(String),
    exchange_turnover_charge: expect.any(Number),
    sebi_turnover_charge: expect.any(Number),
    brokerage: expect.any(Number),
    stamp_duty: expect.any(Number),
    gst: { igst: expect.any(Number), cgst: 0, sgst: 0, total: expect.any(Number) },
    total: expect.any(Number),
  }

  it('have the documented shapes, and totals alone in compact mode', async () => {
    const client = await sandbox.login('SW1002')
    const [option] = await callsByStrike()
    const order = [item(option!, 'BUY')]
    const basket = await calculated<Record<string, object>>(client, '/margins/basket', order)
    expect(basket).toMatchObject({ initial: { charges }, final: { charges }, orders: [{ charges }], charges })
    expect(basket['initial']).toMatchObject({ charges: { total: 0 }, type: '', leverage: 0 })
    expect(basket['charges']).toMatchObject({ brokerage: 20, transaction_tax_type: 'stt' })
    const total = expect.any(Number)
    const named = { type: 'equity', tradingsymbol: option!.tradingsymbol, exchange: 'NFO', total }
    expect(await calculated(client, '/margins/orders?mode=compact', order)).toEqual([named])
    const sum = { type: '', tradingsymbol: '', exchange: '', total }
    const compact = await calculated(client, '/margins/basket?mode=compact', order)
    expect(compact).toMatchObject({ initial: sum, final: sum, orders: [named] })
    expect((compact as { final: object }).final).toEqual(sum)
  })
})

it('shows the full profile and the forms of the holdings', async () => {
  const client = await sandbox.login('SW1001')
  expect(await client.data('GET', '/user/profile/full')).toMatchObject({
    user_id: 'SW1001',
    twofa_type: 'totp',
    bank_accounts: [{ account: expect.any(String) }],
    meta: { account_blocks: [] },
  })
  expect(await client.data('GET', '/portfolio/holdings/compact')).toEqual([])
  expect(await client.data('GET', '/portfolio/holdings/auctions')).toEqual([])
  expect(await client.data('GET', '/portfolio/holdings/summary')).toMatchObject({ total_pnl: 0, current_value: 0 })
})

it('shows an auction number on every order', async () => {
  const client = await sandbox.login('SW1004')
  const [option] = await callsByStrike()
  await bought(client, option!)
  const [order] = await client.data<{ order_id: string }[]>('GET', '/orders')
  expect(order).toMatchObject({ auction_number: null })
  const history = await client.data<object[]>('GET', `/orders/${order!.order_id}`)
  for (const step of history) expect(step).toMatchObject({ auction_number: null })
})

it('takes booleans as Python writes them', async () => {
  const client = await sandbox.login('SW1005')
  const [option] = await callsByStrike()
  const answer = await client.call('POST', '/orders/regular', {
    exchange: 'NFO',
    tradingsymbol: option!.tradingsymbol,
    transaction_type: 'BUY',
    quantity: String(option!.lot_size),
    product: 'NRML',
    order_type: 'LIMIT',
    price: option!.bid.toFixed(2),
    validity: 'IOC',
    autoslice: 'True',
  })
  expect(answer.status).toBe(200)
})

describe('a session', () => {
  const end = (query: Record<string, string>) =>
    fetch(`${sandbox.url}/kite/session/token?${new URLSearchParams(query).toString()}`, {
      method: 'DELETE',
      headers: { 'x-kite-version': '3' },
    })

  it('is ended by its token alone, and no other with it', async () => {
    const [mine, other] = [await sandbox.login('SW1006'), await sandbox.login('SW1007')]
    const api_key = mine.account.api_key
    expect((await end({ api_key, access_token: other.accessToken })).status).toBe(403)
    expect((await end({ api_key })).status).toBe(400)
    const ended = await end({ api_key, access_token: mine.accessToken })
    expect(await ended.json()).toEqual({ status: 'success', data: true })
    expect((await mine.call('GET', '/user/profile')).status).toBe(403)
    expect((await other.call('GET', '/user/profile')).status).toBe(200)
    // Whose header it comes with makes no difference.
    await mine.call('DELETE', `/session/token?api_key=${other.account.api_key}&access_token=${other.accessToken}`)
    expect((await other.call('GET', '/user/profile')).status).toBe(403)
  })

  it.each([
    [
      'is ended',
      async (client: BrokerClient) =>
        void (await end({ api_key: client.account.api_key, access_token: client.accessToken })),
    ],
    ['is replaced by a newer login', async () => void (await sandbox.login('SW1008'))],
  ])('closes its ticker connections when it %s', async (_how, change) => {
    const client = await sandbox.login('SW1008')
    const socket = await ticker(`${sandbox.url}/ticker`, client)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await change(client)
    await closed
    await expect(ticker(`${sandbox.url}/ticker`, client)).rejects.toThrow('403')
  })
})
