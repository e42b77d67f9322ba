import { istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { Api } from 'grammy'
import { Kysely, PostgresDialect } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { paperAccountId } from '../src/accounts/paper-exchange.ts'
import { runSources, type AlertDeps } from '../src/alerts/run-sources.ts'
import { entryOffers } from '../src/alerts/sources/entry-offers.ts'
import { planExpiry } from '../src/alerts/sources/plan-expiry.ts'
import { refusals } from '../src/alerts/sources/refusals.ts'
import { sendChats } from '../src/alerts/telegram/chat-sender.ts'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import type { Database } from '../src/store/database.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { openFeatureFlags } from '../src/feature-flags/feature-flags.ts'
import { keysOf, readSource, writeUser } from './alert-users.ts'
import { writeTrade } from './trade-rows.ts'

/** A Friday with a session. */
const DAY = '2026-11-20' as IstDate

let postgres: TestPostgres
let bus: ThreadBus
let now: EpochMs
let running: { close(): Promise<void> } | undefined
const statements: string[] = []
beforeAll(async () => {
  postgres = await startTestPostgres()
  bus = openThreadBus('idle-sources-test', 'idle-sources-test')
})
beforeEach(() => {
  now = istInstant(DAY, 10)
})
afterEach(async () => {
  await running?.close()
  running = undefined
})
afterAll(async () => {
  bus.close()
  await postgres.stop()
})

/** What the workers of alerts run on, with every statement of theirs written to `statements`. */
function loggedDeps(): AlertDeps {
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: postgres.store.pool }),
    log: ({ query }) => void statements.push(query.sql),
  })
  return {
    config: { liveTrading: true, sandbox: true },
    db,
    bus,
    clock: { now: () => now, sleep: async () => {}, at: () => () => {} },
    logger: pino({ level: 'silent' }),
    flags: openFeatureFlags(db),
    publicUrl: 'https://strikewise.example',
  }
}

function start(): void {
  running = runSources(loggedDeps())
}

/** The statements of the next whole rounds, `count` at least. */
async function statementsOfRounds(count: number): Promise<readonly string[]> {
  statements.length = 0
  const isFirst = (statement: string) => statement.startsWith('select "name", "cursor"')
  const hasEnough = () => {
    bus.publish('decision', { seq: 0 })
    return statements.filter(isFirst).length > count
  }
  await expect.poll(hasEnough, { interval: 50 }).toBe(true)
  return statements.slice(statements.findIndex(isFirst), statements.findLastIndex(isFirst))
}

it('asks the store twice a round and opens no transaction while there is nothing to notify of', async () => {
  const { db } = postgres.store
  const user = await writeUser(db, now)
  await writeTrade(db, user, DAY, 'idle-trade', 'open')
  await db
    .insertInto('broker_links')
    .values({ user_id: user, mode: 'paper', broker_user_id: paperAccountId(user) })
    .execute()
  start()
  // The first round finds all cursors missing.
  expect(await statementsOfRounds(2)).toContain('begin')
  const found = await statementsOfRounds(4)
  expect(found).not.toContain('begin')
  expect(new Set(found).size).toBe(2)
})

it('asks once a poll whether a message to a chat waits, and claims nothing while none does', async () => {
  statements.length = 0
  const closing = new AbortController()
  const sending = sendChats(loggedDeps(), new Api('a-token'), closing.signal)
  const hasPolled = () => {
    bus.publish('outbox', null)
    return statements.length >= 4
  }
  await expect.poll(hasPolled, { interval: 50 }).toBe(true)
  closing.abort()
  await sending
  expect([...new Set(statements)]).toEqual([expect.stringMatching(/^\s*select exists/)])
})

it('reads every source when the check of what is due fails', async () => {
  const user = await writeUser(postgres.store.db, now)
  await postgres.store.pool.query('alter table push_outbox rename to push_outbox_away')
  try {
    await postgres.store.db
      .insertInto('trade_notifications')
      .values({
        user_id: user,
        kind: 'alarm',
        key: `alarm/${user}`,
        at: now,
        symbol: null,
        notified_at: null,
        text: 'A',
      })
      .execute()
    start()
    await expect.poll(() => keysOf(postgres.store.db, user)).toEqual([`alarm/${user}`])
  } finally {
    await postgres.store.pool.query('alter table push_outbox_away rename to push_outbox')
  }
})

it.each([
  ['entry_offers', entryOffers],
  ['refusals', refusals],
  ['plan_terms', () => planExpiry(bus, 'https://strikewise.example')],
])('moves the cursor of %s once a minute without an event, and back with the clock', async (name, given) => {
  const { db } = postgres.store
  const source = typeof given === 'function' ? given() : given
  const cursorAt = async (at: EpochMs) => {
    await readSource(db, source, at)
    return db.selectFrom('alert_cursors').select('cursor').where('name', '=', name).executeTakeFirst()
  }
  await db.deleteFrom('alert_cursors').where('name', '=', name).execute()
  const after = (ms: number) => (now + ms) as EpochMs
  expect(await cursorAt(now)).toEqual({ cursor: now })
  expect(await cursorAt(after(MINUTE_MS - 1))).toEqual({ cursor: now })
  expect(await cursorAt(after(MINUTE_MS))).toEqual({ cursor: after(MINUTE_MS) })
  expect(await cursorAt(now)).toEqual({ cursor: now })
})
