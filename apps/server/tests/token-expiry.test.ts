// @invariant expired-token-reported
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { Ticker } from '@strikewise/kite/ticker/ticker.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { disconnectBroker } from '../src/accounts/broker-link.ts'
import { startTrader } from '../src/roles/trader.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { armUser, decide, entryPlan, feedQuotes, logIn, until } from './trading-stack.ts'

/** The account whose token dies, and the one whose user disconnects; both with an open trade. */
const EXPIRED = { userId: 'u1', account: 'SW1001' }
const LEAVES = { userId: 'u2', account: 'SW1002' }

interface Row {
  readonly order_id: string
  readonly status: string
  readonly transaction_type: OrderSide
  readonly quantity: number
  readonly average_price: number
}

let fixture: Fixture
let stack: Fixture['sandbox']
let postgres: Fixture['postgres']
let config: Fixture['config']
let clock: Fixture['clock']
let bus: Fixture['bus']
let vault: Fixture['vault']
let ticker: Ticker
let trader: { close(): Promise<void> }
let seq = 0

beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(5, 'token', '2026-09-16T10:00'))
  ;({ sandbox: stack, postgres, config, clock, bus, vault } = fixture)
  const { db } = fixture
  for (const { userId, account } of [EXPIRED, LEAVES])
    await armUser(db, vault, clock, userId, account, await logIn(stack, account))
  const { contract } = await entryPlan(stack, clock)
  ticker = feedQuotes(stack, await logIn(stack, 'SWFEED'), clock, bus, contract.token)
  trader = startTrader({ config, clock, store: postgres.store, vault, bus, logger: pino({ level: 'silent' }) })
  // Until the funds of an account are read, its entries are refused: decide again until both are in.
  for (const { userId } of [EXPIRED, LEAVES])
    await until(`a resting stop of ${userId}`, 60_000, async () => {
      if ((await tradeOf(userId)) === undefined) await decideEntry()
      return (await tradeOf(userId))?.state === 'open' || undefined
    })
})

afterAll(async () => {
  await trader?.close()
  await ticker?.close()
  await fixture?.close()
})

async function decideEntry(): Promise<void> {
  const entry = await entryPlan(stack, clock)
  // Next to the money is another contract once the market has moved.
  ticker.subscribe([entry.contract.token], 'full')
  await decide(postgres.store.db, bus, (seq += 1), { barEnd: clock.now(), action: 'buy_call', score: 0.6, entry })
}

async function tradeOf(userId: string): Promise<Trade | undefined> {
  const { db } = postgres.store
  // An entry that found no seller is a row, too.
  const row = await db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', userId)
    .where('state', '!=', 'abandoned')
    .executeTakeFirst()
  return row?.body
}

const closed = async (userId: string) => {
  const trade = await tradeOf(userId)
  return trade?.state === 'closed' ? trade : undefined
}

const sales = async (account: string) =>
  (await stack.get<Row[]>(`/orders?account=${account}`)).filter((row) => row.transaction_type === 'SELL')

const valueOf = async (account: string, side: Row['transaction_type']) =>
  (await stack.get<Row[]>(`/trades?account=${account}`))
    .filter((row) => row.transaction_type === side)
    .reduce((sum, row) => sum + Math.round(row.average_price * 100) * row.quantity, 0)

/** What the trade booked is what the exchange traded, to the paisa. */
async function expectEqualBooks({ userId, account }: typeof EXPIRED): Promise<void> {
  const trade = (await closed(userId))!
  const [entryValue, exitValue] = [await valueOf(account, 'BUY'), await valueOf(account, 'SELL')]
  expect(trade.result).toMatchObject({ entryValue, exitValue, gross: exitValue - entryValue })
}

it('an expired token leaves the stop resting at the exchange, whatever the engine wants; a disconnect lets exits go', async () => {
  const stop = await until('a resting stop', 30_000, async () =>
    (await sales(EXPIRED.account)).find((row) => row.status === 'TRIGGER PENDING'),
  )
  await stack.post('/tokens/expire', { account: EXPIRED.account })
  await disconnectBroker({ db: postgres.store.db, vault, clock, config, bus }, LEAVES.userId)

  // The engine turns against both: the one who left is taken out by the token kept for that, the other cannot be.
  await until('the trade of who disconnected', 60_000, async () => {
    await decide(postgres.store.db, bus, (seq += 1), { barEnd: clock.now(), action: 'none', score: -0.5, entry: null })
    return closed(LEAVES.userId)
  })
  await expectEqualBooks(LEAVES)
  await until('the alarm of the expired token', 60_000, async () => {
    const notifications = await postgres.store.db
      .selectFrom('trade_notifications')
      .select('key')
      .where('user_id', '=', EXPIRED.userId)
      .where('kind', '=', 'alarm')
      .execute()
    return notifications.some(({ key }) => key.includes('token_expired')) || undefined
  })
  expect(await sales(EXPIRED.account)).toMatchObject([{ order_id: stop.order_id, status: 'TRIGGER PENDING' }])
  expect((await tradeOf(EXPIRED.userId))?.state).toBe('exiting')
})

it('the exchange fires the stop while the broker cannot be called, and the next login books it to the paisa', async () => {
  await stack.post('/scenario', { kind: 'trend', direction: 'down', durationMs: 3_600_000, sigmasPer15Min: 6 })
  await stack.post('/clock/speed', { speed: 60 })
  const [sale, ...more] = await until('the fired stop', 60_000, async () => {
    const all = await sales(EXPIRED.account)
    return all.some((row) => row.status === 'COMPLETE') ? all : undefined
  })
  await stack.post('/clock/speed', { speed: 5 })
  expect(more).toEqual([])
  expect((await tradeOf(EXPIRED.userId))?.state).toBe('exiting')

  const { accessToken } = await logIn(stack, EXPIRED.account)
  await postgres.store.db
    .updateTable('broker_links')
    .set({
      access_token: await vault.seal(EXPIRED.userId, 'access_token', accessToken),
      login_at: new Date(clock.now()),
      token_expires_at: new Date(BROKER.profile.tokenExpiresAt(clock.now())),
    })
    .where('user_id', '=', EXPIRED.userId)
    .execute()
  bus.publish(`account.${EXPIRED.userId}`, null)

  await until('the trade of the stop that fired', 60_000, () => closed(EXPIRED.userId))
  await expectEqualBooks(EXPIRED)
  expect(await sales(EXPIRED.account)).toMatchObject([{ order_id: sale!.order_id, status: 'COMPLETE' }])
})
