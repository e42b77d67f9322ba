import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { istText } from '@strikewise/domain/time/ist.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTrader } from '../src/roles/trader.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { armUser, decide, entryPlan, feedQuotes, logIn, until, type Login } from './trading-stack.ts'

// A trading day of two users on the sandbox, over the wire: elite is stopped out and tries once more with less, master
// holds both indices at once, and what is held near the close is squared off. One story, in this order.

const SPEED = 5
const PATIENCE_MS = 90_000
/** Elite's second attempt has half of its lots; what both lose stays below the day's limit. */
const ELITE = { user: 'elite', broker: 'SW1001', lots: 2 } as const
const MASTER = { user: 'master', broker: 'SW1002', lots: 1 } as const
/** Arms late, so that a position is young enough at the square-off to be ended by nothing else. */
const LATE = { user: 'late', broker: 'SW1003', lots: 1 } as const
interface SandboxOrder {
  readonly tradingsymbol: string
  readonly status: string
  readonly transaction_type: OrderSide
  readonly quantity: number
}

let fixture: Fixture
let feed: Login
let seq = 0
const closing: { close(): Promise<void> }[] = []
const entries = new Map<IndexSymbol, Awaited<ReturnType<typeof entryPlan>>>()

beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(SPEED, 'acceptance', '2026-09-16T13:30'))
  const { sandbox, db, vault, clock, bus, config, postgres } = fixture
  for (const { user, broker, lots } of [ELITE, MASTER, LATE]) {
    await armUser(db, vault, clock, user, broker, await logIn(sandbox, broker))
    await db.updateTable('strategies').set({ lots }).where('user_id', '=', user).execute()
    // Enough for the least risk of a lot of either index.
    await db
      .insertInto('risk_settings')
      .values({
        user_id: user,
        capital_paise: 200_000_000,
        daily_loss_cap_bp: 300,
        max_entries_per_symbol: 5,
      })
      .execute()
  }
  await db.updateTable('strategies').set({ auto_execute: false }).where('user_id', '=', LATE.user).execute()
  await db.updateTable('profiles').set({ plan: 'master' }).where('user_id', '=', MASTER.user).execute()
  await db
    .insertInto('strategies')
    .values({
      user_id: MASTER.user,
      symbol: 'BANKNIFTY',
      lots: MASTER.lots,
      auto_execute: true,
      tsl_enabled: true,
      sl_buffer_rupees: 10,
    })
    .execute()
  feed = await logIn(sandbox, 'SWFEED')
  await choose('NIFTY')
  await choose('BANKNIFTY')
  closing.push(startTrader({ config, clock, store: postgres.store, vault, bus, logger: pino({ level: 'silent' }) }))
}, PATIENCE_MS)
afterAll(async () => {
  for (const part of closing.toReversed()) await part.close()
  await fixture?.close()
})

/** A contract to trade, whose quotes are published from then on. */
async function choose(symbol: IndexSymbol): Promise<void> {
  const { sandbox, clock, bus } = fixture
  const entry = await entryPlan(sandbox, clock, undefined, symbol)
  entries.set(symbol, entry)
  closing.push(feedQuotes(sandbox, feed, clock, bus, entry.contract.token))
}

/** A decision to buy the chosen call, at its present price. */
async function decideEntry(symbol: IndexSymbol): Promise<void> {
  const { sandbox, clock, db, bus } = fixture
  const entry = await entryPlan(sandbox, clock, entries.get(symbol)!.contract.token, symbol)
  await decide(db, bus, (seq += 1), { symbol, barEnd: clock.now(), action: 'buy_call', score: 0.6, entry })
}

async function tradesOf(user: string): Promise<Trade[]> {
  const rows = await fixture.db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', user)
    .where('state', '!=', 'abandoned')
    .execute()
  return rows.map(({ body }) => body)
}

const openOf = async (user: string) => (await tradesOf(user)).filter((trade) => trade.state === 'open')

/** Decides until `met` answers: an entry is refused until funds are read, and lapses where the price runs away. */
async function decidedUntil<T>(what: string, symbol: IndexSymbol, met: () => Promise<T | undefined>): Promise<T> {
  let decided = Number.NEGATIVE_INFINITY
  try {
    return await until(what, PATIENCE_MS, async () => {
      const answer = await met()
      if (answer !== undefined || performance.now() - decided < 4_000) return answer
      decided = performance.now()
      await decideEntry(symbol)
      return undefined
    })
  } catch (error) {
    const refusals = await fixture.db
      .selectFrom('entry_refusals')
      .select((of) => ['account_id', 'code', of.fn.countAll<number>().as('times')])
      .groupBy(['account_id', 'code'])
      .execute()
    throw new Error(`refused meanwhile: ${JSON.stringify(refusals)}`, { cause: error })
  }
}

const restingStops = async (broker: string) =>
  (await fixture.sandbox.get<SandboxOrder[]>(`/orders?account=${broker}`)).filter(
    (order) => order.transaction_type === 'SELL' && order.status === 'TRIGGER PENDING',
  )

it(
  'lets master hold both indices at once, each with its stop, and elite NIFTY alone',
  { timeout: 3 * PATIENCE_MS },
  async () => {
    await decidedUntil('a NIFTY trade of both', 'NIFTY', async () =>
      (await openOf(ELITE.user)).length === 1 && (await openOf(MASTER.user)).length === 1 ? true : undefined,
    )
    await decidedUntil('both indices of master', 'BANKNIFTY', async () =>
      (await openOf(MASTER.user)).length === 2 ? true : undefined,
    )
    const held = await openOf(MASTER.user)
    expect(held.map(({ contract }) => contract.symbol).toSorted()).toEqual(['BANKNIFTY', 'NIFTY'])
    const stops = await until('a stop for each', PATIENCE_MS, async () => {
      const resting = await restingStops(MASTER.broker)
      return resting.length === 2 ? resting : undefined
    })
    expect(stops.map(({ tradingsymbol }) => tradingsymbol).toSorted()).toEqual(
      held.map(({ contract }) => contract.tradingsymbol).toSorted(),
    )
    expect((await openOf(ELITE.user)).map(({ contract }) => contract.symbol)).toEqual(['NIFTY'])
  },
)

it(
  'makes the second attempt after a stop-out smaller, and names the trade it follows',
  { timeout: 3 * PATIENCE_MS },
  async () => {
    const { sandbox, clock } = fixture
    await sandbox.post('/scenario', { kind: 'spike', pct: -0.5, overMs: 20_000 })
    const first = await until('the stop-out', PATIENCE_MS, async () => {
      const [trade] = await tradesOf(ELITE.user)
      return trade?.state === 'closed' ? trade : undefined
    })
    expect(first.exitReason).toMatch(/^stop/)
    expect(first.result!.net).toBeLessThan(0)
    // The wait after an exit passes; then the decision for the same direction is confirmed on a later bar.
    await sandbox.post('/clock/jump', { minutes: 31 })
    await until('the clock', PATIENCE_MS, () =>
      Promise.resolve(clock.now() > first.closedAt + 1_800_000 ? true : undefined),
    )
    const second = await decidedUntil('the second attempt', 'NIFTY', async () => (await openOf(ELITE.user))[0])
    expect(second.recoveryOf).toBe(first.id)
    expect(second.quantity).toBeLessThan(first.quantity)
  },
)

it(
  'squares everything off from 15:05 on, and is flat before the broker does it',
  { timeout: 3 * PATIENCE_MS },
  async () => {
    const { sandbox, clock } = fixture
    await sandbox.post('/clock/jump', { to: '2026-09-16T14:38+05:30' })
    // A trade entered before the trader's clock has followed would be half an hour old at once, and end for its age.
    await until('the clock', PATIENCE_MS, () =>
      Promise.resolve(istText(clock.now()).slice(11) >= '14:38:00' ? true : undefined),
    )
    await fixture.db.updateTable('strategies').set({ auto_execute: true }).where('user_id', '=', LATE.user).execute()
    await decidedUntil('a late trade', 'NIFTY', async () => (await openOf(LATE.user))[0])
    await sandbox.post('/clock/jump', { to: '2026-09-16T15:04+05:30' })
    await until('no open trade', PATIENCE_MS, async () => {
      const all = [...(await tradesOf(ELITE.user)), ...(await tradesOf(MASTER.user)), ...(await tradesOf(LATE.user))]
      return all.every(({ state }) => state === 'closed') ? true : undefined
    })
    expect(istText(fixture.clock.now()).slice(11) < '15:18:00').toBe(true)
    for (const { broker } of [ELITE, MASTER, LATE]) {
      const orders = await sandbox.get<(SandboxOrder & { placed_by: string })[]>(`/orders?account=${broker}`)
      expect(orders.some(({ placed_by }) => placed_by === 'RMS')).toBe(false)
      const positions = await sandbox.get<{ quantity: number }[]>(`/positions?account=${broker}`)
      expect(positions.every(({ quantity }) => quantity === 0)).toBe(true)
    }
    expect(await tradesOf(LATE.user)).toMatchObject([{ state: 'closed', exitReason: 'square_off' }])
  },
)
