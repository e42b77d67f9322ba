// @invariant newest-login
// @invariant no-secret-leaves
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderRequest } from '@strikewise/execution/order/order.ts'
import type { BrokerUpdate } from '@strikewise/execution/ports.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { nodeTimers } from '@strikewise/kite/ticker/timers.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import type { BrokerLink } from '../../src/broker-account.ts'
import { KiteBroker, type KiteBrokerOptions } from '../../src/zerodha/kite-broker.ts'
import { recorded, recordedData } from './recordings.ts'
import { until } from '@strikewise/broker-conformance/run-contract.ts'

interface Asked {
  readonly method: string
  readonly url: string
  readonly form: Readonly<Record<string, string>>
  readonly authorization: string | undefined
  /** The how-many-eth connection it came over. */
  readonly connection: number
}

/** What the contract shows of every broker port is not shown again here: this is what Kite alone receives and sends. */
let server: Server
let ticker: WebSocketServer
let asked: Asked[]
let answered: number
let connections: Socket[]
let orders: unknown
/** What every call is answered with instead. */
let failing: { readonly status: number; readonly body: unknown } | undefined
const open: KiteBroker[] = []

const yes = () => true
const ORDER_ID = '151220000000000'
const order: OrderRequest = {
  tag: 'e0123456789abcdefg01',
  tradingsymbol: 'NIFTY26D0124000CE',
  side: 'BUY',
  product: 'MIS',
  terms: { kind: 'LIMIT', quantity: 65, price: 15_020 as Paise, validity: 'IOC' },
}
const credentials = {
  mode: 'paper',
  apiKey: new Secret('key'),
  accessToken: new Secret('token'),
  egressAddress: null,
} as const
const success = (data: unknown) => ({ status: 'success', data })

beforeEach(async () => {
  asked = []
  answered = 0
  connections = []
  orders = success([])
  failing = undefined
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers, socket } = request
      const form = Object.fromEntries(new URLSearchParams(body))
      asked.push({ method, url, form, authorization: headers.authorization, connection: connections.indexOf(socket) })
      response.on('finish', () => (answered += 1))
      const { status, body: reported } = failing ?? { status: 200, body: answerTo(method, url) }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(reported))
    })
  })
  server.on('connection', (socket) => connections.push(socket))
  ticker = new WebSocketServer({ server, path: '/ticker' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const broker of open.splice(0)) await broker.close()
  ticker.close()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

function answerTo(method: string, url: string): unknown {
  if (method === 'POST') return recorded('official/order_response.json')
  if (method === 'PUT') return recorded('official/order_modify.json')
  if (method === 'DELETE') return recorded('official/order_cancel.json')
  return url === '/user/profile' ? recorded('official/profile.json') : orders
}

async function opened(change: Partial<KiteBrokerOptions> = {}): Promise<KiteBroker> {
  const { port } = server.address() as AddressInfo
  const broker = new KiteBroker({
    urls: () => ({ apiUrl: `http://127.0.0.1:${port}`, tickerUrl: `ws://127.0.0.1:${port}/ticker` }),
    clock: { now: () => 0 as EpochMs },
    algoId: 'ALGO1',
    credentials: async () => credentials,
    onError: () => undefined,
    ...change,
  })
  open.push(broker)
  await broker.refresh()
  return broker
}

it('calls with the newest login when two refreshes overlap and the older reading ends last (B8)', async () => {
  const readings: ((link: BrokerLink) => void)[] = []
  const broker = await opened()
  const { port } = server.address() as AddressInfo
  const overlapping = new KiteBroker({
    urls: () => ({ apiUrl: `http://127.0.0.1:${port}`, tickerUrl: `ws://127.0.0.1:${port}/ticker` }),
    clock: { now: () => 0 as EpochMs },
    algoId: undefined,
    credentials: () => new Promise((resolve) => void readings.push(resolve)),
    onError: () => undefined,
  })
  open.push(overlapping)
  const withToken = (token: string): BrokerLink => ({ ...credentials, accessToken: { reveal: () => token } })
  const first = overlapping.refresh()
  const second = overlapping.refresh()
  // Before readings were one at a time the second had begun by now, and could end first.
  readings[1]?.(withToken('new-token'))
  readings[0]!(withToken('old-token'))
  await first
  await until('the second reading', async () => readings[1])
  readings[1]!(withToken('new-token'))
  expect(await second).toBe(true)
  asked.length = 0
  await overlapping.orders()
  expect(asked.filter(({ url }) => url === '/orders').map(({ authorization }) => authorization)).toEqual([
    'token key:new-token',
  ])
  await broker.close()
})

it('shows that another login is in force once calls carry it, however long its vault took', async () => {
  const { port } = server.address() as AddressInfo
  const vault = Promise.withResolvers<BrokerLink>()
  const slow = new KiteBroker({
    urls: () => ({ apiUrl: `http://127.0.0.1:${port}`, tickerUrl: `ws://127.0.0.1:${port}/ticker` }),
    clock: { now: () => 0 as EpochMs },
    algoId: undefined,
    credentials: () => vault.promise,
    onError: () => undefined,
  })
  open.push(slow)
  const readings: ReturnType<KiteBroker['orders']>[] = []
  slow.updates(({ type }) => {
    if (type === 'login') readings.push(slow.orders())
  })
  const refreshed = slow.refresh()
  expect(await slow.orders()).toMatchObject({ ok: false, code: 'token_dead' })
  vault.resolve(credentials)
  await refreshed
  expect(await Promise.all(readings)).toMatchObject([{ ok: true }])
})

const orderCalls = (): Asked[] => asked.filter(({ method }) => method !== 'GET')
const profiles = (): Asked[] => asked.filter(({ url }) => url === '/user/profile')

describe('what is sent', () => {
  it('places an order with its tag, under the account’s own token', async () => {
    const broker = await opened()
    expect(await broker.place(order, yes)).toEqual({ type: 'accepted', orderId: ORDER_ID })
    expect(orderCalls()).toMatchObject([{ url: '/orders/regular', authorization: 'token key:token' }])
    expect(orderCalls()[0]!.form).toEqual({
      exchange: 'NFO',
      tradingsymbol: 'NIFTY26D0124000CE',
      transaction_type: 'BUY',
      order_type: 'LIMIT',
      quantity: '65',
      product: 'MIS',
      validity: 'IOC',
      price: '150.2',
      tag: 'e0123456789abcdefg01',
    })
  })

  it('names the registered algorithm in orders of live links', async () => {
    const broker = await opened({ credentials: async () => ({ ...credentials, mode: 'live' }) })
    await broker.place(order, yes)
    expect(orderCalls()[0]!.form).toMatchObject({ algo_id: 'ALGO1' })
  })

  it('changes an order with the complete set of values', async () => {
    const broker = await opened()
    const stop = { kind: 'SL', quantity: 65, price: 11_010 as Paise, trigger: 12_010 as Paise } as const
    expect(await broker.modify(ORDER_ID, stop, yes)).toEqual({ type: 'accepted', orderId: ORDER_ID })
    await broker.modify(ORDER_ID, { kind: 'MARKET', quantity: 65 }, yes)
    expect(orderCalls().map(({ form }) => form)).toEqual([
      { order_type: 'SL', quantity: '65', validity: 'DAY', price: '110.1', trigger_price: '120.1' },
      { order_type: 'MARKET', quantity: '65', validity: 'DAY', market_protection: '-1' },
    ])
  })
})

it('sends nothing of a call it cannot even write out', async () => {
  const broker = await opened()
  const senseless = { ...order.terms, price: Number.NaN as Paise }
  expect(await broker.place({ ...order, tag: 'with blank' }, yes)).toMatchObject({ code: 'bad_request' })
  expect(await broker.place({ ...order, terms: senseless }, yes)).toMatchObject({ code: 'bad_request' })
  expect(await broker.modify(ORDER_ID, senseless, yes)).toMatchObject({ code: 'bad_request' })
  expect(await broker.cancel('', yes)).toMatchObject({ code: 'bad_request' })
  expect(orderCalls()).toEqual([])
})

describe('what is notified', () => {
  it('does not take an answer about another order', async () => {
    const broker = await opened()
    expect(await broker.cancel(ORDER_ID, yes)).toMatchObject({ type: 'accepted' })
    expect(await broker.cancel('2', yes)).toMatchObject({ type: 'in_doubt' })
  })

  it('reads a day’s book: phases, kinds, our tag among the broker’s, rejections as text', async () => {
    orders = recorded('synthetic/orders_option_day.json')
    const book = await (await opened()).orders()
    expect(book.ok && book.value.map(({ phase, kind, side, tag, filled }) => [phase, kind, side, tag, filled])).toEqual(
      [
        ['complete', 'LIMIT', 'BUY', 'e01k9f3', 130],
        ['armed', 'SL', 'SELL', 's01k9f3', 0],
        ['open', 'LIMIT', 'BUY', 'e02k9f3', 65],
        ['cancelled', 'LIMIT', 'BUY', 'e03k9f3', 65],
        ['rejected', 'LIMIT', 'BUY', 'e04k9f3', 0],
        ['open', 'LIMIT', 'SELL', 'x02k9f3', 0],
      ],
    )
    expect(book.ok && book.value[4]!.message).toContain('Insufficient funds')
  })

  it.each([
    [null, ['mktp', 'mktp:3.00'], null],
    [null, ['mktp', 'x02k9f3'], 'x02k9f3'],
    ['x02k9f3', ['x02k9f3', 'mktp'], 'x02k9f3'],
  ])('takes no entry of the broker for a tag: %j %j', async (tag, tags, expected) => {
    const [row] = recordedData<object[]>('synthetic/orders_option_day.json')
    orders = success([{ ...row, tag, tags }])
    expect(await (await opened()).orders()).toMatchObject({ value: [{ tag: expected }] })
  })

  it('reports pushed orders as the book would, and of a change only that something moved', async () => {
    const received: BrokerUpdate[] = []
    const broker = await opened()
    broker.updates((update) => received.push(update))
    const { frames } = recorded('synthetic/ws_text_frames.json') as { frames: object[] }
    const [socket] = await until('the connection for updates', async () =>
      ticker.clients.size > 0 ? [...ticker.clients] : undefined,
    )
    for (const frame of [...frames, { type: 'order', data: { order_id: '1' } }]) socket!.send(JSON.stringify(frame))
    const reported = await until('both updates', async () => {
      const orders = received.filter(({ type }) => type !== 'look')
      return orders.length === 2 ? orders : undefined
    })
    orders = recorded('synthetic/orders_option_day.json')
    const book = await broker.orders()
    expect(reported).toEqual([{ type: 'moved' }, { type: 'order', order: book.ok && book.value[0] }])
  })
})

describe('a broker that repeats the header it was called with', () => {
  const SECRETS = ['canaryapikey', 'canaryaccesstoken']
  const [apiKey, accessToken] = SECRETS.map((value) => new Secret(value))
  const words = `Incorrect login: token ${SECRETS.join(':')}`
  const canary = () =>
    opened({ credentials: async () => ({ ...credentials, apiKey: apiKey!, accessToken: accessToken! }) })

  it.each([
    ['refuses', 403, 'TokenException'],
    ['leaves it in doubt', 500, 'GeneralException'],
  ])('%s: no listener is called', async (_what, status, error_type) => {
    const broker = await canary()
    failing = { status, body: { status: 'error', message: words, error_type, data: null } }
    const stop = { kind: 'SL', quantity: 65, price: 11_010 as Paise, trigger: 12_010 as Paise } as const
    const reported = JSON.stringify([
      await broker.place(order, yes),
      await broker.modify(ORDER_ID, stop, yes),
      await broker.cancel(ORDER_ID, yes),
      await broker.orders(),
      await broker.trades(),
      await broker.positions(),
      await broker.funds(),
    ])
    expect(reported.split('Incorrect login: token [secret]:[secret]')).toHaveLength(8)
    expect(SECRETS.filter((secret) => reported.includes(secret))).toEqual([])
  })

  it('writes it into the book or pushes it: no client receives it', async () => {
    const broker = await canary()
    const received: BrokerUpdate[] = []
    broker.updates((update) => received.push(update))
    const [row] = recordedData<object[]>('synthetic/orders_option_day.json')
    orders = success([{ ...row, status_message: words }])
    const book = await broker.orders()
    const [socket] = await until('the connection for updates', async () =>
      ticker.clients.size > 0 ? [...ticker.clients] : undefined,
    )
    const { frames } = recorded('synthetic/ws_text_frames.json') as { frames: { type: string; data?: object }[] }
    for (const frame of frames)
      if (frame.type === 'order')
        socket!.send(JSON.stringify({ ...frame, data: { ...frame.data, status_message: words } }))
    const pushed = await until('the update', async () => received.find(({ type }) => type === 'order'))
    expect(book).toMatchObject({ value: [{ message: 'Incorrect login: token [secret]:[secret]' }] })
    expect(pushed).toMatchObject({ order: { message: 'Incorrect login: token [secret]:[secret]' } })
  })
})

describe('the link', () => {
  it('without a usable token nothing is asked of the broker', async () => {
    const broker = await opened({ credentials: async () => undefined })
    expect(await broker.place(order, yes)).toMatchObject({ type: 'refused', code: 'token_dead' })
    expect(await broker.orders()).toMatchObject({ ok: false, code: 'token_dead' })
    expect(asked).toEqual([])
  })

  it('that cannot be read keeps the token it has: exits go on while the store is away', async () => {
    let storeIsUp = true
    const problems: string[] = []
    const broker = await opened({
      credentials: async () => {
        if (!storeIsUp) throw new Error('the store is down')
        return credentials
      },
      onError: (what) => problems.push(what),
    })
    storeIsUp = false
    await broker.refresh()
    expect(await broker.orders()).toMatchObject({ ok: true })
    expect(problems).toHaveLength(1)
  })
})

it('leaves nothing behind that would keep its process alive', async () => {
  const pending = new Set<object>()
  const realTime: typeof nodeTimers = {
    now: () => nodeTimers.now(),
    after(ms, work) {
      const timer = {}
      pending.add(timer)
      const cancel = nodeTimers.after(ms, () => {
        pending.delete(timer)
        work()
      })
      return () => {
        pending.delete(timer)
        cancel()
      }
    },
  }
  const broker = await opened({ realTime })
  await until('the connection for updates', async () => (ticker.clients.size === 1 ? true : undefined))
  await broker.close()
  expect([...pending]).toEqual([])
})

describe('the connection for orders', () => {
  /** Resolves when `calls` have been answered and the answers have come. */
  async function quiet(broker: KiteBroker, calls: number): Promise<void> {
    await until(`${calls} answers`, async () => (answered >= calls ? true : undefined))
    await broker.trades()
  }

  it('stands before the first order, which opens no other', async () => {
    const broker = await opened()
    await quiet(broker, 2)
    await Promise.all([broker.orders(), broker.positions()])
    const before = connections.length
    await broker.place(order, yes)
    expect(connections).toHaveLength(before)
    const [placed] = orderCalls()
    expect(profiles().map(({ connection }) => connection)).toContain(placed!.connection)
    // Readings keep to their own.
    const together = asked.filter(({ connection }) => connection === placed!.connection)
    expect(together.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /user/profile', 'POST /orders/regular'])
  })

  it('is recreated for a new token', async () => {
    let accessToken = new Secret('token')
    const broker = await opened({ credentials: async () => ({ ...credentials, accessToken }) })
    await quiet(broker, 2)
    accessToken = new Secret('tomorrow')
    await broker.refresh()
    await quiet(broker, 5)
    const before = connections.length
    await broker.place(order, yes)
    expect(connections).toHaveLength(before)
    expect(orderCalls()[0]).toMatchObject({ authorization: 'token key:tomorrow' })
  })

  it('is kept by the readings: one of them goes over it when it has been quiet', async () => {
    let skewMs = 0
    const realTime = { ...nodeTimers, now: () => performance.now() + skewMs }
    const broker = await opened({ realTime })
    await quiet(broker, 2)
    const old = profiles().map(({ connection }) => connections[connection]!)
    server.closeIdleConnections()
    await until('the connections to be gone', async () => (old.every(({ destroyed }) => destroyed) ? true : undefined))
    // A reading that got through has seen the old connections go.
    await until('a reading', async () => ((await broker.trades()).ok ? true : undefined))
    skewMs = 30_000
    await broker.orders()
    await broker.orders()
    const before = connections.length
    await broker.place(order, yes)
    expect(connections).toHaveLength(before)
    const together = asked.filter(({ connection }) => connection === orderCalls()[0]!.connection)
    expect(together.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /orders', 'POST /orders/regular'])
  })
})
