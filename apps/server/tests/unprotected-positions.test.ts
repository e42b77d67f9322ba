// @invariant protected-position
import type { ServiceFigure, ServiceHealth } from '@strikewise/wire/service-health.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTrader } from '../src/roles/trader.ts'
import { startWeb } from '../src/roles/web.ts'
import { startProcessReports } from '../src/service-state/process-reports.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { call, newUser, NoRateLimits, type TestUser, type WebUnderTest } from './harness.ts'
import { armUser, decide, entryPlan, feedQuotes, logIn, until } from './trading-stack.ts'

// A position without a stop, from the broker's books to the metrics and the health page.

const SPEED = 5
const PATIENCE_MS = 60_000
const OPERATOR = 'operator@example.com'

let fixture: Fixture
let web: WebUnderTest
let operator: TestUser
const closing: { close(): Promise<void> }[] = []

beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(SPEED, 'trader', '2026-09-16T10:00'))
  const { sandbox, db, vault, clock, bus, postgres, processId } = fixture
  const config = { ...fixture.config, port: 0, operatorEmails: [OPERATOR] }
  const logger = pino({ level: 'silent' })
  const parts = { config, clock, store: postgres.store, vault, bus, logger }
  const role = await startWeb({ ...parts, rates: new NoRateLimits() })
  closing.push(role)
  web = { url: role.url, store: postgres.store, bus, clock }
  operator = await newUser(web, 'starter', OPERATOR)
  const user = await newUser(web, 'elite')
  await armUser(db, vault, clock, user.id, 'SW1001', await logIn(sandbox, 'SW1001'))
  const trader = startTrader(parts)
  closing.push(trader)
  const { store } = postgres
  closing.push(startProcessReports({ store, processId, role: 'trader', logger, figures: () => trader.figures() }))
}, PATIENCE_MS)
afterAll(async () => {
  for (const part of closing.toReversed()) await part.close()
  await fixture?.close()
})

async function health(): Promise<ServiceHealth> {
  const { status, text, json } = await call(web, 'GET', '/api/operator/health', { cookie: operator.cookie })
  expect(status, text).toBe(200)
  return json as ServiceHealth
}

async function figure(): Promise<ServiceFigure> {
  return (await health()).figures.find((one) => one.figure === 'position_unprotected')!
}

/** What the metrics show of a trader's gauge, once they show it. */
async function gauge(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${web.url}/metrics`)).text()
  const shown = new RegExp(`^strikewise_trader_positions_${name} (\\S+)$`, 'm').exec(text)?.[1]
  return shown === undefined ? undefined : Number(shown)
}

/** Decides an entry until a trade of it is open. */
async function openTrade(): Promise<void> {
  const { sandbox, clock, bus, db } = fixture
  const { contract } = await entryPlan(sandbox, clock)
  closing.push(feedQuotes(sandbox, await logIn(sandbox, 'SWFEED'), clock, bus, contract.token))
  let seq = 0
  await until('an open trade', PATIENCE_MS, async () => {
    const states = (await db.selectFrom('trades').select('state').execute()).map(({ state }) => state)
    if (states.includes('open')) return true
    // Until the funds of the account are read its entries are refused, and one may find no seller: decide again.
    if (states.every((state) => state === 'abandoned')) {
      const entry = await entryPlan(sandbox, clock, contract.token)
      await decide(db, bus, (seq += 1), { barEnd: clock.now(), action: 'buy_call', score: 0.6, entry })
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    return undefined
  })
}

it('counts a position whose stop the broker does not confirm until it does', { timeout: 4 * PATIENCE_MS }, async () => {
  const none = { subject: null, value: 0, count: 0, bound: 10, is_beyond: false }
  const before = await until('a report', PATIENCE_MS, async () =>
    (await figure()).value === null ? undefined : figure(),
  )
  expect(before).toMatchObject(none)
  await until('the metrics', PATIENCE_MS, async () => ((await gauge('unprotected')) === 0 ? true : undefined))
  expect(await gauge('unprotected_oldest_seconds')).toBe(0)

  // The order is taken, and stays on its way to the exchange.
  await fixture.sandbox.post('/faults', { kind: 'stick', account: 'SW1001', side: 'SELL' })
  await openTrade()
  const late = await until('a position beyond the bound', PATIENCE_MS, async () => {
    const read = await health()
    return read.figures.some((one) => one.figure === 'position_unprotected' && one.is_beyond) ? read : undefined
  })
  const { value, count } = late.figures.find((one) => one.figure === 'position_unprotected')!
  expect([count, value! > 10]).toEqual([1, true])
  expect(late.problems).toContainEqual({
    kind: 'figure',
    figure: 'position_unprotected',
    subject: null,
    alert: 'PositionUnprotected',
  })
  const trader = late.reports.find(({ role }) => role === 'trader')
  expect(trader?.figures?.unprotected).toMatchObject({ positions: 1 })
  await until('the same in the metrics', PATIENCE_MS, async () =>
    (await gauge('unprotected')) === 1 && (await gauge('unprotected_oldest_seconds'))! > 10 ? true : undefined,
  )

  await fetch(`${fixture.sandbox.url}/sandbox/faults`, { method: 'DELETE' })
  const after = await until('the stop', PATIENCE_MS, async () => ((await figure()).count === 0 ? figure() : undefined))
  expect(after).toMatchObject(none)
  expect((await health()).problems.map((one) => one.kind === 'figure' && one.figure)).not.toContain(
    'position_unprotected',
  )
  await until('the same in the metrics', PATIENCE_MS, async () =>
    (await gauge('unprotected')) === 0 ? true : undefined,
  )
  const open = await fixture.db.selectFrom('trades').select('state').where('state', '=', 'open').execute()
  expect(open).toHaveLength(1)
})
