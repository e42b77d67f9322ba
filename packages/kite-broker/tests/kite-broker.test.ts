import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderRequest } from '@strikewise/execution/order/order.ts'
import { Secret } from '@strikewise/kite/secret.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { KiteBroker } from '../src/kite-broker.ts'

/** The answers the protocol's package keeps, the broker's own and those written from its documents. */
const FIXTURES = new URL('../../kite/tests/fixtures/', import.meta.url)
const recorded = (path: string): unknown => JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8'))

interface Sample {
  readonly http_status: number
  /** Absent where the broker's edge answered with a page. */
  readonly body?: { readonly message: string }
}
interface Asked {
  readonly method: string
  readonly url: string
  readonly form: URLSearchParams
  readonly authorization: string | undefined
}

let server: Server
let broker: KiteBroker
let asked: Asked[]
let answer: { status: number; body: unknown; type?: string }

const yes = () => true
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

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      asked.push({ method, url, form: new URLSearchParams(body), authorization: headers.authorization })
      response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' })
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  asked = []
  const { port } = server.address() as AddressInfo
  broker = new KiteBroker({
    // Nobody upgrades here: the broker keeps trying quietly, as it does when the ticker is down.
    urls: () => ({ apiUrl: `http://127.0.0.1:${port}`, tickerUrl: `ws://127.0.0.1:${port}/ticker` }),
    clock: { now: () => 0 as EpochMs },
    algoId: 'ALGO1',
    credentials: async () => credentials,
    onTrouble: () => undefined,
  })
  await broker.refresh()
  return () => broker.close()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const formOf = (): Record<string, string> => Object.fromEntries(asked.find((one) => one.method !== 'GET')!.form)

describe('the broker port on recorded answers', () => {
  it('places an order with its tag and takes the id as text', async () => {
    answer = { status: 200, body: recorded('official/order_response.json') }
    expect(await broker.place(order, yes)).toEqual({ type: 'accepted', orderId: '151220000000000' })
    expect(asked.find((one) => one.method === 'POST')).toMatchObject({
      url: '/orders/regular',
      authorization: 'token key:token',
    })
    expect(formOf()).toEqual({
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

  it('changes an order with the complete set of values', async () => {
    answer = { status: 200, body: recorded('official/order_modify.json') }
    const terms = { kind: 'SL', quantity: 65, price: 11_010, trigger: 12_010 } as const
    const changed = await broker.modify(
      '151220000000000',
      { ...terms, price: 11_010 as Paise, trigger: 12_010 as Paise },
      yes,
    )
    expect(changed).toEqual({ type: 'accepted', orderId: '151220000000000' })
    expect(formOf()).toEqual({
      order_type: 'SL',
      quantity: '65',
      validity: 'DAY',
      price: '110.1',
      trigger_price: '120.1',
    })
    asked = []
    await broker.modify('151220000000000', { kind: 'MARKET', quantity: 65 }, yes)
    expect(formOf()).toMatchObject({ order_type: 'MARKET', market_protection: '-1' })
  })

  it('does not take an answer about another order', async () => {
    answer = { status: 200, body: recorded('official/order_cancel.json') }
    expect(await broker.cancel('151220000000000', yes)).toMatchObject({ type: 'accepted' })
    expect(await broker.cancel('2', yes)).toMatchObject({ type: 'in_doubt' })
  })

  it('holds a request back that may not leave any more', async () => {
    answer = { status: 200, body: recorded('official/order_response.json') }
    expect(await broker.place(order, () => false)).toMatchObject({ type: 'refused', code: 'not_sent' })
    expect(asked.filter((one) => one.method === 'POST')).toEqual([])
  })

  it.each([
    ['Incorrect `api_key`', 'token_dead'],
    ['IP (', 'not_permitted'],
    ['Order cannot be', 'processing'],
    ["Couldn't find that", 'unknown_order'],
    ['Maximum allowed order modifications', 'modify_limit'],
    ['Too many requests', 'rate_limited'],
    ['The order quantity', 'freeze'],
    ['Insufficient funds', 'funds'],
    ['Quantity should be', 'bad_request'],
  ])('reads the refusal "%s…" as %s', async (start, code) => {
    const { samples } = recorded('synthetic/errors.json') as { samples: Sample[] }
    const sample = samples.find((one) => one.body?.message.startsWith(start))!
    answer = { status: sample.http_status, body: sample.body }
    expect(await broker.place(order, yes)).toMatchObject({ type: 'refused', code })
  })

  it.each([
    ['Trigger price for stoploss sell orders should be lower than the last traded price (100).', 'trigger_through'],
    ['MIS (intraday) are blocked as the markets are not open for trading today.', 'session_closed'],
    ['Price exceeds circuit limits. Place an order within the daily range.', 'price_band'],
  ])('reads the reported words "%s" as %s', async (message, code) => {
    answer = { status: 400, body: { status: 'error', message, error_type: 'InputException', data: null } }
    expect(await broker.place(order, yes)).toMatchObject({ type: 'refused', code })
  })

  it('is in doubt over every answer that proves nothing', async () => {
    const { samples } = recorded('synthetic/errors.json') as { samples: Sample[] }
    const doubtful = samples.filter((one) => one.http_status >= 500 || /timed out/i.test(one.body?.message ?? ''))
    expect(doubtful.length).toBeGreaterThan(0)
    for (const sample of doubtful) {
      answer = { status: sample.http_status, body: sample.body }
      expect(await broker.place(order, yes)).toMatchObject({ type: 'in_doubt' })
    }
    for (const page of [
      { status: 200, body: '<html></html>', type: 'text/html' },
      { status: 200, body: '{"status":"success","data":{"order_id"' },
      { status: 502, body: '<html></html>', type: 'text/html' },
    ]) {
      answer = page
      expect(await broker.place(order, yes)).toMatchObject({ type: 'in_doubt' })
    }
  })

  it('reads the order book: phases, our tag among the broker’s, refusals in words', async () => {
    answer = { status: 200, body: recorded('synthetic/orders_option_day.json') }
    const book = await broker.orders()
    expect(book).toMatchObject({ ok: true, partial: false })
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
    expect(book.ok && book.value[1]).toMatchObject({ price: 10_500, trigger: 11_000, quantity: 130 })
  })

  it('says when rows were left out: such a book proves nothing by what it lacks', async () => {
    const book = recorded('synthetic/orders_option_day.json') as { data: object[] }
    answer = { status: 200, body: { ...book, data: [...book.data, { order_id: '9', status: 7 }] } }
    const read = await broker.orders()
    expect(read).toMatchObject({ ok: true, partial: true })
    expect(read.ok && read.value).toHaveLength(6)
  })

  it('reads fills to the paisa, positions with their sign, and cash without pledged shares', async () => {
    answer = { status: 200, body: recorded('synthetic/order_trades_two_fills.json') }
    const fills = await broker.trades()
    expect(fills.ok && fills.value.every((fill) => Number.isSafeInteger(fill.price) && fill.quantity > 0)).toBe(true)
    answer = { status: 200, body: recorded('synthetic/positions_flat_after_exit.json') }
    expect(await broker.positions()).toMatchObject({
      ok: true,
      value: [{ tradingsymbol: 'NIFTY26D0124000CE', product: 'NRML', quantity: 0 }],
    })
    answer = { status: 200, body: recorded('official/margins_equity.json') }
    expect(await broker.funds()).toEqual({
      ok: true,
      partial: false,
      value: { usable: 9_972_505, opening: 24_543_160 },
    })
    answer = { status: 200, body: recorded('synthetic/margins_equity_collateral_only.json') }
    expect(await broker.funds()).toMatchObject({ value: { usable: 0 } })
  })

  it.each([
    [403, 'TokenException', 'token_dead'],
    [403, 'PermissionException', 'unavailable'],
    [429, 'NetworkException', 'rate_limited'],
    [503, 'NetworkException', 'unavailable'],
  ])('tells a failed read (%d %s) from an empty book', async (status, error_type, code) => {
    answer = { status, body: { status: 'error', message: 'no', error_type, data: null } }
    expect(await broker.orders()).toMatchObject({ ok: false, code })
  })
})

it('without a usable token nothing is asked of the broker', async () => {
  const none = new KiteBroker({
    urls: () => ({ apiUrl: 'http://127.0.0.1:1', tickerUrl: 'ws://127.0.0.1:1' }),
    clock: { now: () => 0 as EpochMs },
    algoId: undefined,
    credentials: async () => undefined,
    onTrouble: () => undefined,
  })
  await none.refresh()
  expect(await none.place(order, yes)).toMatchObject({ type: 'refused', code: 'token_dead' })
  expect(await none.orders()).toMatchObject({ ok: false, code: 'token_dead' })
  await none.close()
})

it('a link that cannot be read keeps the token it has: exits go on while the store is away', async () => {
  answer = { status: 200, body: { status: 'success', data: [] } }
  let storeIsUp = true
  const { port } = server.address() as AddressInfo
  const troubles: string[] = []
  const kept = new KiteBroker({
    urls: () => ({ apiUrl: `http://127.0.0.1:${port}`, tickerUrl: `ws://127.0.0.1:${port}/ticker` }),
    clock: { now: () => 0 as EpochMs },
    algoId: undefined,
    credentials: async () => {
      if (!storeIsUp) throw new Error('the store is down')
      return credentials
    },
    onTrouble: (what) => troubles.push(what),
  })
  await kept.refresh()
  storeIsUp = false
  await kept.refresh()
  expect(await kept.orders()).toMatchObject({ ok: true })
  expect(troubles).toHaveLength(1)
  await kept.close()
})
