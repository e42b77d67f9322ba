import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTrader } from '../src/roles/trader.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { armUser, decide, entryPlan, feedQuotes, logIn, until } from './trading-stack.ts'

interface SandboxOrder {
  readonly status: string
  readonly transaction_type: OrderSide
  readonly quantity: number
  readonly filled_quantity: number
  readonly price: number
}
interface SandboxTrade {
  readonly transaction_type: OrderSide
  readonly quantity: number
  readonly average_price: number
}

const SPEED = 5
const PATIENCE_MS = 90_000
const LOTS = 2
const ACCOUNTS = { u1: 'SW1001', u2: 'SW1002' } as const

let fixture: Fixture
let entry: Awaited<ReturnType<typeof entryPlan>>
let seq = 0
const closing: { close(): Promise<void> }[] = []

beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(SPEED, 'broker scenarios', '2026-09-09T10:00'))
  const { sandbox, db, vault, clock, bus, config, postgres } = fixture
  for (const [user, account] of Object.entries(ACCOUNTS))
    await armUser(db, vault, clock, user, account, await logIn(sandbox, account))
  await db.updateTable('strategies').set({ lots: LOTS }).execute()
  entry = await entryPlan(sandbox, clock)
  closing.push(feedQuotes(sandbox, await logIn(sandbox, 'SWFEED'), clock, bus, entry.contract.token))
  const logger = pino({ level: 'silent' })
  closing.push(startTrader({ config, clock, store: postgres.store, vault, bus, logger }))
})
afterAll(async () => {
  for (const part of closing.toReversed()) await part.close()
  await fixture?.close()
})

const play = (name: string) => fixture.sandbox.post('/scenarios', { name })
const ordersOf = (user: keyof typeof ACCOUNTS) =>
  fixture.sandbox.get<SandboxOrder[]>(`/orders?account=${ACCOUNTS[user]}`)
const fillsOf = (user: keyof typeof ACCOUNTS) =>
  fixture.sandbox.get<SandboxTrade[]>(`/trades?account=${ACCOUNTS[user]}`)
const bought = (fills: readonly SandboxTrade[]) => fills.filter(({ transaction_type }) => transaction_type === 'BUY')

async function tradesOf(user: string): Promise<Trade[]> {
  const rows = await fixture.db.selectFrom('trades').select('body').where('account_id', '=', user).execute()
  return rows.map(({ body }) => body)
}

it(
  'abandons a rejected entry, protects what a partial one got, and sells below a stop the market jumps over',
  { timeout: 4 * PATIENCE_MS },
  async () => {
    const { sandbox, clock, db, bus } = fixture
    await play('partial-fills')
    await play('broker-rejects')
    const held = await until('an open trade', PATIENCE_MS, async () => {
      const all = [...(await tradesOf('u1')), ...(await tradesOf('u2'))]
      // Until the funds of an account are read its entries are refused: decide again.
      if (all.every(({ state }) => state === 'abandoned')) {
        entry = await entryPlan(sandbox, clock, entry.contract.token)
        await decide(db, bus, (seq += 1), { barEnd: clock.now(), action: 'buy_call', score: 0.6, entry })
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
      return all.find((trade) => trade.state === 'open')
    })
    const user = held.accountId === 'u1' ? 'u1' : 'u2'
    const { lotSize } = entry.contract
    // Two lots were asked for; the one that came is a position and has a stop of its size.
    expect(bought(await fillsOf(user))).toMatchObject([{ quantity: lotSize }])
    const stop = await until('one stop for what is held', PATIENCE_MS, async () => {
      const live = (await ordersOf(user)).filter(
        (one) => one.transaction_type === 'SELL' && one.status === 'TRIGGER PENDING',
      )
      return live.length === 1 ? live[0] : undefined
    })
    expect(stop.quantity).toBe(lotSize)

    const all = [...(await ordersOf('u1')), ...(await ordersOf('u2'))]
    expect(all.filter(({ status }) => status === 'REJECTED')).toMatchObject([
      { transaction_type: 'BUY', quantity: LOTS * lotSize, filled_quantity: 0 },
    ])
    expect((await tradesOf('u1')).concat(await tradesOf('u2')).some(({ state }) => state === 'abandoned')).toBe(true)

    await play('stop-gap-through')
    const closed = await until('a closed trade', PATIENCE_MS, async () => {
      const trade = (await tradesOf(user)).find(({ id }) => id === held.id)
      return trade?.state === 'closed' ? trade : undefined
    })
    expect(closed).toMatchObject({ exitReason: 'stop' })
    const sold = (await fillsOf(user)).filter(({ transaction_type }) => transaction_type === 'SELL')
    expect(sold.reduce((units, fill) => units + fill.quantity, 0)).toBe(lotSize)
    // The stop's limit was jumped over: the exit took what was bid below it.
    expect(Math.max(...sold.map((fill) => fill.average_price))).toBeLessThan(stop.price)
  },
)
