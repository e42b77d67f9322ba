import { execFile, spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SandboxFixture } from './sandbox-fixture.ts'

const here = (file: string) => path.join(import.meta.dirname, file)
// The official client reads and writes times in the zone of its process.
const env = { ...process.env, TZ: 'Asia/Kolkata' }
const stamp = expect.stringMatching(/^2026-09-16/)

type Row = Record<string, unknown>

describe('the official REST client', () => {
  let sandbox: SandboxFixture
  let answers: Record<string, Row & Row[]>

  beforeAll(async () => {
    sandbox = await SandboxFixture.start({ speed: 10 })
    const account = await sandbox.account()
    const { request_token } = await sandbox.control<{ request_token: string }>('POST', '/accounts/SW1001/login')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        here('official-client.ts'),
        // A root without a path, as the broker's own is.
        sandbox.sandbox.brokerUrl,
        account.api_key,
        account.api_secret,
        request_token,
        `${sandbox.url}/kite`,
      ],
      { env },
    )
    answers = JSON.parse(stdout) as typeof answers
  }, 60_000)
  afterAll(() => sandbox.sandbox.close())

  it('logs in, once, and out', () => {
    expect(answers['session']).toMatchObject({ user_id: 'SW1001', refresh_token: '' })
    expect(answers['badSession']).toMatchObject({ status: 'error', error_type: 'TokenException' })
    expect(answers['loggedOut']).toBe(true)
    expect(answers['afterLogout']).toMatchObject({ error_type: 'TokenException' })
  })

  it('reads profile and funds', () => {
    expect(answers['profile']).toMatchObject({ user_id: 'SW1001', exchanges: ['NSE', 'NFO'] })
    expect(answers['otherProfile']).toEqual(answers['profile'])
    expect(answers['margins']).toMatchObject({ equity: { net: 500_000 }, commodity: { enabled: false } })
    expect(answers['equity']).toMatchObject({ available: { cash: 500_000, live_balance: 500_000 } })
    expect(answers['holdings']).toEqual([])
    expect(answers['auctions']).toEqual([])
  })

  it('parses the instrument dump', () => {
    expect(answers['instruments']!['count']).toBeGreaterThan(300)
    expect(answers['instruments']!['first']).toMatchObject({
      exchange: 'NFO',
      segment: 'NFO-OPT',
      lot_size: expect.anything(),
    })
    expect(answers['allInstruments']).toEqual(
      expect.arrayContaining(['NSE:NIFTY 50', 'NSE:NIFTY BANK', 'NSE:INDIA VIX']),
    )
  })

  it('reads quotes and candles', () => {
    expect(Object.keys(answers['ltp']!)).toEqual(['NSE:NIFTY 50', 'NSE:NIFTY BANK'])
    expect(answers['quote']).toMatchObject({ depth: { buy: { length: 5 }, sell: { length: 5 } } })
    const [first] = answers['candles'] as Row[]
    expect(first).toMatchObject({ open: expect.any(Number), high: expect.any(Number), volume: 0 })
    expect(new Date(String(first!['date'])).toISOString()).toBe('2026-09-16T03:45:00.000Z')
    expect((answers['candlesWithOi'] as Row[])[0]!['oi']).toBeGreaterThan(0)
  })

  it('reads the days of a future from its listing on, and those of the months before it where continuous', () => {
    const days = (name: string) => (answers[name] as Row[]).map((row) => String(row['date']).slice(0, 10))
    // Dates are those of the client's JSON, in UTC: midnight in India is the evening before.
    expect(days('continuousDays')[0]).toBe('2026-02-01')
    expect(days('futureDays')[0]! > '2026-05').toBe(true)
    expect((answers['continuousDays'] as Row[]).slice(-answers['futureDays']!.length)).toEqual(answers['futureDays'])
    for (const row of answers['continuousDays'] as Row[]) expect(row['oi']).toBeGreaterThan(0)
  })

  it('places an iceberg leg by leg, and cancels it as what it is', () => {
    const lot = Number(answers['lot'])
    expect(answers['iceberg']).toMatchObject({
      variety: 'iceberg',
      status: 'OPEN',
      quantity: lot,
      tag: 'conformance4',
      meta: { iceberg: { leg: 1, legs: 2, leg_quantity: lot, total_quantity: 2 * lot, remaining_quantity: lot } },
    })
    expect(answers['icebergAsRegular']).toMatchObject({ status: 'error' })
    expect(answers['icebergCancelled']).toMatchObject({ status: 'CANCELLED', filled_quantity: 0 })
    expect(answers['icebergLegs']).toMatchObject({ error_type: 'InputException' })
    expect(answers['amoInSession']).toMatchObject({ status: 'error' })
  })

  it('is refused in the broker’s words', () => {
    expect(answers['badPrice']).toMatchObject({
      error_type: 'InputException',
      message: expect.stringMatching(/tick size/i),
    })
    expect(answers['badQuantity']).toMatchObject({ message: expect.stringMatching(/lot size/) })
    expect(answers['unprotected']).toMatchObject({ message: expect.stringMatching(/market protection/) })
    expect(answers['missingOrder']).toMatchObject({ message: "Couldn't find that `order_id`." })
  })

  it('buys at once, or never', () => {
    const lot = Number(answers['lot'])
    expect(answers['entry']).toMatchObject({
      status: 'COMPLETE',
      filled_quantity: lot,
      tag: 'conformance1',
      order_timestamp: stamp,
    })
    const statuses = (answers['history'] as Row[]).map((row) => row['status'])
    expect(statuses.slice(0, 3)).toEqual(['PUT ORDER REQ RECEIVED', 'VALIDATION PENDING', 'OPEN PENDING'])
    expect(statuses.at(-1)).toBe('COMPLETE')
    const trades = answers['orderTrades'] as Row[]
    expect(trades.reduce((sum, trade) => sum + Number(trade['quantity']), 0)).toBe(lot)
    expect(answers['trades']).toEqual(trades)
    expect(answers['positions']).toMatchObject({ net: [{ quantity: lot, product: 'NRML' }] })
  })

  it('rests, moves and cancels a stop, and leaves by a protected market order', () => {
    expect(answers['stop']).toMatchObject({ status: 'TRIGGER PENDING', order_type: 'SL', modified: true })
    expect(answers['cancelled']).toMatchObject({ status: 'CANCELLED', filled_quantity: 0 })
    expect(answers['exit']).toMatchObject({ status: 'COMPLETE', order_type: 'LIMIT' })
    expect((answers['exit'] as { tags?: string[] }).tags).toContain('mktp')
    expect(answers['flat']).toMatchObject({ net: [{ quantity: 0 }] })
  })

  it('places, reads, replaces and deletes triggers', () => {
    const { id } = answers['gttPlaced']!
    expect(id).toEqual(expect.any(Number))
    expect(answers['gttPlaced']).toMatchObject({
      type: 'single',
      status: 'active',
      condition: { tradingsymbol: answers['symbol'], instrument_token: answers['token'] },
      orders: [{ quantity: answers['lot'], order_type: 'LIMIT', product: 'NRML', result: null }],
    })
    expect(answers['gttIntraday']).toMatchObject({
      error_type: 'InputException',
      message: expect.stringContaining('NRML'),
    })
    expect(answers['gttModified']).toEqual({ trigger_id: id })
    expect(answers['gtts']).toMatchObject([{ id, type: 'two-leg', status: 'active', orders: [{}, {}] }])
    expect(answers['gttDeleted']).toEqual({ trigger_id: id })
    expect(answers['gttAfter']).toMatchObject({ id, status: 'deleted' })
    expect(answers['gttMissing']).toMatchObject({ error_type: 'InputException' })
  })

  it('calculates margins and charges', () => {
    const premium = Number((answers['orderMargins'] as Row[])[0]!['total'])
    expect(premium).toBeGreaterThan(0)
    expect(answers['basketMargins']).toMatchObject({ initial: { total: premium }, final: { total: premium } })
    expect((answers['charges'] as Row[])[0]).toMatchObject({ charges: { brokerage: 20, total: expect.any(Number) } })
  })
})

describe('the official REST client after the session', () => {
  it('places, changes and cancels an after market order', async () => {
    await using sandbox = await SandboxFixture.start({ startText: '2026-09-16 16:00:00' })
    const client = await sandbox.login()
    const [option] = await sandbox.get<{ tradingsymbol: string; lot_size: number }[]>('/sandbox/chain?symbol=NIFTY')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        here('official-client-after-close.ts'),
        sandbox.sandbox.brokerUrl,
        client.account.api_key,
        client.accessToken,
        option!.tradingsymbol,
        String(option!.lot_size),
        '5',
      ],
      { env },
    )
    const answers = JSON.parse(stdout) as Record<string, Row>
    expect(answers['regular']).toMatchObject({ status: 'error', message: expect.stringContaining('AMO') })
    const row = { variety: 'amo', tag: 'evening', quantity: option!.lot_size }
    expect(answers['placed']).toMatchObject({ ...row, status: 'AMO REQ RECEIVED', price: 5 })
    expect(answers['modified']).toMatchObject({ ...row, price: 4 })
    expect(answers['cancelled']).toMatchObject({ ...row, status: expect.stringMatching(/^CANCELLED/) })
  })
})

describe('the official ticker client', () => {
  let sandbox: SandboxFixture
  let child: ChildProcess
  beforeAll(async () => {
    sandbox = await SandboxFixture.start({ speed: 10 })
  })
  afterAll(async () => {
    child?.kill()
    await sandbox.sandbox.close()
  })

  it('receives index and option ticks and the updates of its user’s orders', { timeout: 30_000 }, async () => {
    const client = await sandbox.login()
    const chain =
      await sandbox.get<{ token: number; tradingsymbol: string; lot_size: number }[]>('/sandbox/chain?symbol=NIFTY')
    const option = chain[0]!
    child = spawn(
      process.execPath,
      [
        here('official-ticker.ts'),
        `${sandbox.sandbox.brokerUrl.replace('http', 'ws')}/`,
        client.account.api_key,
        client.accessToken,
        '256265',
        String(option.token),
      ],
      { env, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const seen = {
      index: undefined as Row | undefined,
      option: undefined as Row | undefined,
      order: undefined as Row | undefined,
    }
    let placed = false
    for await (const line of createInterface({ input: child.stdout! })) {
      const { event, data } = JSON.parse(line) as { event: string; data: Row & Row[] }
      // A subscription begins in quote mode; a frame may come before the change to full is processed.
      for (const tick of event === 'ticks' ? (data as Row[]).filter((one) => one['mode'] === 'full') : [])
        seen[tick['instrument_token'] === 256265 ? 'index' : 'option'] = tick
      if (event === 'order') seen.order = data
      if (seen.index && seen.option && !placed) {
        placed = true
        const form = {
          exchange: 'NFO',
          tradingsymbol: option.tradingsymbol,
          transaction_type: 'BUY',
          quantity: String(option.lot_size),
        }
        const rest = { product: 'NRML', order_type: 'LIMIT', price: '0.05', validity: 'IOC', tag: 'ticker' }
        await client.data('POST', '/orders/regular', { ...form, ...rest })
      }
      if (seen.order?.['status'] === 'CANCELLED') break
    }
    expect(seen.index).toMatchObject({ mode: 'full', tradable: false, ohlc: { high: expect.any(Number) } })
    expect(seen.option).toMatchObject({ mode: 'full', tradable: true, depth: { buy: { length: 5 } } })
    expect(seen.order).toMatchObject({ status: 'CANCELLED', tag: 'ticker', checksum: '', user_id: 'SW1001' })
  })
})
