// @invariant kept-books
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { epochFromIstText } from '@strikewise/domain/time/ist.ts'
import { BrokerClient, SandboxFixture, type ShownAccount } from './sandbox-fixture.ts'

// The sandbox as a program that is killed as a crash would: what it has answered is there again after the next start.

const MORNING = '2026-09-16T10:00'
const at = (time: string) => epochFromIstText(`2026-09-16 ${time}:00`)
const folders: string[] = []
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

interface OrderShown {
  readonly order_id: string
  readonly status: string
  readonly pending_quantity: number
  readonly transaction_type: string
}
interface PositionShown {
  readonly tradingsymbol: string
  readonly product: string
  readonly quantity: number
}
interface ChainRow {
  readonly tradingsymbol: string
  readonly lot_size: number
  readonly bid: number
  readonly ask: number
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-kept-'))
  folders.push(folder)
  return folder
}

function program(data: string, args: readonly string[] = []): ChildProcess {
  const main = path.resolve(import.meta.dirname, '../src/main.ts')
  const child = spawn(
    process.execPath,
    [main, '--port', '0', '--smtp-port', '0', '--speed', '1', '--seed', '1', '--data', data, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function start(data: string, ...args: string[]): Promise<{ sandbox: SandboxFixture; kill(): Promise<void> }> {
  const child = program(data, args)
  const output = text(child.stderr!)
  const lines = createInterface({ input: child.stdout! })
  const line = await Promise.race([
    once(lines, 'line') as Promise<[string]>,
    once(child, 'exit').then(async () => Promise.reject(new Error(await output))),
  ])
  const { url } = JSON.parse(line[0]) as { url: string }
  return {
    sandbox: new SandboxFixture({
      url,
      port: 0,
      smtpPort: 0,
      brokerUrl: '',
      broken: new Promise(() => undefined),
      close: () => Promise.resolve(),
    }),
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`timed out: ${what}`)
}

/** A client of the same login at another start. */
const again = (sandbox: SandboxFixture, { account, accessToken }: BrokerClient) =>
  new BrokerClient(sandbox.url, account, accessToken)

const orders = (client: BrokerClient) => client.data<OrderShown[]>('GET', '/orders')
const netOf = async (client: BrokerClient) =>
  (await client.data<{ net: PositionShown[] }>('GET', '/portfolio/positions')).net
const cashOf = async (client: BrokerClient) =>
  (await client.data<{ equity: { available: { live_balance: number } } }>('GET', '/user/margins')).equity.available
    .live_balance
const now = async (sandbox: SandboxFixture) => (await sandbox.get<{ now: number }>('/clock')).now

const order = (client: BrokerClient, row: ChainRow, form: Record<string, string>) =>
  client.data<{ order_id: string }>('POST', '/orders/regular', {
    exchange: 'NFO',
    tradingsymbol: row.tradingsymbol,
    product: 'MIS',
    quantity: String(row.lot_size),
    validity: 'DAY',
    ...form,
  })

const reached = (client: BrokerClient, orderId: string, status: string) =>
  until(`${status} of an order`, async () =>
    (await orders(client)).find((one) => one.order_id === orderId && one.status === status),
  )

/** One lot bought, and a stop that rests for it well below. */
async function heldWithStop(sandbox: SandboxFixture): Promise<{ client: BrokerClient; row: ChainRow; stop: string }> {
  const client = await sandbox.login()
  const chain = await sandbox.get<ChainRow[]>('/sandbox/chain?symbol=NIFTY')
  const row = chain.find(({ tradingsymbol, bid }) => tradingsymbol.endsWith('CE') && bid > 80 && bid < 200)!
  const price = (rupees: number) => (Math.round(rupees * 20) / 20).toFixed(2)
  const bought = await order(client, row, {
    transaction_type: 'BUY',
    order_type: 'LIMIT',
    price: price(row.ask + 2),
  })
  await reached(client, bought.order_id, 'COMPLETE')
  const { order_id: stop } = await order(client, row, {
    transaction_type: 'SELL',
    order_type: 'SL',
    trigger_price: price(row.bid * 0.8),
    price: price(row.bid * 0.7),
  })
  await reached(client, stop, 'TRIGGER PENDING')
  return { client, row, stop }
}

it('is killed with a position and a resting stop, and goes on with both', async () => {
  const data = newFolder()
  const first = await start(data, '--start', MORNING)
  const { client, row, stop } = await heldWithStop(first.sandbox)
  const [before, cash, seen] = [await orders(client), await cashOf(client), await now(first.sandbox)]
  await first.kill()

  const second = await start(data)
  const back = again(second.sandbox, client)
  expect(await now(second.sandbox)).toBeGreaterThanOrEqual(seen)
  expect(await orders(back)).toEqual(before)
  expect(await netOf(back)).toMatchObject([{ tradingsymbol: row.tradingsymbol, quantity: row.lot_size }])
  expect(await cashOf(back)).toBe(cash)

  // The stop still works: the index falls away, and the option with it.
  await second.sandbox.control('POST', '/scenario', { kind: 'trend', direction: 'down', sigmasPer15Min: 20 })
  await second.sandbox.control('POST', '/clock/speed', { speed: 60 })
  await reached(back, stop, 'COMPLETE')
  expect(await netOf(back)).toMatchObject([{ tradingsymbol: row.tradingsymbol, quantity: 0 }])
  await second.kill()

  const third = await start(data)
  const last = again(third.sandbox, client)
  expect((await orders(last)).map(({ status }) => status)).toEqual(['COMPLETE', 'COMPLETE'])
  // The next day begins as it would have without any of this.
  await third.sandbox.control('POST', '/clock/jump', { to: '2026-09-17T09:30' })
  expect((await last.call('GET', '/orders')).status).toBe(403)
  const tomorrow = await third.sandbox.login()
  expect(await orders(tomorrow)).toEqual([])
  expect(await netOf(tomorrow)).toEqual([])
  await third.kill()
}, 300_000)

it('has answered nothing that the next start does not know', async () => {
  const data = newFolder()
  const first = await start(data, '--start', MORNING)
  const client = await first.sandbox.login()
  const [row] = (await first.sandbox.get<ChainRow[]>('/sandbox/chain?symbol=NIFTY')).filter((one) => one.bid > 100)
  const limit = { transaction_type: 'BUY', order_type: 'LIMIT', price: '50.00' }
  const placed = await Promise.all(Array.from({ length: 5 }, () => order(client, row!, limit)))
  const opened = await first.sandbox.control<ShownAccount>('POST', '/accounts', { user_id: 'PA00000001', cash: 1234 })
  await first.kill()

  const second = await start(data)
  const known = (await orders(again(second.sandbox, client))).map(({ order_id }) => order_id)
  expect(known.toSorted()).toEqual(placed.map(({ order_id }) => order_id).toSorted())
  const shown = await second.sandbox.account('PA00000001')
  expect(shown).toMatchObject({ api_key: opened.api_key, api_secret: opened.api_secret, cash: 1234 })
  await second.kill()
}, 300_000)

it('refuses damaged books and those of another market, and changes neither', async () => {
  const data = newFolder()
  const first = await start(data, '--start', MORNING)
  await first.sandbox.login()
  await first.kill()
  const file = path.join(data, 'books')
  const whole = readFileSync(file)

  await expect(start(data, '--seed', '2')).rejects.toThrow(/of the market "seed 1", not "seed 2"/)
  await expect(start(data, '--start', '2026-09-15T10:00')).rejects.toThrow(/begin later/)
  const bytes = Buffer.from(whole)
  bytes[Math.floor(whole.length / 2)]! ^= 1
  writeFileSync(file, bytes)
  await expect(start(data)).rejects.toThrow(/books is damaged at byte \d+\. Nothing was changed\./)
  expect(readFileSync(file).equals(bytes)).toBe(true)

  writeFileSync(file, whole)
  await (await start(data)).kill()
  // A folder that cannot be written to is no reason to trade without one.
  await expect(start(file)).rejects.toThrow(/books/)
}, 300_000)

it('loses the tail of its books by a kill where that is set, and nothing of what it wrote before', async () => {
  const data = newFolder()
  const first = await start(data, '--start', MORNING)
  const { client, row, stop } = await heldWithStop(first.sandbox)
  const seen = await now(first.sandbox)
  await first.sandbox.control('POST', '/faults', { kind: 'lose_tail' })
  await client.data('DELETE', `/orders/regular/${stop}`)
  await reached(client, stop, 'CANCELLED')
  const lost = await order(client, row, { transaction_type: 'BUY', order_type: 'LIMIT', price: '50.00' })
  await first.kill()

  const second = await start(data)
  const back = again(second.sandbox, client)
  expect(await now(second.sandbox)).toBeGreaterThanOrEqual(seen)
  const known = await orders(back)
  expect(known.find(({ order_id }) => order_id === stop)!.status).toBe('TRIGGER PENDING')
  expect(known.some(({ order_id }) => order_id === lost.order_id)).toBe(false)
  await second.kill()
}, 300_000)

interface Candle {
  readonly candles: readonly (readonly [start: string, open: number, high: number, low: number, close: number])[]
}

it('goes on with the market that was traded, with all that the console did to it', async () => {
  const data = newFolder()
  const first = await start(data, '--start', MORNING, '--speed', '60')
  const client = await first.sandbox.login()
  const [option] = (await first.sandbox.get<(ChainRow & { token: number })[]>('/sandbox/chain?symbol=NIFTY')).slice(4)
  const bars = async (sandbox: SandboxFixture, token: number, to: string) => {
    const query = new URLSearchParams({ from: '2026-09-16 09:15:00', to })
    const path = `/instruments/historical/${token}/minute?${query.toString()}`
    return (await again(sandbox, client).data<Candle>('GET', path)).candles
  }
  const index = async (sandbox: SandboxFixture) =>
    (await sandbox.get<{ indices: { last: number }[] }>('/sandbox/market')).indices[0]!.last
  const before = await index(first.sandbox)
  await first.sandbox.control('POST', '/scenario', { kind: 'gap', pct: -2 })
  await first.sandbox.control('POST', '/scenario', { kind: 'trend', direction: 'down', durationMs: 1_800_000 })
  await until('some minutes', async () => ((await now(first.sandbox)) > at('10:04') ? true : undefined))
  await first.sandbox.control('POST', '/clock/jump', { to: '2026-09-16T10:20+05:30' })
  await until('some more', async () => ((await now(first.sandbox)) > at('10:22') ? true : undefined))
  await first.sandbox.control('POST', '/clock/pause')
  const traded = [
    await bars(first.sandbox, 256265, '2026-09-16 10:21:00'),
    await bars(first.sandbox, option!.token, '2026-09-16 10:21:00'),
  ]
  const left = await index(first.sandbox)
  expect(left / before).toBeLessThan(0.985)
  await first.kill()

  const second = await start(data, '--speed', '1')
  expect(await bars(second.sandbox, 256265, '2026-09-16 10:21:00')).toEqual(traded[0])
  expect(await bars(second.sandbox, option!.token, '2026-09-16 10:21:00')).toEqual(traded[1])
  expect(Math.abs((await index(second.sandbox)) / left - 1)).toBeLessThan(0.004)
  // The next day begins where this one has ended, and remembers it.
  await second.sandbox.control('POST', '/clock/jump', { to: '2026-09-17T09:30+05:30' })
  await second.kill()
  const third = await start(data, '--speed', '1')
  const account = await third.sandbox.login()
  const query = new URLSearchParams({ from: '2026-09-16 09:15:00', to: '2026-09-16 10:21:00' })
  const stored = await account.data<Candle>('GET', `/instruments/historical/256265/minute?${query.toString()}`)
  expect(stored.candles).toEqual(traded[0])
  await third.kill()
}, 300_000)

it('remembers chats, what was shown in them, and what a bot has not fetched yet', async () => {
  const data = newFolder()
  const first = await start(data, '--start', MORNING)
  const bot = async (sandbox: SandboxFixture, method: string, body: object = {}) => {
    const response = await fetch(`${sandbox.url}/bot-api/bot7:token/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { ok: boolean; description?: string; result: { update_id: number }[] }
  }
  await bot(first.sandbox, 'getMe')
  await first.sandbox.control('POST', '/bot/messages', { chat_id: 1001, text: '/start code' })
  const [update] = (await bot(first.sandbox, 'getUpdates')).result
  await bot(first.sandbox, 'getUpdates', { offset: update!.update_id + 1 })
  await first.sandbox.control('POST', '/bot/messages', { chat_id: 1001, text: 'unread' })
  await bot(first.sandbox, 'sendMessage', { chat_id: 1001, text: 'Paired.' })
  await first.kill()

  const second = await start(data)
  expect(await bot(second.sandbox, 'sendMessage', { chat_id: 1001, text: 'Still here.' })).toMatchObject({ ok: true })
  const texts = (await second.sandbox.get<{ text: string }[]>('/sandbox/bot/messages')).map(({ text }) => text)
  expect(texts).toEqual(['Still here.', 'Paired.', 'unread', '/start code'])
  expect((await bot(second.sandbox, 'getUpdates')).result).toMatchObject([
    { update_id: update!.update_id + 1, message: { text: 'unread' } },
  ])
  await second.kill()
}, 300_000)
