// @invariant books-equal
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import { firstBreak } from '@strikewise/execution/store/journal.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { Ticker } from '@strikewise/kite/ticker/ticker.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTrader } from '../src/roles/trader.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { armUser, decide, entryPlan, feedQuotes, logIn, until } from './trading-stack.ts'

interface SandboxOrder {
  readonly order_id: string
  readonly status: string
  readonly transaction_type: OrderSide
  readonly order_type: string
  readonly quantity: number
  readonly filled_quantity: number
  readonly trigger_price: number
  readonly tag: string | null
}
interface SandboxTrade {
  readonly transaction_type: OrderSide
  readonly quantity: number
  readonly average_price: number
}

const ENDED = new Set(['COMPLETE', 'CANCELLED', 'REJECTED'])

/** Market seconds a real one; the story of a trade takes a few market minutes. */
const SPEED = 5
/** On a busy machine a trade takes its time. */
const OPENS_MS = 60_000

let fixture: Fixture
let stack: Fixture['sandbox']
let postgres: Fixture['postgres']
let config: Fixture['config']
let clock: Fixture['clock']
let bus: Fixture['bus']
let vault: Fixture['vault']
let ticker: Ticker
let trader: { close(): Promise<void> }
let entry: Awaited<ReturnType<typeof entryPlan>>
let seq = 0
const logs: string[] = []

beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(SPEED, 'trader', '2026-09-16T10:00'))
  ;({ sandbox: stack, postgres, config, clock, bus, vault } = fixture)
  const { db } = postgres.store
  for (const [userId, brokerUser] of [
    ['u1', 'SW1001'],
    ['u2', 'SW1002'],
  ] as const)
    await armUser(db, vault, clock, userId, brokerUser, await logIn(stack, brokerUser))
  entry = await entryPlan(stack, clock)
  ticker = feedQuotes(stack, await logIn(stack, 'SWFEED'), clock, bus, entry.contract.token)
  trader = begin()
})

afterAll(async () => {
  await trader?.close()
  await ticker?.close()
  await fixture?.close()
})

function begin(): { close(): Promise<void> } {
  const logger = pino({ level: 'debug' }, { write: (line: string) => logs.push(line) })
  return startTrader({ config, clock, store: postgres.store, vault, bus, logger })
}

async function decideEntry(): Promise<void> {
  entry = await entryPlan(stack, clock, entry.contract.token)
  await decide(postgres.store.db, bus, (seq += 1), { barEnd: clock.now(), action: 'buy_call', score: 0.6, entry })
}

async function tradeOf(userId: string): Promise<Trade | undefined> {
  const row = await postgres.store.db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', userId)
    .where('state', '!=', 'abandoned')
    .executeTakeFirst()
  return row?.body
}

const inState = (userId: string, state: Trade['state']) => async () => {
  const trade = await tradeOf(userId)
  return trade?.state === state ? trade : undefined
}

const ordersOf = (account: string) => stack.get<SandboxOrder[]>(`/orders?account=${account}`)
const liveSells = async (account: string) =>
  (await ordersOf(account)).filter((order) => order.transaction_type === 'SELL' && !ENDED.has(order.status))

/** Two evaluations against every open trade: the engine's own way out. */
async function turnAgainst(): Promise<void> {
  for (let i = 0; i < 2; i += 1) {
    await decide(postgres.store.db, bus, (seq += 1), { barEnd: clock.now(), action: 'none', score: -0.5, entry: null })
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

describe('the trader on the sandbox, over the wire', () => {
  it('opens a trade in every armed account, rests its stop, and finds an entry whose answer was lost', async () => {
    await stack.post('/faults', { kind: 'timeout_after_accept', account: 'SW1002', times: 1 })
    for (const [userId, account] of [
      ['u1', 'SW1001'],
      ['u2', 'SW1002'],
    ] as const) {
      const trade = await until(`an open trade of ${userId}`, OPENS_MS, async () => {
        // Until the funds of an account are read its entries are refused, and one may find no seller: decide again.
        if ((await tradeOf(userId)) === undefined) await decideEntry()
        return inState(userId, 'open')()
      })
      const [stop, ...more] = await until(`a resting stop of ${account}`, 20_000, async () => {
        const sells = await liveSells(account)
        return sells.some((order) => order.status === 'TRIGGER PENDING') ? sells : undefined
      })
      expect(more).toEqual([])
      expect(stop).toMatchObject({ order_type: 'SL', quantity: entry.contract.lotSize })
      expect(trade.state === 'open' && trade.trigger / 100).toBe(stop!.trigger_price)
      expect(stop!.tag).toMatch(/^s[0-9a-z]{19}$/)
      const bought = (await ordersOf(account)).filter(
        (one) => one.transaction_type === 'BUY' && one.filled_quantity > 0,
      )
      expect(bought).toHaveLength(1)
    }
  })

  it('leaves the stop where it is over a restart', async () => {
    const before = await liveSells('SW1001')
    await trader.close()
    expect(await liveSells('SW1001')).toMatchObject([{ order_id: before[0]!.order_id, status: 'TRIGGER PENDING' }])
    trader = begin()
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const after = await liveSells('SW1001')
    expect(after.map((order) => order.order_id)).toEqual(before.map((order) => order.order_id))
  })

  it('ends the trades when the engine turns, with the books equal to the exchange’s to the paisa', async () => {
    await turnAgainst()
    for (const [userId, account] of [
      ['u1', 'SW1001'],
      ['u2', 'SW1002'],
    ] as const) {
      const trade = await until(`the closed trade of ${userId}`, 30_000, inState(userId, 'closed'))
      const book = await stack.get<SandboxTrade[]>(`/trades?account=${account}`)
      const value = (side: OrderSide) =>
        book.reduce(
          (sum, one) =>
            one.transaction_type === side ? sum + Math.round(one.average_price * 100) * one.quantity : sum,
          0,
        )
      expect(trade.state === 'closed' && trade.result).toMatchObject({
        entryValue: value('BUY'),
        exitValue: value('SELL'),
        gross: value('SELL') - value('BUY'),
      })
      expect(await liveSells(account)).toEqual([])
    }
  })

  it('kept a journal whose chain holds, and notified of each event once', async () => {
    const { db } = postgres.store
    for (const account of ['u1', 'u2']) {
      const rows = await db
        .selectFrom('account_journal')
        .selectAll()
        .where('account_id', '=', account)
        .orderBy('seq')
        .execute()
      const chain = rows.map((row) => ({
        accountId: row.account_id,
        seq: row.seq,
        at: row.at as ReturnType<typeof clock.now>,
        batchId: row.batch_id,
        change: row.change,
        prevHash: row.prev_hash,
        hash: row.hash,
      }))
      expect(firstBreak(chain)).toBeUndefined()
      const notifications = await db
        .selectFrom('trade_notifications')
        .select('kind')
        .where('user_id', '=', account)
        .orderBy('id')
        .execute()
      // A machine too busy to protect in time is notified of as well; this test checks that a trade is notified once.
      const ofTrades = notifications.map(({ kind }) => kind).filter((kind) => kind !== 'alarm')
      expect(ofTrades).toEqual(['trade_opened', 'trade_closed'])
    }
    expect(istDateAt(clock.now())).toBe('2026-09-16')
  })

  it('never logs a key or a token', async () => {
    const secrets = await Promise.all(
      ['SW1001', 'SW1002'].map((id) => stack.get<{ api_key: string; api_secret: string }>(`/accounts/${id}`)),
    )
    const text = logs.join('\n')
    for (const { api_key, api_secret } of secrets) {
      expect(text).not.toContain(api_key)
      expect(text).not.toContain(api_secret)
    }
  })
})
