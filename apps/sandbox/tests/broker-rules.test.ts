import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SandboxFixture, type BrokerClient } from './sandbox-fixture.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await SandboxFixture.start({ speed: 1 })
})
afterAll(() => sandbox.sandbox.close())

interface Option {
  readonly token: number
  readonly tradingsymbol: string
  readonly lot_size: number
  readonly bid: number
  readonly ask: number
}

async function orderForm(change: Record<string, string> = {}): Promise<Record<string, string>> {
  const [option] = await sandbox.get<Option[]>('/sandbox/chain?symbol=NIFTY')
  return {
    exchange: 'NFO',
    tradingsymbol: option!.tradingsymbol,
    transaction_type: 'BUY',
    quantity: String(option!.lot_size),
    product: 'NRML',
    order_type: 'LIMIT',
    price: option!.bid.toFixed(2),
    validity: 'DAY',
    ...change,
  }
}

it('wants its headers, its forms, its paths and its methods', async () => {
  const client = await sandbox.login()
  const bare = await fetch(`${sandbox.url}/kite/user/profile`)
  expect(bare.status).toBe(400)
  const stranger = await client.call('GET', '/user/profile', undefined, { authorization: 'token a:b' })
  expect(stranger).toMatchObject({ status: 403, body: { status: 'error', error_type: 'TokenException', data: null } })
  expect((await client.call('GET', '/nothing')).status).toBe(404)
  expect((await client.call('POST', '/user/profile', {})).status).toBe(405)
  const sentAsJson = await client.raw('POST', '/orders/regular', undefined, { 'content-type': 'application/json' })
  expect(sentAsJson.status).toBe(400)
  expect(await client.call('GET', '/user/margins/gold')).toMatchObject({
    status: 400,
    body: { error_type: 'InputException' },
  })
})

it('gzips the instrument dump for those who take it', async () => {
  const client = await sandbox.login()
  const plain = await client.raw('GET', '/instruments/NFO', undefined, { 'accept-encoding': 'identity' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('content-type')).toBe('text/csv')
  const zipped = await client.raw('GET', '/instruments/NFO', undefined, { 'accept-encoding': 'gzip' })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(await zipped.text()).toBe(await plain.text())
})

it('counts calls by calendar second: one quote, ten orders', async () => {
  const client = await sandbox.login('SW1002')
  // Calls sent at once fall into one second, or into two where it ends among them.
  const quotes = await Promise.all([1, 2, 3].map(() => client.call('GET', '/quote/ltp?i=NSE:NIFTY%2050')))
  const refused = quotes.filter((answer) => answer.status === 429)
  expect(refused.length === 1 || refused.length === 2).toBe(true)
  expect(refused[0]!.body).toMatchObject({ error_type: 'NetworkException', message: 'Too many requests' })
  const form = await orderForm({ price: '0.05' })
  const orders = await Promise.all(Array.from({ length: 24 }, () => client.call('POST', '/orders/regular', form)))
  const taken = orders.filter((answer) => answer.status === 200).length
  expect(taken >= 10 && taken <= 20).toBe(true)
})

it('lets only listed addresses send orders, and reads from anywhere', async () => {
  const client = await sandbox.login('SW1003')
  await sandbox.control('PUT', '/accounts/SW1003', { allowed_ips: ['192.0.2.7'] })
  const refused = await client.call('POST', '/orders/regular', await orderForm())
  expect(refused).toMatchObject({ status: 403, body: { error_type: 'PermissionException' } })
  expect(refused.body.message).toContain('IP (127.0.0.1) is not allowed')
  expect((await client.call('GET', '/orders')).body.data).toEqual([])
  await sandbox.control('PUT', '/accounts/SW1003', { allowed_ips: ['127.0.0.1'] })
  expect((await client.call('POST', '/orders/regular', await orderForm())).status).toBe(200)
})

it('keeps market data from the Personal plan', async () => {
  const client = await sandbox.login('SW1004')
  await sandbox.control('PUT', '/accounts/SW1004', { plan: 'personal' })
  const quote = await client.call('GET', '/quote?i=NSE:NIFTY%2050')
  expect(quote).toMatchObject({ status: 403, body: { error_type: 'PermissionException' } })
  expect((await client.call('GET', '/user/margins')).status).toBe(200)
  expect(await handshake(client)).toBe('refused')
})

it('posts order updates with a checksum the app can check', async () => {
  const received = Promise.withResolvers<Record<string, string>>()
  const listener = createServer((request, response) => {
    void json(request).then((body) => received.resolve(body as Record<string, string>))
    response.end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  await sandbox.control('PUT', '/accounts/SW1005', { postback_url: `http://127.0.0.1:${port}/hook` })
  const client = await sandbox.login('SW1005')
  await client.data('POST', '/orders/regular', await orderForm({ price: '0.05', validity: 'IOC', tag: 'hook' }))
  const body = await received.promise
  expect(body).toMatchObject({ status: 'CANCELLED', tag: 'hook', user_id: 'SW1005', unfilled_quantity: 65 })
  const expected = createHash('sha256')
    .update(`${body['order_id']}${body['order_timestamp']}${client.account.api_secret}`)
    .digest('hex')
  expect(body['checksum']).toBe(expected)
  listener.closeAllConnections()
  await new Promise((resolve) => listener.close(resolve))
})

it('limits connections, ignores tokens sent as text and answers an expired token with 403', async () => {
  const client = await sandbox.login('SW1006')
  const sockets = await Promise.all([open(client), open(client), open(client)])
  expect(await handshake(client)).toBe('refused')
  const [socket] = sockets
  const frames: unknown[] = []
  socket.addEventListener('message', (event) => frames.push(event.data))
  socket.send(JSON.stringify({ a: 'subscribe', v: ['256265'] }))
  socket.send('not json')
  while (!frames.some((frame) => typeof frame === 'string')) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(JSON.parse(String(frames.find((frame) => typeof frame === 'string')))).toMatchObject({ type: 'error' })
  const connections = (await sandbox.get<{ connections: { userId: string; instruments: number }[] }>('/sandbox/market'))
    .connections
  expect(connections.filter((one) => one.userId === 'SW1006').map((one) => one.instruments)).toEqual([0, 0, 0])
  expect(await refusal('none')).toEqual({
    status: 403,
    body: { status: 'error', message: 'Authentication failed.', error_type: 'TokenException' },
  })
  for (const open of sockets) open.close()
})

/** The answer to a handshake that is not accepted. */
async function refusal(accessToken: string): Promise<unknown> {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
  const key = { 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', 'sec-websocket-version': '13' }
  const call = request(`${sandbox.url}/ticker?api_key=x&access_token=${accessToken}`, {
    headers: { ...upgrade, ...key },
  })
  call.end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await json(response) }
}

function tickerUrl(client: BrokerClient): string {
  return `${sandbox.url.replace('http', 'ws')}/ticker?api_key=${client.account.api_key}&access_token=${client.accessToken}`
}

async function open(client: BrokerClient): Promise<WebSocket> {
  const socket = new WebSocket(tickerUrl(client))
  socket.binaryType = 'arraybuffer'
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('refused')))
  })
  return socket
}

function handshake(client: BrokerClient): Promise<'open' | 'refused'> {
  return open(client).then(
    (socket) => {
      socket.close()
      return 'open'
    },
    () => 'refused',
  )
}
