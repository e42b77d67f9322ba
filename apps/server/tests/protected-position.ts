import type { Ticker } from '@strikewise/kite/ticker/ticker.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import { pino } from 'pino'
import { startTrader } from '../src/roles/trader.ts'
import type { Fixture } from './fixture.ts'
import { armUser, decide, entryPlan, feedQuotes, logIn, until } from './trading-stack.ts'

const WAIT_MS = 30_000

/**
 * A trade of the user is opened and protected by the real trader, which then ends, so that only the test acts on it. Returns
 * the feed of quotes, to be closed.
 */
export async function holdProtectedPosition(fixture: Fixture, user: string, brokerUser: string): Promise<Ticker> {
  const { sandbox, postgres, config, clock, bus, vault, db } = fixture
  await armUser(db, vault, clock, user, brokerUser, await logIn(sandbox, brokerUser))
  const logger = pino({ level: 'silent' })
  const trader = startTrader({ config, clock, store: postgres.store, vault, bus, logger })
  try {
    const { contract } = await entryPlan(sandbox, clock)
    const ticker = feedQuotes(sandbox, await logIn(sandbox, 'SWFEED'), clock, bus, contract.token)
    let seq = 0
    await until('a protected position', 60_000, async () => {
      const rows = await db.selectFrom('broker_orders').select('phase').execute()
      if (rows.some(({ phase }) => phase === 'armed')) return true
      // An entry that a busy machine made too late for its price leaves an order behind, and no trade that lives.
      const trades = await db.selectFrom('trades').select('state').execute()
      if (trades.every(({ state }) => state === 'closed' || state === 'abandoned')) {
        const entry = await entryPlan(sandbox, clock, contract.token)
        await decide(db, bus, (seq += 1), { barEnd: clock.now(), action: 'buy_call', score: 0.6, entry })
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
      return undefined
    })
    await until('its fill in the books', WAIT_MS, async () => {
      const fills = await db.selectFrom('fills').select('fill_id').execute()
      return fills.length > 0 ? true : undefined
    })
    return ticker
  } finally {
    await trader.close()
  }
}

/** The trade that holds the position. One whose entry came too late may stand before it, abandoned. */
export async function heldTrade({ db }: Pick<Fixture, 'db'>): Promise<{ id: string; body: Trade }> {
  return db.selectFrom('trades').select(['id', 'body']).where('state', '!=', 'abandoned').executeTakeFirstOrThrow()
}
