// @invariant no-secret-leaves
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { BrokerUpdate } from '@strikewise/execution/ports.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recorded, recordedData } from './recordings.ts'
import { until } from '@strikewise/broker-conformance/run-contract.ts'
import { CREDENTIALS, KiteServer, ORDER, ORDER_ID, success } from './kite-server.ts'

const yes = () => true

const kite = new KiteServer()
beforeEach(() => kite.start())
afterEach(() => kite.stop())

describe('what is sent', () => {
  it('places an order with its tag, under the account’s own token', async () => {
    const broker = await kite.opened()
    expect(await broker.place(ORDER, yes)).toEqual({ type: 'accepted', orderId: ORDER_ID })
    expect(kite.orderCalls()).toMatchObject([{ url: '/orders/regular', authorization: 'token key:token' }])
    expect(kite.orderCalls()[0]!.form).toEqual({
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

  it('names the logic that decided in orders of live links, else the service', async () => {
    const broker = await kite.opened({ credentials: async () => ({ ...CREDENTIALS, mode: 'live' }) })
    await broker.place(ORDER, yes)
    await broker.place({ ...ORDER, algoId: 'REGISTERED' }, yes)
    expect(kite.orderCalls().map(({ form }) => form)).toMatchObject([{ algo_id: 'ALGO1' }, { algo_id: 'REGISTERED' }])
  })

  it('changes an order with the complete set of values', async () => {
    const broker = await kite.opened()
    const stop = { kind: 'SL', quantity: 65, price: 11_010 as Paise, trigger: 12_010 as Paise } as const
    expect(await broker.modify(ORDER_ID, stop, yes)).toEqual({ type: 'accepted', orderId: ORDER_ID })
    await broker.modify(ORDER_ID, { kind: 'MARKET', quantity: 65 }, yes)
    expect(kite.orderCalls().map(({ form }) => form)).toEqual([
      { order_type: 'SL', quantity: '65', validity: 'DAY', price: '110.1', trigger_price: '120.1' },
      { order_type: 'MARKET', quantity: '65', validity: 'DAY', market_protection: '-1' },
    ])
  })
})

it('sends nothing of a call it cannot even write out', async () => {
  const broker = await kite.opened()
  const senseless = { ...ORDER.terms, price: Number.NaN as Paise }
  expect(await broker.place({ ...ORDER, tag: 'with blank' }, yes)).toMatchObject({ code: 'bad_request' })
  expect(await broker.place({ ...ORDER, terms: senseless }, yes)).toMatchObject({ code: 'bad_request' })
  expect(await broker.modify(ORDER_ID, senseless, yes)).toMatchObject({ code: 'bad_request' })
  expect(await broker.cancel('', yes)).toMatchObject({ code: 'bad_request' })
  expect(kite.orderCalls()).toEqual([])
})

describe('what is notified', () => {
  it('does not take an answer about another order', async () => {
    const broker = await kite.opened()
    expect(await broker.cancel(ORDER_ID, yes)).toMatchObject({ type: 'accepted' })
    expect(await broker.cancel('2', yes)).toMatchObject({ type: 'in_doubt' })
  })

  it('reads a day’s book: phases, kinds, our tag among the broker’s, rejections as text', async () => {
    kite.orders = recorded('synthetic/orders_option_day.json')
    const book = await (await kite.opened()).orders()
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
    kite.orders = success([{ ...row, tag, tags }])
    expect(await (await kite.opened()).orders()).toMatchObject({ value: [{ tag: expected }] })
  })

  it('reports pushed orders as the book would, and of a change only that something moved', async () => {
    const received: BrokerUpdate[] = []
    const broker = await kite.opened()
    broker.updates((update) => received.push(update))
    const { frames } = recorded('synthetic/ws_text_frames.json') as { frames: object[] }
    const [socket] = await until('the connection for updates', async () =>
      kite.ticker.clients.size > 0 ? [...kite.ticker.clients] : undefined,
    )
    for (const frame of [...frames, { type: 'order', data: { order_id: '1' } }]) socket!.send(JSON.stringify(frame))
    const reported = await until('both updates', async () => {
      const orders = received.filter(({ type }) => type !== 'look')
      return orders.length === 2 ? orders : undefined
    })
    kite.orders = recorded('synthetic/orders_option_day.json')
    const book = await broker.orders()
    expect(reported).toEqual([{ type: 'moved' }, { type: 'order', order: book.ok && book.value[0] }])
  })
})

describe('a broker that repeats the header it was called with', () => {
  const SECRETS = ['canaryapikey', 'canaryaccesstoken']
  const [apiKey, accessToken] = SECRETS.map((value) => new Secret(value))
  const words = `Incorrect login: token ${SECRETS.join(':')}`
  const canary = () =>
    kite.opened({ credentials: async () => ({ ...CREDENTIALS, apiKey: apiKey!, accessToken: accessToken! }) })

  it.each([
    ['refuses', 403, 'TokenException'],
    ['leaves it in doubt', 500, 'GeneralException'],
  ])('%s: no listener is called', async (_what, status, error_type) => {
    const broker = await canary()
    kite.failing = { status, body: { status: 'error', message: words, error_type, data: null } }
    const stop = { kind: 'SL', quantity: 65, price: 11_010 as Paise, trigger: 12_010 as Paise } as const
    const reported = JSON.stringify([
      await broker.place(ORDER, yes),
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
    kite.orders = success([{ ...row, status_message: words }])
    const book = await broker.orders()
    const [socket] = await until('the connection for updates', async () =>
      kite.ticker.clients.size > 0 ? [...kite.ticker.clients] : undefined,
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
