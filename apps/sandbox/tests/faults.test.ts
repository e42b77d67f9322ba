import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { TickerListener } from './ticker-client.ts'
import { SandboxFixture, type BrokerClient } from './sandbox-fixture.ts'

let sandbox: SandboxFixture
let client: BrokerClient
beforeAll(async () => {
  sandbox = await SandboxFixture.start({ speed: 20 })
  client = await sandbox.login()
})
afterEach(() => sandbox.control('DELETE', '/faults'))
afterAll(() => sandbox.sandbox.close())

type Row = Record<string, unknown>

async function buyForm(tag: string, change: Record<string, string> = {}): Promise<Record<string, string>> {
  const [option] = await sandbox.get<{ tradingsymbol: string; lot_size: number; ask: number }[]>('/sandbox/chain')
  return {
    exchange: 'NFO',
    tradingsymbol: option!.tradingsymbol,
    transaction_type: 'BUY',
    quantity: String(option!.lot_size),
    product: 'NRML',
    order_type: 'LIMIT',
    price: '0.05',
    validity: 'DAY',
    tag,
    ...change,
  }
}

const place = async (tag: string, change: Record<string, string> = {}) =>
  client.call('POST', '/orders/regular', await buyForm(tag, change))
const bookRows = async (tag: string) => (await client.data<Row[]>('GET', '/orders')).filter((row) => row['tag'] === tag)

/** Looks at the order book until `condition` holds for the tag's rows. */
async function eventually(tag: string, condition: (rows: Row[]) => boolean): Promise<Row[]> {
  for (;;) {
    // Through the controls, which no rate limit counts; a lagging book lags there too.
    const rows = (await sandbox.get<Row[]>('/sandbox/orders?account=SW1001')).filter((row) => row['tag'] === tag)
    if (condition(rows)) return rows
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

it('refuses or rejects the next order', async () => {
  await sandbox.control('POST', '/faults', { kind: 'refuse_next', account: 'SW1001' })
  expect(await place('refused')).toMatchObject({ status: 400, body: { error_type: 'OrderException' } })
  await sandbox.control('POST', '/faults', { kind: 'reject_next', message: 'RMS says no' })
  expect((await place('rejected')).status).toBe(200)
  const [row] = await eventually('rejected', (rows) => rows[0]?.['status'] === 'REJECTED')
  expect(row).toMatchObject({ status_message: 'RMS says no' })
  expect(await bookRows('refused')).toEqual([])
})

it('loses the answer after the order was taken, or with the order', async () => {
  for (const [kind, tag, orders] of [
    ['timeout_after_accept', 'taken', 1],
    ['timeout_before_accept', 'lost', 0],
  ] as const) {
    await sandbox.control('POST', '/faults', { kind, account: 'SW1001' })
    const form = await buyForm(tag)
    const answer = fetch(`${sandbox.url}/kite/orders/regular`, {
      method: 'POST',
      headers: { 'x-kite-version': '3', authorization: `token ${client.account.api_key}:${client.accessToken}` },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(400),
    })
    await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' })
    await eventually(tag, (rows) => rows.length === orders)
  }
})

it('shows "timed out" and lets the order appear later', async () => {
  await sandbox.control('POST', '/faults', { kind: 'timed_out_400', delaySeconds: 30 })
  expect(await place('later')).toMatchObject({ status: 400, body: { message: expect.stringContaining('timed out') } })
  expect(await bookRows('later')).toEqual([])
  await sandbox.control('POST', '/clock/jump', { minutes: 1 })
  await eventually('later', (rows) => rows.length === 1)
})

it('answers with 429, 5xx as JSON or HTML, and pages instead of JSON', async () => {
  await sandbox.control('POST', '/faults', { kind: 'rate_limit' })
  expect(await place('limited')).toMatchObject({ status: 429, body: { error_type: 'NetworkException' } })
  await sandbox.control('POST', '/faults', { kind: 'server_error', status: 502 })
  expect(await place('broken')).toMatchObject({ status: 502, body: { status: 'error' } })
  await sandbox.control('POST', '/faults', { kind: 'server_error', status: 504, html: true, carriedOut: true })
  const page = await client.raw('POST', '/orders/regular', await buyForm('page'))
  expect(page.status).toBe(504)
  expect(page.headers.get('content-type')).toContain('text/html')
  await eventually('page', (rows) => rows.length === 1)
  await sandbox.control('POST', '/faults', { kind: 'wrong_content_type' })
  const odd = await client.raw('POST', '/orders/regular', await buyForm('odd'))
  expect(odd.status).toBe(200)
  expect(odd.headers.get('content-type')).toContain('text/html')
  await eventually('odd', (rows) => rows.length === 1)
  await sandbox.control('POST', '/faults', { kind: 'server_error', group: 'other', status: 503 })
  expect((await client.call('GET', '/user/margins')).status).toBe(503)
  expect((await client.call('GET', '/user/margins')).status).toBe(200)
})

it('shows an order book that lags', async () => {
  await sandbox.control('POST', '/faults', { kind: 'book_lag', account: 'SW1001', lagMs: 60_000 })
  await place('lagging')
  expect(await bookRows('lagging')).toEqual([])
  await sandbox.control('POST', '/clock/jump', { minutes: 2 })
  expect(await bookRows('lagging')).toHaveLength(1)
})

/** How each fault of the exchange shows in the order book of a client, and that its end ends it. */
const inTheBook = [
  {
    fault: { kind: 'stick', status: 'OPEN PENDING' },
    shown: { status: 'OPEN PENDING', exchange_order_id: null },
    after: { status: 'OPEN' },
  },
  {
    fault: { kind: 'stick', status: 'CANCEL PENDING' },
    next: 'DELETE',
    shown: { status: 'CANCEL PENDING' },
    after: { status: 'CANCELLED', filled_quantity: 0 },
  },
  {
    fault: { kind: 'stick', status: 'MODIFY PENDING' },
    next: 'PUT',
    shown: { status: 'MODIFY PENDING', price: 0.05 },
    after: { status: 'OPEN', price: 0.1 },
  },
  {
    fault: { kind: 'cancel_loses' },
    next: 'DELETE',
    shown: { status: 'COMPLETE', average_price: 0.05 },
    after: { status: 'COMPLETE' },
  },
  {
    fault: { kind: 'slow', addMs: 600_000 },
    shown: { status: 'PUT ORDER REQ RECEIVED' },
    after: { status: 'PUT ORDER REQ RECEIVED' },
  },
] as const

it.each(inTheBook)('shows $fault in the order book', async ({ fault, shown, after, ...rest }) => {
  const tag = `book${inTheBook.findIndex((one) => one.fault === fault)}`
  const placeIt = async () => (await place(tag)).body.data as { order_id: string }
  const fits = (expected: object) => (rows: Row[]) =>
    rows[0] !== undefined && Object.entries(expected).every(([field, value]) => rows[0]![field] === value)
  if ('next' in rest) {
    const { order_id } = await placeIt()
    await eventually(tag, fits({ status: 'OPEN' }))
    await sandbox.control('POST', '/faults', { ...fault, account: 'SW1001' })
    await client.data(rest.next, `/orders/regular/${order_id}`, rest.next === 'PUT' ? { price: '0.10' } : undefined)
  } else {
    await sandbox.control('POST', '/faults', { ...fault, account: 'SW1001' })
    await placeIt()
  }
  await eventually(tag, fits(shown))
  await sandbox.control('DELETE', '/faults')
  await eventually(tag, fits(after))
})

it.each([false, true])('hides an accepted order from every list, held back: %s', async (hold) => {
  const tag = `hidden${hold}`
  await sandbox.control('POST', '/clock/pause')
  await sandbox.control('POST', '/faults', { kind: 'hide', account: 'SW1001', forMs: 3_600_000, hold })
  const answer = await place(tag)
  expect(answer.status).toBe(200)
  const { order_id } = answer.body.data as { order_id: string }
  await sandbox.control('POST', '/clock/jump', { minutes: 1 })
  expect(await bookRows(tag)).toEqual([])
  expect((await client.call('GET', `/orders/${order_id}`)).status).toBe(400)
  await sandbox.control('DELETE', '/faults')
  await sandbox.control('POST', '/clock/resume')
  await eventually(tag, (rows) => rows[0]?.['status'] === 'OPEN')
})

it('deals out part fills of whole lots', async () => {
  await sandbox.control('POST', '/faults', { kind: 'fill_cap', account: 'SW1001', quantity: 1 })
  const [option] = await sandbox.get<{ lot_size: number; ask: number }[]>('/sandbox/chain')
  const quantity = option!.lot_size * 3
  await place('parts', { quantity: String(quantity), price: (Math.ceil(option!.ask * 1.05 * 20) / 20).toFixed(2) })
  const [row] = await eventually('parts', (rows) => rows[0]?.['status'] === 'COMPLETE')
  const trades = await client.data<Row[]>('GET', `/orders/${String(row!['order_id'])}/trades`)
  const fills = trades.map((trade) => trade['quantity'])
  expect(fills).toEqual([option!.lot_size, option!.lot_size, option!.lot_size])
})

it.each([
  ['none', undefined, 1],
  ['postback_lost', 'postback_lost', 0],
  ['postback_doubled', 'postback_doubled', 2],
] as const)('posts an update: %s', async (tag, kind, copies) => {
  const received: Row[] = []
  const all = Promise.withResolvers<void>()
  const fence = Promise.withResolvers<void>()
  const listener = createServer((request, response) => {
    void json(request).then((body) => {
      const update = body as Row
      if (update['tag'] === 'fence') fence.resolve()
      else if (received.push(update) === copies) all.resolve()
      response.end()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  await sandbox.control('PUT', '/accounts/SW1001', { postback_url: `http://127.0.0.1:${port}/hook` })
  if (kind !== undefined) await sandbox.control('POST', '/faults', { kind, account: 'SW1001' })
  await place(tag, { validity: 'IOC' })
  await eventually(tag, (rows) => rows[0]?.['status'] === 'CANCELLED')
  await sandbox.control('DELETE', '/faults')
  if (copies > 0) await all.promise
  // Updates go out as they happen: once a later one has come, no more of the earlier ones will.
  await place('fence', { validity: 'IOC' })
  await fence.promise
  await sandbox.control('PUT', '/accounts/SW1001', { postback_url: '' })
  listener.closeAllConnections()
  await new Promise((resolve) => listener.close(resolve))
  expect(received).toHaveLength(copies)
  for (const update of received) expect(update).toMatchObject({ tag, status: 'CANCELLED' })
  if (copies === 2) expect(received[0]).toEqual(received[1])
})

it.each([
  ['news_down', '/news/rss.xml'],
  ['time_stamps_down', '/time-stamps/ca.pem'],
  ['fii_dii_down', '/fii-dii.json'],
])('takes a source away while %s stands', async (kind, path) => {
  const status = async () => (await fetch(sandbox.url + path)).status
  expect(await status()).toBe(200)
  const { id } = await sandbox.control<{ id: number }>('POST', '/faults', { kind })
  expect(await status()).toBe(503)
  await sandbox.control('DELETE', `/faults/${id}`)
  expect(await status()).toBe(200)
})

it('shows cash as nothing', async () => {
  await sandbox.control('POST', '/faults', { kind: 'cash_zero' })
  expect(await client.data('GET', '/user/margins/equity')).toMatchObject({ available: { cash: 0 } })
})

it('answers slowly', async () => {
  await sandbox.control('POST', '/faults', { kind: 'slow_replies', delayMs: 400 })
  const slow = client.call('GET', '/user/profile').then(() => 'slow')
  // A call of another service overtakes it.
  const quick = sandbox.get('/clock').then(() => 'quick')
  expect(await Promise.race([slow, quick])).toBe('quick')
  expect(await slow).toBe('slow')
})

it('silences, cuts and drops the ticker, and refuses new connections', { timeout: 30_000 }, async () => {
  const listener = new TickerListener(sandbox, client, [INDEX_TOKENS.NIFTY])
  await listener.until(() => listener.ticks > 0)

  await sandbox.control('POST', '/faults', { kind: 'silent_ticker', account: 'SW1001' })
  const ticks = listener.ticks
  await listener.until(() => listener.heartbeats > 0)
  expect(listener.ticks).toBe(ticks)
  await sandbox.control('DELETE', '/faults')
  await listener.until(() => listener.ticks > ticks)

  await sandbox.control('POST', '/faults', { kind: 'truncated_frame' })
  await listener.until(() => listener.truncated === 1)

  await sandbox.control('POST', '/faults', { kind: 'refuse_ticker' })
  expect(await sandbox.control('POST', '/ticker/drop', { account: 'SW1001' })).toMatchObject({ cut: 1 })
  await listener.until(() => listener.closed)
  const refused = new TickerListener(sandbox, client, [INDEX_TOKENS.NIFTY])
  await refused.until(() => refused.closed)
  expect(refused.ticks).toBe(0)
})

it('expires tokens', async () => {
  const other = await sandbox.login('SW1002')
  await sandbox.control('POST', '/tokens/expire', { account: 'SW1002' })
  expect((await other.call('GET', '/user/profile')).body.error_type).toBe('TokenException')
  expect((await client.call('GET', '/user/profile')).status).toBe(200)
})

it('keeps a log of what was set and met, and refuses what it does not know', async () => {
  await sandbox.control('POST', '/faults', { kind: 'rate_limit', account: 'SW1001' })
  await place('logged')
  const { log, active } = await sandbox.get<{ log: Row[]; active: Row[] }>('/sandbox/faults')
  expect(active).toEqual([])
  expect(log.slice(0, 3).map((entry) => [entry['event'], entry['kind']])).toEqual([
    ['ended', 'rate_limit'],
    ['met', 'rate_limit'],
    ['set', 'rate_limit'],
  ])
  await expect(sandbox.control('POST', '/faults', { kind: 'earthquake' })).rejects.toThrow('unknown_kind')
  await expect(sandbox.control('POST', '/faults', { kind: 'rate_limit', account: 'ZZ9999' })).rejects.toThrow('404')
  await expect(sandbox.control('POST', '/faults', { kind: 'rate_limit', times: 0 })).rejects.toThrow('bad_body')
  const foreign = { method: 'DELETE', headers: { origin: 'https://example.com' } }
  expect((await fetch(`${sandbox.url}/sandbox/faults`, foreign)).status).toBe(403)
})
