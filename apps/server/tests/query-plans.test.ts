import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { STORE_CONTRACT } from '@strikewise/execution/testing/store-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOutside, type Outside } from './every-route/external-calls.ts'
import { GOOD_INPUTS, type Given } from './every-route/good-inputs.ts'
import { listContract } from './every-route/list-contract.ts'
import { DAY_BEFORE, ownOneOfEach, type Owned } from './every-route/owned-ids.ts'
import { newUser, NoRateLimits, OPERATOR, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { QueryPlans } from './query-plans/query-plans.ts'
import { addContractUsers, contractHarness, emptyContractTables } from './store-contract-harness.ts'
import { EMPTY_LOG, liveThrough } from './seeded-sessions.ts'

let outside: Outside
let web: TestWeb
let user: TestUser
let operator: TestUser
let my: Owned
let plans: QueryPlans
beforeAll(async () => {
  outside = await startOutside('an-access-token')
  web = await startTestWeb({ SANDBOX_URL: outside.url }, { rates: new NoRateLimits() })
  await liveThrough(web, EMPTY_LOG, [DAY_BEFORE], 0.5)
  listContract(web)
  operator = await newUser(web, 'master', OPERATOR)
  user = await newUser(web, 'master')
  my = await ownOneOfEach(web, user, 'mine')
  plans = await QueryPlans.begin(web.store.pool)
})
afterAll(async () => {
  plans?.end()
  await web.stop()
  await outside.close()
})

/** Statements of the harness itself. */
const OF_THE_TEST = /^set session_replication_role|^select "key" from "trade_notifications" order by "id"$/

/** Tables that are read from end to end on purpose, and why. */
const READ_WHOLE: Readonly<Record<string, string>> = {
  chain_history_days: 'one row an index and stored day, summed for operators',
  chain_history_failures: 'days that could not be stored: a few',
  chain_history_retention: 'one row',
  checkouts: 'the list of disputed payments, which operators open',
  feature_flags: 'one row a feature that an operator has changed: a few',
  feed_session: 'one row',
  leases: 'one row a shard, executor and role with a leader',
  listings: 'users who asked to be listed by name, up to a limit',
  operator_actions: 'the chain of all acts, which its verification reads, and its newest link',
  complaints: 'the published table counts all of them, at most once a minute',
  process_health: 'one row a role of a process',
  public_log_time_stamps: 'one row an authority and sealed day, counted for the list of all days',
  refunds: 'the list of refunds that are not done, which operators open',
  registered_logic: 'one row a registration',
  registered_trial_results: 'one row a trial',
  registered_trials: 'one row a trial',
  support_tickets: 'conversations that wait for an answer, which operators open',
  vapid_keys: 'one row',
  weights_changes: 'one row a promotion of weights',
}

it('has an index for what every call and every write of an executor reads', { timeout: 120_000 }, async () => {
  await addContractUsers(web.store)
  for (const { run } of STORE_CONTRACT) {
    await emptyContractTables(web.store)
    await run(contractHarness(web.store))
  }
  for (const [name, route] of Object.entries(ROUTES) as [RouteName, Route][])
    for (const { cookie } of [user, operator]) await ask(route, GOOD_INPUTS[name](my), cookie)
  expect(plans.statements).toBeGreaterThan(300)
  const found = plans
    .wholeScans()
    .filter(({ table, statement }) => !(table in READ_WHOLE) && !OF_THE_TEST.test(statement))
  expect(found.map(({ table, filter, statement }) => `${table}: ${filter}: ${statement}`)).toEqual([])
})

it('finds a condition that no index serves', async () => {
  await sql`select id from trades where body ->> 'quantity' = '65'`.execute(web.store.db)
  expect(plans.wholeScans().map(({ table }) => table)).toContain('trades')
})

async function ask(route: Route, given: Given, cookie: string): Promise<void> {
  const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(given.params![key]!))
  const query = given.query === undefined ? '' : `?${new URLSearchParams({ ...given.query }).toString()}`
  const answer = await fetch(`http://127.0.0.1:${web.port}/api${path}${query}`, {
    method: route.method,
    headers: { ...given.headers, cookie, 'x-test-address': '10.1.2.3', 'content-type': 'application/json' },
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
  })
  await answer.arrayBuffer()
}
