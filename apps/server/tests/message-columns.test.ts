import { join, messageOf, split } from '@strikewise/messages/split.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openUserPool, type Store } from '../src/store/open-store.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'

/** A row of each table as versions without messages wrote it: its sentence, and no message. */
const OLD_ROWS = [
  `insert into entry_refusals (account_id, symbol, decision_id, on_day, at, code, text) values ('u1', 'NIFTY', 'd1', '2026-11-20', 1, 'user_stop', 'You have paused new entries.')`,
  `insert into trade_notifications (user_id, kind, key, at, text) values ('u1', 'alarm', 'k', 1, 'Old.')`,
  `insert into notices (user_id, kind, key, at, text) values ('u1', 'refused', 'k', 1, 'Old.')`,
  `insert into audit_findings (account_id, on_day, found_at, code, subject, text) values ('u1', '2026-11-20', 1, 'c', 's', 'Old.')`,
  `insert into weights_changes (kind, from_day, decided_at, reason, figures) values ('rolled_back', '2026-11-20', 1, 'Old.', '{}')`,
]

describe('a store with rows from before messages were data', () => {
  let postgres: TestPostgres
  let store: Store
  beforeAll(async () => {
    postgres = await startTestPostgres()
    // One connection: what is set for it holds for every statement.
    store = openUserPool(postgres.store, 1)
    // The owners of these rows do not exist: without the references.
    await store.pool.query('set session_replication_role = replica')
    for (const row of OLD_ROWS) await store.pool.query(row)
    await store.pool.query('set session_replication_role = default')
  })
  afterAll(async () => {
    await store.close()
    await postgres.stop()
  })

  it.each(['trade_notifications', 'notices', 'audit_findings'] as const)('keeps the sentences of %s', async (table) => {
    const rows = await store.db.selectFrom(table).select(['text', 'message']).execute()
    expect(rows.map(messageOf)).toEqual([{ code: 'legacy.text', text: 'Old.' }])
  })

  it('keeps why weights changed', async () => {
    const rows = await store.db.selectFrom('weights_changes').select(['reason', 'message']).execute()
    expect(rows).toEqual([{ reason: 'Old.', message: null }])
  })

  it('keeps a refusal, and takes the next one without a sentence', async () => {
    const message = { code: 'refusal.price_stale', ageMs: 2600, maxAgeMs: 2000 } as const
    await store.pool.query('set session_replication_role = replica')
    await sql`
      insert into entry_refusals (account_id, symbol, decision_id, on_day, at, code, message)
      values ('u1', 'NIFTY', 'd2', '2026-11-20', 2, 'price_stale', ${JSON.stringify(split(message))}::jsonb)`.execute(
      store.db,
    )
    await store.pool.query('set session_replication_role = default')
    const rows = await store.db.selectFrom('entry_refusals').select(['text', 'message']).orderBy('at').execute()
    expect(rows.map(messageOf)).toEqual([{ code: 'legacy.text', text: 'You have paused new entries.' }, message])
    expect(join(rows[1]!.message)).toEqual(message)
  })

  it.each([
    ['its parameters beside the code', '{"code":"notice.trade_opened","quantity":65}'],
    ['no code', '{"params":{}}'],
    ['no object', '"Old."'],
  ])('refuses a message with %s', async (_what, message) => {
    const row = sql`
      insert into notices (user_id, kind, key, at, message) values ('u1', 'refused', 'k3', 1, ${message}::jsonb)`
    await expect(row.execute(store.db)).rejects.toThrow(/check constraint/)
  })

  it('takes no row without either', async () => {
    const row = sql`insert into notices (user_id, kind, key, at) values ('u1', 'refused', 'k2', 1)`
    await expect(row.execute(store.db)).rejects.toThrow(/check constraint/)
  })
})
