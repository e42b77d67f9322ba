import { istDateAt } from '@strikewise/domain/time/ist.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAlerts, readBoard } from '../../../scripts/alert-rules.ts'
import { startHeartbeat } from '../src/service-state/role-heartbeats.ts'
import { FRIDAY_TEN, newUser, startTestWeb, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

/** State is read once a second at most. */
const STATE_AGE_MS = 1100
const scrape = async () => {
  await new Promise((resolve) => setTimeout(resolve, STATE_AGE_MS))
  return (await fetch(`${web.url}/metrics`)).text()
}

/** Names of what the program exports, with and without values. */
const exportedNames = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]!))

it('exports every metric that an alert or a panel of the board names', async () => {
  const exported = exportedNames(await scrape())
  expect(exported.size).toBeGreaterThan(60)
  const panels = readBoard().flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ name: title, expr })))
  expect(panels.length).toBeGreaterThan(30)
  for (const { name, expr } of [...readAlerts(), ...panels]) {
    const named = expr.match(/(?<![:\w])(?:strikewise|nodejs|process)_\w+/g) ?? []
    for (const metric of named) expect([...exported], name).toContain(metric.replace(/_(?:bucket|count|sum)$/, ''))
  }
})

it('exports the state of the service', async () => {
  const { db } = web.store
  const user = await newUser(web)
  const before = await scrape()
  expect(before).toContain('\nstrikewise_store_up 1\n')
  expect(before).toMatch(/\nstrikewise_store_answer_seconds 0\.\d+\n/)
  expect(before).toContain('\nstrikewise_lease_held{lease="trader"} 0\n')
  expect(before).toContain('\nstrikewise_session_open 1\n')
  // 10:00, and nothing since the opening at 09:15.
  expect(before).toContain('\nstrikewise_feed_silent_seconds 2700\n')
  expect(before).toContain('\nstrikewise_decision_age_seconds{symbol="NIFTY"} 2700\n')
  expect(before).toContain('\nstrikewise_intents_in_doubt 0\n')
  expect(before).toMatch(/\nstrikewise_data_disk_free_bytes \d+\n/)
  expect(before).not.toContain('\nstrikewise_role_silent_seconds{role="trader"} 0.')

  const end = startHeartbeat(web.bus, 'trader')
  end()
  await sql`
    insert into leases (name, holder, epoch, expires_at)
    select 'trader/' || shard, 'h', 4, now() + interval '1 minute' from generate_series(0, 62) as shard`.execute(db)
  expect(await scrape()).toContain('\nstrikewise_lease_held{lease="trader"} 0\n')
  await sql`
    insert into leases (name, holder, epoch, expires_at)
    select name, 'h', 3, now() + interval '1 minute' from unnest(array['trader/63', 'executor/h']) as name`.execute(db)
  await writeTrade(db, user.id, istDateAt(FRIDAY_TEN), 'doubt', 'open')
  const at = FRIDAY_TEN - 45_000
  await sql`
    insert into intents (id, account_id, trade_id, kind, outcome, created_at, body)
    values ('i-doubt', ${user.id}, 'doubt', 'enter', 'in_doubt', ${at}, '{}')`.execute(db)
  await sql`
    insert into audit_findings (account_id, on_day, found_at, code, subject, text)
    values (${user.id}, '2026-11-20', ${FRIDAY_TEN}, 'order_missing', 's', 't')`.execute(db)
  await sql`update outbox set created_at = now() - interval '20 minutes' where sent_at is null`.execute(db)
  const after = await scrape()
  expect(after).toMatch(/\nstrikewise_role_silent_seconds\{role="trader"\} [0-2]\.\d+\n/)
  expect(after).toContain('\nstrikewise_lease_held{lease="trader"} 1\n')
  expect(after).toContain('\nstrikewise_lease_epoch{lease="trader"} 4\n')
  expect(after).toContain('\nstrikewise_executors 1\n')
  expect(after).toContain('\nstrikewise_intents_in_doubt 1\n')
  expect(after).toContain('\nstrikewise_intents_in_doubt_oldest_seconds 45\n')
  expect(after).toContain('\nstrikewise_audit_findings_today{code="order_missing"} 1\n')
  const waiting = Number(/^strikewise_outbox_waiting\{outbox="outbox"\} (\d+)$/m.exec(after)?.[1])
  const oldest = Number(/^strikewise_outbox_oldest_seconds\{outbox="outbox"\} (\S+)$/m.exec(after)?.[1])
  expect(waiting > 0 ? Math.floor(oldest / 60) : 20).toBe(20)
})

it('reports the store as away, and nothing that it holds, while it does not answer', async () => {
  await sql`update leases set epoch = 5`.execute(web.store.db)
  const blocked = web.store.db.transaction().execute(async (tx) => {
    await sql`lock table leases in access exclusive mode`.execute(tx)
    return scrape()
  })
  const text = await blocked
  expect(text).toContain('\nstrikewise_store_up 0\n')
  expect(text).not.toMatch(/^strikewise_(lease_held|intents_in_doubt|outbox_waiting)[ {]/m)
  expect(text).toContain('\nstrikewise_session_open 1\n')
  expect(await scrape()).toContain('\nstrikewise_store_up 1\n')
}, 20_000)
