// @invariant kill-switch
// @invariant instructed-exit
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { SendGuard } from '@strikewise/execution/ports.ts'
import { ACCOUNT, Scenario } from '@strikewise/execution/testing/scenario.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { AccountChangeListener } from '../src/execution/account-change-listener.ts'
import { GLOBAL_SCOPE, setKillSwitch } from '../src/kill-switch/kill-switch.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'

const AT = Date.parse('2026-11-25T04:30:00Z') as EpochMs

let postgres: TestPostgres
let line: AccountChangeListener
let problems: string[]

beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres?.stop())
beforeEach(() => {
  problems = []
  line = new AccountChangeListener(postgres.store.pool, (reason) => problems.push(reason))
})
afterEach(() => line.close())

/** What the listener received, and a way to wait for it: nothing else here notifies of a switch. */
class ReceivedEvents {
  readonly announcements: string[] = []
  /** Whether the listener reported that it listens, each time. */
  readonly wasListening: boolean[] = []
  #wake = () => {}

  accountChanged(account: string): void {
    this.#tell(account)
  }

  allAccountsChanged(): void {
    this.#tell(GLOBAL_SCOPE)
  }

  async count(expected: number): Promise<void> {
    while (this.announcements.length < expected) await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  #tell(scope: string): void {
    this.announcements.push(scope)
    this.wasListening.push(line.isListening())
    this.#wake()
  }
}

/** Has the executor of `s` notified by the listener, and what it received recorded after that. */
function listenFor(s: Scenario): ReceivedEvents {
  const events = new ReceivedEvents()
  line.start({
    accountChanged(account) {
      s.executor.accountChanged(account)
      events.accountChanged(account)
    },
    allAccountsChanged() {
      s.executor.allAccountsChanged()
      events.allAccountsChanged()
    },
  })
  return events
}

const stop = (scope: string, engaged: boolean) =>
  setKillSwitch(postgres.store.db, scope, { engaged, by: 'test', channel: 'web' }, AT)

it('notifies of every switch that changes, with its commit, and of no other', async () => {
  const events = new ReceivedEvents()
  line.start(events)
  await events.count(1)
  await stop('u7', true)
  await postgres.store.db
    .transaction()
    .execute(async (tx) => {
      await setKillSwitch(tx, 'u8', { engaged: true, by: 'test', channel: 'web' }, AT)
      throw new Error('not this one')
    })
    .catch(() => undefined)
  await stop(GLOBAL_SCOPE, true)
  await stop('u7', false)
  await events.count(4)
  expect(events.announcements).toEqual([GLOBAL_SCOPE, 'u7', GLOBAL_SCOPE, 'u7'])
  expect(events.wasListening).toEqual([false, true, true, true])
  expect(problems).toEqual([])
})

it('receives nothing while it is broken, reports it, and makes every listener reread when it is back', async () => {
  const events = new ReceivedEvents()
  expect(line.isListening()).toBe(false)
  line.start(events)
  await events.count(1)
  const { rowCount } = await postgres.store.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and (query = 'select' or query like 'listen %') and pid <> pg_backend_pid()`,
  )
  expect(rowCount).toBe(1)
  // The commit may come before the connection is back: no notification comes then, and the next poll finds it.
  await stop(GLOBAL_SCOPE, true)
  await events.count(2)
  expect(events.announcements[1]).toBe(GLOBAL_SCOPE)
  expect(events.wasListening[1]).toBe(false)
  expect(problems).toHaveLength(1)
  await line.close()
  expect(line.isListening()).toBe(false)
})

it('an entry claimed before a stop does not leave once the stop was announced, though no hint came', async () => {
  const s = new Scenario()
  const atConnect = Promise.withResolvers<void>()
  const guards: SendGuard[] = []
  s.broker.place = (_order, guard) => {
    guards.push(guard)
    atConnect.resolve()
    return new Promise(() => {})
  }
  await s.start()
  const events = listenFor(s)
  await events.count(1)
  await s.run(1_000)
  s.decide()
  await s.run(100)
  await atConnect.promise
  expect(guards[0]!()).toBe(true)
  // A notified process reads the rows, and must find the stop there too.
  s.facts((facts) => ({ ...facts, killSwitch: { user: true, global: false } }))
  expect(guards[0]!()).toBe(true)
  await stop(ACCOUNT, true)
  await events.count(2)
  // No time has passed on the entry's own clock: only the stop holds it back.
  expect(guards[0]!()).toBe(false)
})

it('an exit leaves when its row is committed, though no hint came', async () => {
  const s = new Scenario()
  await s.start()
  s.decide()
  await s.run(3_000)
  expect(s.trade.state).toBe('open')
  await addTrade(s.trade.id)
  const { promise: firstByte, resolve } = Promise.withResolvers<number>()
  const modify = s.broker.modify.bind(s.broker)
  s.broker.modify = (orderId, terms, guard) => {
    resolve(performance.now())
    return modify(orderId, terms, guard)
  }
  const events = listenFor(s)
  await events.count(1)
  await s.run(1_000)
  // A notified process reads the rows, and must find the instruction there too.
  const given = { id: 'n1', tradeId: s.trade.id, kind: 'exit', at: AT, channel: 'web' } as const
  s.store.instruct(ACCOUNT, given)
  const pressedAt = performance.now()
  const { db } = postgres.store
  await db
    .insertInto('trade_instructions')
    .values({
      id: given.id,
      user_id: ACCOUNT,
      account_id: ACCOUNT,
      trade_id: given.tradeId,
      kind: given.kind,
      price_paise: null,
      channel: given.channel,
      given_by: ACCOUNT,
      at: AT,
    })
    .execute()
  await events.count(2)
  expect(events.announcements[1]).toBe(ACCOUNT)
  await s.clock.advance(0)
  console.log(`press to first byte: ${((await firstByte) - pressedAt).toFixed(1)} ms`)
  await s.run(2_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'user_exit' })
})

/** The rows that an instruction for a trade of the account refers to. */
async function addTrade(id: string): Promise<void> {
  await postgres.store.pool.query(
    `with profile as (
       insert into identity_users (id, name, email, "emailVerified", "updatedAt")
       values ($1, $1, 'one@example.com', true, now()) returning id
     ), owner as (
       insert into profiles (user_id, joined_at) select id, now() from profile returning user_id
     ), account as (
       insert into execution_accounts (account_id, journal_hash) select user_id, '' from owner returning account_id
     )
     insert into trades (id, account_id, on_day, symbol, decision_id, state, created_at, body)
     select $2, account_id, '2026-11-25', 'NIFTY', 'd1', 'open', 1, '{"mode": "paper"}' from account`,
    [ACCOUNT, id],
  )
}
