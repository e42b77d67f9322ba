// @invariant instruction-reduces-risk
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { Me } from '@strikewise/wire/account.ts'
import type { ActiveTradeRow } from '@strikewise/wire/trades.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTrader } from '../src/roles/trader.ts'
import { startWeb } from '../src/roles/web.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { call, newUser, type Answer, type TestUser, type WebUnderTest } from './harness.ts'
import { armUser, decide, entryPlan, feedQuotes, logIn, until } from './trading-stack.ts'

// Users' instructions from the call of the API to the broker's books: server, store, trader and sandbox. One story, in this order.

const SPEED = 5
const PATIENCE_MS = 60_000
const TEST_MS = 3 * PATIENCE_MS

interface SandboxOrder {
  readonly status: string
  readonly transaction_type: OrderSide
  readonly trigger_price: number
}

let fixture: Fixture
let web: WebUnderTest
let entry: Awaited<ReturnType<typeof entryPlan>>
let seq = 0
let first: TestUser
let second: TestUser
const closing: { close(): Promise<void> }[] = []

beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(SPEED, 'trader', '2026-09-16T10:00'))
  const { sandbox, db, vault, clock, bus, postgres } = fixture
  const config = { ...fixture.config, port: 0 }
  const parts = { config, clock, store: postgres.store, vault, bus, logger: pino({ level: 'silent' }) }
  const role = await startWeb(parts)
  closing.push(role)
  web = { url: role.url, store: postgres.store, bus, clock }
  first = await newUser(web, 'elite')
  second = await newUser(web, 'elite')
  await armUser(db, vault, clock, first.id, 'SW1001', await logIn(sandbox, 'SW1001'))
  await armUser(db, vault, clock, second.id, 'SW1002', await logIn(sandbox, 'SW1002'))
  entry = await entryPlan(sandbox, clock)
  closing.push(feedQuotes(sandbox, await logIn(sandbox, 'SWFEED'), clock, bus, entry.contract.token))
  closing.push(startTrader(parts))
}, PATIENCE_MS)
afterAll(async () => {
  for (const part of closing.toReversed()) await part.close()
  await fixture?.close()
})

const post = ({ cookie }: TestUser, path: string, body: object) =>
  call(web, 'POST', `/api/trades/${path}`, { cookie, body })

async function activeOf({ id, cookie }: TestUser): Promise<ActiveTradeRow[]> {
  const query = { uid: id, date: istDateAt(fixture.clock.now()) }
  return (await call(web, 'GET', '/user_active_trades', { cookie, query })).json as ActiveTradeRow[]
}

async function tradesOf({ id }: TestUser): Promise<Trade[]> {
  const rows = await fixture.db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', id)
    .where('state', '!=', 'abandoned')
    .execute()
  return rows.map(({ body }) => body)
}

async function decideEntry(): Promise<void> {
  const { sandbox, clock, db, bus } = fixture
  entry = await entryPlan(sandbox, clock, entry.contract.token)
  await decide(db, bus, (seq += 1), { barEnd: clock.now(), action: 'buy_call', score: 0.6, entry })
}

/** The trade of a user whose stop rests at the broker. */
function protectedTrade(user: TestUser): Promise<ActiveTradeRow> {
  return until(`a protected trade of ${user.email}`, PATIENCE_MS, async () => {
    // Until the funds of an account are read its entries are refused, and one may find no seller: decide again.
    if ((await tradesOf(user)).length === 0) await decideEntry()
    const [row] = await activeOf(user)
    return row?.stop_price == null ? undefined : row
  })
}

const ordersOf = (broker: string) => fixture.sandbox.get<SandboxOrder[]>(`/orders?account=${broker}`)

async function expectFlat(user: TestUser, broker: string): Promise<void> {
  await until(`no open trade of ${user.email}`, PATIENCE_MS, async () =>
    (await activeOf(user)).length === 0 ? true : undefined,
  )
  // What the list shows is what the broker's books have.
  const positions = await fixture.sandbox.get<{ quantity: number }[]>(`/positions?account=${broker}`)
  expect(positions.filter(({ quantity }) => quantity !== 0)).toEqual([])
  const working = (await ordersOf(broker)).filter(
    ({ status }) => !['COMPLETE', 'CANCELLED', 'REJECTED'].includes(status),
  )
  expect(working).toEqual([])
}

it('rests a raised stop higher at the broker, and lowers the target', { timeout: TEST_MS }, async () => {
  const row = await protectedTrade(first)
  const trigger_price = Math.round((row.stop_price! + 1) * 100) / 100
  expect((await post(first, `${row.trade_id}/stop`, { trigger_price })).status).toBe(202)
  await until('the higher stop', PATIENCE_MS, async () =>
    (await ordersOf('SW1001')).find(
      (one) =>
        one.transaction_type === 'SELL' && one.status === 'TRIGGER PENDING' && one.trigger_price >= trigger_price,
    ),
  )
  const target_price = Math.round((row.target_price! - 1) * 100) / 100
  expect((await post(first, `${row.trade_id}/target`, { target_price })).status).toBe(202)
  const shown = await until('both instructions done', PATIENCE_MS, async () => {
    const [now] = await activeOf(first)
    return now?.instructions.filter(({ state }) => state === 'done').length === 2 ? now : undefined
  })
  expect(shown).toMatchObject({ target_price })
  expect(shown.stop_price).toBeGreaterThanOrEqual(trigger_price)
})

it('exits a trade for two devices at once, after the plan has ended, and is flat', { timeout: TEST_MS }, async () => {
  const { trade_id } = await protectedTrade(first)
  await fixture.db
    .updateTable('profiles')
    .set({ plan_expiry: new Date(fixture.clock.now()) })
    .where('user_id', '=', first.id)
    .execute()
  fixture.bus.publish(`account.${first.id}`, null)
  expect((await post(second, `${trade_id}/exit`, {})).status).toBe(404)
  const answers: Answer[] = await Promise.all([
    post(first, `${trade_id}/exit`, {}),
    post(first, `${trade_id}/exit`, {}),
  ])
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  await expectFlat(first, 'SW1001')
  expect(await tradesOf(first)).toMatchObject([{ id: trade_id, state: 'closed', exitReason: 'user_exit' }])
  expect(await post(first, `${trade_id}/exit`, {})).toMatchObject({ status: 409, json: { code: 'trade_over' } })
})

it('pauses and exits all, and enters nothing afterwards', { timeout: TEST_MS }, async () => {
  const { trade_id } = await protectedTrade(second)
  const answer = await post(second, 'exit_all', { pause: true })
  expect(answer).toMatchObject({ status: 202, json: { trades: [trade_id], stop: { user: true } } })
  await expectFlat(second, 'SW1002')
  expect(await tradesOf(second)).toMatchObject([{ id: trade_id, state: 'closed', exitReason: 'user_exit' }])
  await decideEntry()
  await until('the refusal of the next entry', PATIENCE_MS, () =>
    fixture.db
      .selectFrom('entry_refusals')
      .select('code')
      .where('account_id', '=', second.id)
      .where('decision_id', '=', `decision-${seq}`)
      .executeTakeFirst(),
  )
  expect(await tradesOf(second)).toHaveLength(1)
  const { stop } = (await call(web, 'GET', '/api/me', { cookie: second.cookie })).json as Me
  expect(stop.user).toBe(true)
})
