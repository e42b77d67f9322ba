import { paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionChecksum } from '../src/login/checksum.ts'
import { type KiteClient, createKiteClient } from '../src/rest/client.ts'
import type { NewOrder, OrderChange } from '../src/rest/order-calls.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { fixtureText } from './fixtures/load.ts'
import { type Seen, type TestServer, sendJson, startHttpServer } from './support/http-server.ts'

const TOKEN_ERROR = { status: 'error', message: 'Incorrect.', data: null, error_type: 'TokenException' }

let server: TestServer
let client: KiteClient
let token: Secret
let expired: number
/** What the server answers next. */
let answer: { status: number; body: string | object; type?: string }

beforeAll(async () => {
  server = await startHttpServer((seen, reply) => {
    if (answer.type === undefined) return sendJson(reply, answer.status, answer.body)
    const packed = gzipSync(answer.body as string)
    reply.writeHead(answer.status, {
      'content-type': answer.type,
      ...(seen.headers['accept-encoding'] === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
    })
    reply.end(packed)
  })
})
afterAll(() => server.close())

beforeEach(() => {
  server.seen.length = 0
  expired = 0
  token = new Secret('token-1')
  answer = { status: 200, body: { status: 'success', data: true } }
  client = createKiteClient({
    rootUrl: `${server.url}/kite`,
    apiKey: 'key1',
    accessToken: () => token,
    onSessionExpired: () => expired++,
  })
  return () => client.close()
})

const fixture = (name: string) => {
  answer = { status: 200, body: fixtureText(name) }
}
const last = (): Seen => server.seen.at(-1)!
const form = () => Object.fromEntries(new URLSearchParams(last().body))

const ORDER: NewOrder = {
  variety: 'regular',
  exchange: 'NFO',
  tradingsymbol: 'NIFTY26D0124000CE',
  side: 'BUY',
  orderType: 'LIMIT',
  quantity: 65,
  product: 'NRML',
  validity: 'IOC',
  price: paise(12125),
  tag: 'e01k9f3',
}
const CHANGE: OrderChange = {
  orderType: 'SL',
  quantity: 65,
  validity: 'DAY',
  price: paise(10500),
  triggerPrice: paise(11005),
}

describe('every call', () => {
  it('is signed, versioned, and keeps the root’s prefix', async () => {
    await client.orders()
    expect(last().path).toBe('/kite/orders')
    expect(last().headers).toMatchObject({ 'x-kite-version': '3', authorization: 'token key1:token-1' })
  })

  it('takes a new token at once', async () => {
    await client.orders()
    token = new Secret('token-2')
    await client.orders()
    expect(last().headers.authorization).toBe('token key1:token-2')
  })

  it('reports once a token that the session is over, and not for one already replaced', async () => {
    answer = { status: 403, body: TOKEN_ERROR }
    expect(await client.orders()).toMatchObject({ ok: false, code: 'token_expired', httpStatus: 403 })
    expect(await client.placeOrder(ORDER)).toMatchObject({ outcome: 'refused', code: 'token_expired' })
    expect(expired).toBe(1)
    token = new Secret('token-2')
    const late = client.orders()
    token = new Secret('token-3')
    await late
    expect(expired).toBe(1)
    await client.orders()
    expect(expired).toBe(2)
  })

  it('does not take a missing permission for the end of the session', async () => {
    answer = { status: 403, body: { ...TOKEN_ERROR, error_type: 'PermissionException' } }
    expect(await client.quotes(['NSE:NIFTY 50'])).toMatchObject({ ok: false, code: 'not_permitted' })
    expect(expired).toBe(0)
  })

  it('warms a connection of each lane', async () => {
    fixture('official/profile.json')
    expect(await client.warm()).toBe(true)
    expect(server.seen.map((seen) => seen.path)).toEqual(['/kite/user/profile', '/kite/user/profile'])
    answer = { status: 403, body: TOKEN_ERROR }
    expect(await client.warm()).toBe(false)
  })
})

describe('orders', () => {
  it('are placed as a form', async () => {
    fixture('official/order_response.json')
    expect(await client.placeOrder(ORDER)).toEqual({ outcome: 'accepted', orderId: '151220000000000', slices: [] })
    expect(`${last().method} ${last().path}`).toBe('POST /kite/orders/regular')
    expect(last().headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(form()).toEqual({
      exchange: 'NFO',
      tradingsymbol: 'NIFTY26D0124000CE',
      transaction_type: 'BUY',
      order_type: 'LIMIT',
      quantity: '65',
      product: 'NRML',
      validity: 'IOC',
      price: '121.25',
      tag: 'e01k9f3',
    })
  })

  it.each(['', 'a b', 'x'.repeat(21), 'tag-1'])('with the tag %j are not sent', async (tag) => {
    await expect(client.placeOrder({ ...ORDER, tag })).rejects.toThrow(RangeError)
    expect(server.seen).toHaveLength(0)
  })

  it('carry protection where asked', async () => {
    await client.placeOrder({ ...ORDER, orderType: 'MARKET', marketProtection: -1 })
    expect(form()).toMatchObject({ order_type: 'MARKET', market_protection: '-1' })
  })

  it('are modified with the complete set of values', async () => {
    answer = { status: 200, body: { status: 'success', data: { order_id: '2059900000000000002' } } }
    expect(await client.modifyOrder('regular', '2059900000000000002', CHANGE)).toMatchObject({ outcome: 'accepted' })
    expect(`${last().method} ${last().path}`).toBe('PUT /kite/orders/regular/2059900000000000002')
    expect(form()).toEqual({ order_type: 'SL', quantity: '65', validity: 'DAY', price: '105', trigger_price: '110.05' })
  })

  it('are cancelled by path alone', async () => {
    answer = { status: 200, body: { status: 'success', data: { order_id: '7' } } }
    expect(await client.cancelOrder('regular', '7')).toEqual({ outcome: 'accepted', orderId: '7' })
    expect(`${last().method} ${last().path}?${last().query.toString()}`).toBe('DELETE /kite/orders/regular/7?')
    await client.cancelOrder('co', '7', { parentOrderId: '6' })
    expect(last().query.get('parent_order_id')).toBe('6')
  })

  it('of no id are not asked for', async () => {
    await expect(client.cancelOrder('regular', '')).rejects.toThrow('order id must not be empty')
    await expect(client.orderHistory('')).rejects.toThrow(RangeError)
    fixture('official/order_info.json')
    await client.orderHistory('../trades')
    expect(last().path).toBe('/kite/orders/..%2Ftrades')
  })

  it.each([
    ['orders', () => client.orders(), 'synthetic/orders_option_day.json', '/kite/orders', 6],
    [
      'history',
      () => client.orderHistory('2'),
      'synthetic/order_history_sl_trail_then_fill.json',
      '/kite/orders/2',
      10,
    ],
    ['trades', () => client.trades(), 'official/trades.json', '/kite/trades', 3],
    [
      'an order’s trades',
      () => client.orderTrades('1'),
      'synthetic/order_trades_two_fills.json',
      '/kite/orders/1/trades',
      2,
    ],
  ] as const)('%s are read', async (_what, call, file, path, rows) => {
    fixture(file)
    const read = await call()
    expect(last().path).toBe(path)
    expect(read.ok && read.value.rows).toHaveLength(rows)
  })

  it('that are no list are unreadable, never an empty book', async () => {
    answer = { status: 200, body: { status: 'success', data: null } }
    expect(await client.orders()).toMatchObject({ ok: false, code: 'unreadable', message: 'data is not a list' })
  })
})

describe('the session', () => {
  it('is made from a request token without signing, and hides its token', async () => {
    fixture('official/generate_session.json')
    const session = await client.createSession(new Secret('RequestToken1'), 'secret-1')
    expect(session).toMatchObject({ ok: true, value: { userId: 'XX0000' } })
    expect(last().headers.authorization).toBeUndefined()
    expect(form()).toEqual({
      api_key: 'key1',
      request_token: 'RequestToken1',
      checksum: sessionChecksum('key1', 'RequestToken1', 'secret-1'),
    })
  })

  it('a refused login is not the end of another session', async () => {
    answer = { status: 403, body: { ...TOKEN_ERROR, message: 'Invalid `checksum`.' } }
    expect(await client.createSession('t', 's')).toMatchObject({
      ok: false,
      code: 'token_expired',
      message: 'Invalid `checksum`.',
    })
    expect(expired).toBe(0)
  })

  it('is ended', async () => {
    fixture('official/session_logout.json')
    expect(await client.endSession(token)).toEqual({ outcome: 'accepted' })
    expect(Object.fromEntries(last().query)).toEqual({ api_key: 'key1', access_token: 'token-1' })
  })

  it('has a profile', async () => {
    fixture('official/profile.json')
    expect(await client.profile()).toMatchObject({ ok: true, value: { userId: 'AB1234' } })
  })
})

describe('the account', () => {
  it('has funds by segment', async () => {
    fixture('official/margins.json')
    expect(await client.funds()).toMatchObject({ ok: true, value: { equity: { cashRupees: 245431.6 } } })
    fixture('official/margins_equity.json')
    expect(await client.fundsOf('equity')).toMatchObject({ ok: true, value: { cashRupees: 245431.6 } })
    expect(last().path).toBe('/kite/user/margins/equity')
  })

  it('has positions, net and of the day', async () => {
    fixture('official/positions.json')
    const read = await client.positions()
    expect(read.ok && [read.value.net.rows.length, read.value.day.rows.length]).toEqual([3, 3])
    answer = { status: 200, body: { status: 'success', data: { net: [] } } }
    expect(await client.positions()).toMatchObject({ ok: false, code: 'unreadable' })
  })

  it('converts positions', async () => {
    fixture('official/convert_position.json')
    const outcome = await client.convertPosition({
      exchange: 'NFO',
      tradingsymbol: 'X',
      side: 'BUY',
      positionType: 'day',
      quantity: 65,
      oldProduct: 'NRML',
      newProduct: 'MIS',
    })
    expect(outcome).toEqual({ outcome: 'accepted' })
    expect(form()).toMatchObject({ old_product: 'NRML', new_product: 'MIS', position_type: 'day' })
  })

  it('asks the calculators in JSON', async () => {
    const { tag: _tag, validity: _validity, ...order } = ORDER
    fixture('official/order_margins.json')
    expect(await client.orderMargins([order])).toMatchObject({ ok: true, value: { rows: [{ totalRupees: 961.45 }] } })
    expect(last().headers['content-type']).toBe('application/json')
    expect(JSON.parse(last().body)).toEqual([
      {
        exchange: 'NFO',
        tradingsymbol: 'NIFTY26D0124000CE',
        transaction_type: 'BUY',
        variety: 'regular',
        product: 'NRML',
        order_type: 'LIMIT',
        quantity: 65,
        price: 121.25,
        trigger_price: 0,
      },
    ])
    fixture('official/basket_margins.json')
    expect(await client.basketMargin([order])).toMatchObject({
      ok: true,
      value: { final: { totalRupees: 41067.5835 } },
    })
    expect(last().query.get('consider_positions')).toBe('true')
    fixture('synthetic/charges_orders_response.json')
    const charges = await client.orderCharges([{ ...order, orderId: '1', averagePriceRupees: 121.225 }])
    expect(charges.ok && charges.value.rows.map((row) => row.totalRupees)).toEqual([30.2254, 53.0273])
    expect(JSON.parse(last().body)).toMatchObject([{ order_id: '1', average_price: 121.225 }])
  })
})

describe('triggers', () => {
  const low = { triggerPrice: paise(11000), side: 'SELL', quantity: 130, product: 'NRML', price: paise(10500) } as const
  const high = { ...low, triggerPrice: paise(15000), price: paise(14950) }
  const gtt = { exchange: 'NFO', tradingsymbol: 'NIFTY26D0124000CE', lastPrice: paise(12120) }

  it('are placed, changed and deleted', async () => {
    fixture('official/gtt_place_order.json')
    expect(await client.placeGtt({ ...gtt, legs: [low, high] })).toEqual({ outcome: 'accepted', gttId: '123' })
    expect(form()['type']).toBe('two-leg')
    expect(JSON.parse(form()['condition']!)).toEqual({
      exchange: 'NFO',
      tradingsymbol: 'NIFTY26D0124000CE',
      trigger_values: [110, 150],
      last_price: 121.2,
    })
    expect(JSON.parse(form()['orders']!)).toMatchObject([{ price: 105, order_type: 'LIMIT' }, { price: 149.5 }])
    await client.modifyGtt('123', { ...gtt, legs: [low] })
    expect(`${last().method} ${last().path} ${form()['type']}`).toBe('PUT /kite/gtt/triggers/123 single')
    await client.deleteGtt('123')
    expect(`${last().method} ${last().path}`).toBe('DELETE /kite/gtt/triggers/123')
  })

  it('are read', async () => {
    fixture('official/gtt_get_orders.json')
    expect(await client.gtts()).toMatchObject({ ok: true, value: { dropped: [] } })
    fixture('synthetic/gtt_two_leg_active.json')
    expect(await client.gtt('300101')).toMatchObject({ ok: true, value: { gttId: '300101', status: 'active' } })
  })
})

describe('market data', () => {
  it('comes as gzipped CSV for instruments', async () => {
    answer = { status: 200, body: fixtureText('synthetic/instruments_nfo_head.csv'), type: 'text/csv' }
    const read = await client.instruments('NFO')
    expect(last().path).toBe('/kite/instruments/NFO')
    expect(read.ok && read.value.startsWith('instrument_token,exchange_token')).toBe(true)
    await client.instruments()
    expect(last().path).toBe('/kite/instruments')
  })

  it.each([
    ['quotes', () => client.quotes(['NSE:NIFTY 50', 'NFO:X']), 'official/quote.json', '/kite/quote'],
    ['ohlc', () => client.ohlc(['NSE:NIFTY 50', 'NFO:X']), 'official/ohlc.json', '/kite/quote/ohlc'],
    ['lastPrices', () => client.lastPrices(['NSE:NIFTY 50', 'NFO:X']), 'official/ltp.json', '/kite/quote/ltp'],
  ] as const)('comes keyed for %s', async (_what, call, file, path) => {
    fixture(file)
    const read = await call()
    expect(last().path).toBe(path)
    expect(last().query.getAll('i')).toEqual(['NSE:NIFTY 50', 'NFO:X'])
    expect(read.ok && [...read.value.rows.keys()]).toEqual(['NSE:INFY'])
  })

  it('refuses to ask for more than the broker answers', async () => {
    const keys = Array.from({ length: 501 }, (_, i) => `NFO:${i}`)
    await expect(client.quotes(keys)).rejects.toThrow('at most 500')
  })

  it('has candles with Indian times', async () => {
    fixture('official/historical_oi.json')
    const on = istDate('2019-12-04')
    const read = await client.candles({
      token: 256265,
      interval: 'minute',
      from: istInstant(on, 9, 15),
      to: istInstant(on, 9, 20),
      openInterest: true,
    })
    expect(last().path).toBe('/kite/instruments/historical/256265/minute')
    expect(Object.fromEntries(last().query)).toEqual({
      from: '2019-12-04 09:15:00',
      to: '2019-12-04 09:20:00',
      oi: '1',
      continuous: '0',
    })
    expect(read.ok && read.value.rows[0]).toMatchObject({ startAt: istInstant(on, 9, 15), openInterest: 13667775 })
  })
})
