// @invariant paper-apart-from-live
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { startSandbox } from '../src/sandbox.ts'
import { BrokerClient, SandboxFixture } from './sandbox-fixture.ts'

// Two sandboxes: one stands for the real broker, the other follows it and trades on paper.

interface ChainRow {
  readonly token: number
  readonly tradingsymbol: string
  readonly lot_size: number
  readonly bid: number
  readonly ask: number
}
interface Order {
  readonly status: string
  readonly average_price: number
  readonly filled_quantity: number
}

let real: SandboxFixture
let paper: SandboxFixture
let trader: BrokerClient
let startPaper: (data: string) => Promise<SandboxFixture>
let ended = false
const folder = mkdtempSync(join(tmpdir(), 'follow-'))

beforeAll(async () => {
  real = await SandboxFixture.start({ speed: 1, startText: '2026-09-16 10:00:00' })
  const { now } = await real.get<{ now: number }>('/clock')
  const behind = now - performance.now()
  startPaper = async (data) =>
    new SandboxFixture(
      await startSandbox(
        {
          port: 0,
          smtpPort: 0,
          follow: `${real.url}/kite`,
          followTicker: `${real.url.replace(/^http/, 'ws')}/ticker`,
          data,
        },
        () => Math.floor(behind + performance.now()) as EpochMs,
      ),
    )
  paper = await startPaper(join(folder, 'books'))
  trader = await paper.login()
})
afterAll(async () => {
  await paper?.sandbox.close()
  if (!ended) await real?.sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const chain = (sandbox: SandboxFixture) => sandbox.get<ChainRow[]>('/sandbox/chain?symbol=NIFTY')

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + 20_000; performance.now() < end;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    // Fewer than the ten calls a second the broker takes.
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  throw new Error(`timed out: ${what}`)
}

/** Buys or sells one lot at once at a price that takes what is offered. */
async function trade(side: OrderSide, row: ChainRow, client = trader): Promise<Order> {
  const { order_id } = await client.data<{ order_id: string }>('POST', '/orders/regular', {
    exchange: 'NFO',
    tradingsymbol: row.tradingsymbol,
    transaction_type: side,
    order_type: 'LIMIT',
    product: 'NRML',
    quantity: String(row.lot_size),
    price: String(side === 'BUY' ? row.ask + 1 : Math.max(0.05, row.bid - 1)),
    validity: 'IOC',
  })
  return until('the end of an order', async () => {
    const steps = await client.data<Order[]>('GET', `/orders/${order_id}`)
    const last = steps.at(-1)!
    return ['COMPLETE', 'CANCELLED', 'REJECTED'].includes(last.status) ? last : undefined
  })
}

const quoted = async (on = paper): Promise<ChainRow> =>
  until('quotes of the followed market', async () => {
    const [chosen] = (await chain(real)).filter((row) => row.bid > 20)
    const row = (await chain(on).catch(() => [])).find((one) => one.token === chosen!.token)
    return row !== undefined && row.bid === chosen!.bid && row.ask === chosen!.ask ? row : undefined
  })

it('lists nothing until a user has logged in for the day', async () => {
  expect(await paper.get('/sandbox/follow')).toEqual({ day: null, ticker: 'idle' })
  await expect(chain(paper)).rejects.toThrow('404')
})

it('refuses a login that the broker does not know, and goes on as before', async () => {
  await expect(paper.control('POST', '/follow', { api_key: 'unknown', access_token: 'nothing' })).rejects.toThrow(
    /424.*not_followed/,
  )
  expect(await paper.get('/sandbox/follow')).toEqual({ day: null, ticker: 'idle' })
})

it('trades the followed contracts at the followed prices, and no order reaches the market it follows', async () => {
  const feed = await real.login('SWFEED')
  const login = { api_key: feed.account.api_key, access_token: feed.accessToken }
  expect(await paper.control('POST', '/follow', login)).toMatchObject({ day: '2026-09-16' })
  const row = await quoted()
  const bought = await trade('BUY', row)
  expect(bought).toMatchObject({ status: 'COMPLETE', filled_quantity: row.lot_size })
  expect(Math.abs(bought.average_price - row.ask)).toBeLessThan(row.ask * 0.05)
  for (const account of await real.get<{ user_id: string }[]>('/sandbox/accounts'))
    expect(await real.get(`/sandbox/orders?account=${account.user_id}`)).toEqual([])
})

it('goes on after a crash: held and kept as before, and traded again once the market is followed', async () => {
  const row = await quoted()
  expect(await trade('BUY', row)).toMatchObject({ status: 'COMPLETE' })
  const [lowest, bid] = [0.05, row.bid]
  const { order_id: stop } = await trader.data<{ order_id: string }>('POST', '/orders/regular', {
    exchange: 'NFO',
    tradingsymbol: row.tradingsymbol,
    transaction_type: 'SELL',
    order_type: 'SL',
    product: 'NRML',
    quantity: String(row.lot_size),
    trigger_price: String(Math.max(lowest, Math.round(bid * 0.6))),
    price: String(Math.max(lowest, Math.round(bid * 0.5))),
    validity: 'DAY',
  })
  const statusOf = async (client: BrokerClient) => (await client.data<Order[]>('GET', `/orders/${stop}`)).at(-1)!.status
  await until('a resting stop', async () => ((await statusOf(trader)) === 'TRIGGER PENDING' ? true : undefined))
  const before = await trader.data('GET', '/trades')

  // What a kill would leave: the folder as it is at this instant.
  cpSync(join(folder, 'books'), join(folder, 'left'), { recursive: true })
  const next = await startPaper(join(folder, 'left'))
  try {
    const client = new BrokerClient(next.url, trader.account, trader.accessToken)
    const net = async () => (await client.data<{ net: { quantity: number }[] }>('GET', '/portfolio/positions')).net
    expect(await client.data('GET', '/trades')).toEqual(before)
    expect(await statusOf(client)).toBe('TRIGGER PENDING')
    expect(await next.get('/sandbox/follow')).toEqual({ day: null, ticker: 'idle' })
    const held = (await net()).reduce((sum, { quantity }) => sum + quantity, 0)

    const feed = await real.login('SWFEED')
    await next.control('POST', '/follow', { api_key: feed.account.api_key, access_token: feed.accessToken })
    expect(await trade('SELL', await quoted(next), client)).toMatchObject({ status: 'COMPLETE' })
    expect((await net()).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(held - row.lot_size)
    expect(await statusOf(client)).toBe('TRIGGER PENDING')
    await client.data('DELETE', `/orders/regular/${stop}`)
    await until('the end of the stop', async () => ((await statusOf(client)) === 'CANCELLED' ? true : undefined))
  } finally {
    await next.sandbox.close()
  }
})

it('cannot be steered: time and course are the followed market’s', async () => {
  await expect(paper.control('POST', '/clock/speed', { speed: 10 })).rejects.toThrow('409')
  await expect(
    paper.control('POST', '/scenario', { kind: 'trend', direction: 'up', durationMs: 1000 }),
  ).rejects.toThrow('409')
})

it('follows though the login has just used up the broker’s pace for quotes', async () => {
  const feed = await real.login('SWFEED')
  // Answered or refused for an earlier one: either way the next within a second is refused.
  await feed.data('GET', `/quote/ltp?i=${encodeURIComponent('NSE:NIFTY 50')}`).catch(() => undefined)
  const login = { api_key: feed.account.api_key, access_token: feed.accessToken }
  expect(await paper.control('POST', '/follow', login)).toMatchObject({ day: '2026-09-16' })
})

it('fills nothing while the followed quotes do not come', async () => {
  // The login of the restarted exchange ended the one this exchange followed with.
  const feed = await real.login('SWFEED')
  await paper.control('POST', '/follow', { api_key: feed.account.api_key, access_token: feed.accessToken })
  const row = await quoted()
  ended = true
  await real.sandbox.close()
  await until('empty books', async () => {
    const rows = await chain(paper)
    return rows.every((one) => one.bid === 0 && one.ask === 0) ? true : undefined
  })
  expect(await trade('SELL', row)).toMatchObject({ status: 'CANCELLED', filled_quantity: 0 })
})
