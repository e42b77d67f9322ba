import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountsToRun } from '../src/execution/armed-accounts.ts'
import { startTrader } from '../src/roles/trader.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { armUser, logIn, until } from './trading-stack.ts'

const USER = 'u1'
let fixture: Fixture
let trader: { close(): Promise<void> }
/** What the actor of the account has read of it, oldest first. */
const read: (AccountFacts | null)[] = []

beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(1, 'settings', '2026-09-16T10:00'))
  const { db, sandbox, postgres, config, clock, bus, vault } = fixture
  await armUser(db, vault, clock, USER, 'SW1001', await logIn(sandbox, 'SW1001'))
  await db
    .insertInto('risk_settings')
    .values({ user_id: USER, capital_paise: 50_000_000, daily_loss_cap_bp: 300, max_entries_per_symbol: 3 })
    .execute()
  const role = { config, clock, store: postgres.store, vault, bus, logger: pino({ level: 'silent' }) }
  trader = startTrader(role, (ports) => ({
    ...ports,
    store: {
      transaction: (work, lane) =>
        ports.store.transaction(async (t) => {
          const facts = async (account: string, at: EpochMs) => {
            const found = await t.facts(account, at)
            read.push(found)
            return found
          }
          return work(new Proxy(t, { get: (of, name) => (name === 'facts' ? facts : Reflect.get(of, name).bind(of)) }))
        }, lane),
    },
  }))
  await until('the first reading of the settings', 30_000, async () => read.length > 0 || undefined)
})

afterAll(async () => {
  await trader?.close()
  await fixture?.close()
})

it.each([
  ['the daily loss limit', { daily_loss_cap_bp: 100 }, ({ risk }: AccountFacts) => risk.dailyLossCapPct === 1],
  [
    'the profit lock',
    { profit_lock_from_paise: 100_000, profit_lock_keep_pct: 50 },
    ({ risk }: AccountFacts) => risk.account.profitLock?.keepPct === 50,
  ],
  ['losses in a row', { max_losses_in_row: 2 }, ({ risk }: AccountFacts) => risk.account.lossesInRow === 2],
  ['the capital', { capital_paise: 10_000_000 }, ({ risk }: AccountFacts) => risk.capital === 10_000_000],
  ['covering', { cover_manual_shorts: true }, ({ coverManualShorts }: AccountFacts) => coverManualShorts],
])('a change of %s whose hint is lost is read within seconds', async (_what, values, isNew) => {
  const before = (await accountsToRun(fixture.db, fixture.clock.now()))[0]!
  await fixture.db.updateTable('risk_settings').set(values).where('user_id', '=', USER).execute()
  const after = (await accountsToRun(fixture.db, fixture.clock.now()))[0]!
  expect([after.settings === before.settings, after.link]).toEqual([false, before.link])
  await until('the new value', 20_000, async () => {
    const newest = read.at(-1)
    return (newest !== undefined && newest !== null && isNew(newest)) || undefined
  })
})
