import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rowsAgainstJournal, WHOLE_CHAIN } from '../src/audit/journal-chain.ts'
import { Secret } from '../src/secret.ts'
import { migrate } from '../src/store/migrate.ts'
import { BASELINE } from '../src/store/migrations/baseline.ts'
import { MIGRATIONS } from '../src/store/migrations/list.ts'
import { openStore, type Store } from '../src/store/open-store.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { createPreviousSchema, PREVIOUS_NAMES } from './previous-release/load-store.ts'
import { catalogueOf } from './schema-catalogue.ts'

const SILENT = { warn: () => {} }
const LATER = '20991231T2359_later'
const BASELINE_ALONE = { [BASELINE]: MIGRATIONS[BASELINE]! }

let postgres: TestPostgres
const databases: { name: string; store: Store }[] = []
let made = 0
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterEach(async () => {
  for (const { name, store } of databases.splice(0)) {
    await store.close()
    await postgres.store.pool.query(`drop database ${name} with (force)`)
  }
})
afterAll(() => postgres.stop())

async function emptyDatabase(): Promise<Store> {
  const name = `migrated_${(made += 1)}`
  await postgres.store.pool.query(`create database ${name}`)
  const address = new URL(postgres.url.reveal())
  address.pathname = `/${name}`
  const store = openStore(new Secret(address.href), SILENT)
  databases.push({ name, store })
  return store
}

/** A store whose newest migration is `last`, as the version with these migrations left it. */
async function previousStore(last = PREVIOUS_NAMES.at(-1)!): Promise<Store> {
  const store = await emptyDatabase()
  await createPreviousSchema(store.pool, last)
  for (const [index, name] of PREVIOUS_NAMES.slice(0, PREVIOUS_NAMES.indexOf(last) + 1).entries())
    await store.pool.query('insert into kysely_migration values ($1, $2)', [
      name,
      new Date(Date.UTC(2026, 10, 23, 9, 0, 0, index)).toISOString(),
    ])
  return store
}

const namesOf = async (store: Store) =>
  (await store.pool.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(
    ({ name }) => name,
  )

const creates = (table: string): Migration => ({
  up: async (db) => void (await sql`create table ${sql.table(table)} (id integer)`.execute(db)),
})

describe('the baseline', () => {
  it('makes the schema of the migrations that it stands for', async () => {
    const [previous, current] = [await previousStore(), await emptyDatabase()]
    await migrate(current.db, BASELINE_ALONE)
    const catalogue = await catalogueOf(current.pool)
    expect(catalogue).toEqual(await catalogueOf(previous.pool))
    expect(catalogue['relations']!.length).toBeGreaterThan(150)
  })

  it.each([
    ['a default', 'alter table risk_settings alter column max_positions_per_symbol set default 2'],
    ['a type', 'alter table leases alter column epoch type integer'],
    ['a missing column', 'alter table leases drop column holder'],
    ['a nullable column', 'alter table leases alter column holder drop not null'],
    ['the order of columns', 'alter table leases drop column epoch, add column epoch bigint not null'],
    ['a check', `alter table profiles drop constraint profiles_plan_check`],
    ['a reference', 'alter table consents drop constraint consents_user_id_fkey'],
    ['an index', 'drop index trades_live'],
    ['a trigger', 'drop trigger fills_insert_only on fills'],
    ['a trigger that is off', 'alter table fills disable trigger fills_insert_only'],
    [
      'a function',
      `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    ],
    ['rights to a function', 'grant execute on function count_try(text, bigint, bigint) to public'],
    ['a policy', 'drop policy own_rows on trades'],
    ['policies that are off', 'alter table trades disable row level security'],
    ['rights to a table', 'grant update on trades to strikewise_user'],
    ['rights to a column', 'revoke update (read_at) on notices from strikewise_user'],
    ['a comment', `comment on column trades.body is 'another'`],
    ['a sequence', 'alter table consents alter column id set cache 10'],
    ['an unlogged table', 'alter table rate_buckets set unlogged'],
    ['a view', 'create view extra as select 1'],
    ['a schema', 'create schema extra'],
    ['a type of its own', `create type extra as enum ('a')`],
  ])('is compared with them by %s', async (_what, change) => {
    const { pool } = postgres.store
    const client = await pool.connect()
    try {
      const before = await catalogueOf(pool)
      await client.query('begin')
      await client.query(change)
      expect(await catalogueOf(client)).not.toEqual(before)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('a store of the version before the baseline', () => {
  it('goes on from there: the baseline is recorded in place of its migrations, and later ones run', async () => {
    const store = await previousStore()
    const before = await catalogueOf(store.pool)
    await Promise.all([1, 2, 3].map(() => migrate(store.db, BASELINE_ALONE)))
    expect(await namesOf(store)).toEqual([BASELINE])
    expect(await catalogueOf(store.pool)).toEqual(before)
    await migrate(store.db, { ...MIGRATIONS, [LATER]: creates('later') })
    expect(await namesOf(store)).toEqual([...Object.keys(MIGRATIONS), LATER])
  })

  it.each(['20261121T0900_identity', '20261122T1300_count_tries', '20261123T0712_messages'])(
    'that stopped at %s is refused with the remedy, and is not changed',
    async (last) => {
      const store = await previousStore(last)
      const [catalogue, names] = [await catalogueOf(store.pool), await namesOf(store)]
      await expect(migrate(store.db)).rejects.toThrow(
        `its last migration is ${last}, and this version goes on from ${PREVIOUS_NAMES.at(-1)}. Start the last version`,
      )
      expect([await catalogueOf(store.pool), await namesOf(store)]).toEqual([catalogue, names])
    },
  )
})

describe('migrations', () => {
  it('leave no index, constraint, trigger or sequence under a name that a table or column lost', async () => {
    const store = await emptyDatabase()
    await migrate(store.db)
    const names = JSON.stringify(await catalogueOf(store.pool))
    const lost =
      /told_|untold|trade_notes|alert_marks|record_(entries|roots)|looked_at|to_look_at|_looks|_mark_|telegram_dead|fills_by_hand|stop_(switch|changes)/g
    expect(names.match(lost)).toBeNull()
  })

  it('give messages of manual exits, shorts, expired tokens and the offline journal their current names, and the keys of alarms', async () => {
    const store = await emptyDatabase()
    const before = Object.entries(MIGRATIONS).filter(([name]) => name < '20261123T2230')
    await migrate(store.db, Object.fromEntries(before))
    const rows = (reason: string, name: string, units: string, damaged: string, outdated: string, expired: string) => [
      ['closed/t1', { code: 'notice.trade_closed', params: { reason, net: 100 } }],
      [`alarm/u1/2026-11-20/${name}/t1`, { code: `alarm.${name}.theirs`, params: { units: 65, [units]: 65 } }],
      [`alarm/u1/2026-11-20/${name}/t2`, { code: `alarm.${name}.ours`, params: { units: 65, due: 65 } }],
      [`alarm/u1/2026-11-20/${name}/t3/u`, { code: 'alarm.figure_unknown', params: { alarm: name, fault: 'net' } }],
      ['alarm/u1/2026-11-20/not_permitted/', { code: 'alarm.not_permitted', params: { reason: 'by_hand' } }],
      [`alarm/u1/2026-11-20/${name}/t4`, null],
      [`alarm/u1/2026-11-20/${damaged}/`, { code: `alarm.${damaged}`, params: { records: 2 } }],
      [`alarm/u1/2026-11-20/${outdated}/`, { code: `alarm.${outdated}.many`, params: { batches: 2 } }],
      [`alarm/u1/2026-11-20/${expired}/t1`, { code: `alarm.${expired}`, params: {} }],
      [`alarm/u1/2026-11-20/${expired}/`, { code: `alarm.${expired}.order`, params: { reason: 'token_dead' } }],
      [`alarm/u1/2026-11-20/${expired}/t2/u`, { code: 'alarm.figure_unknown', params: { alarm: expired, fault: 'n' } }],
      [`alarm/u1/2026-11-20/${expired}/t3`, null],
    ]
    const client = await store.pool.connect()
    // Without the rows of users that they refer to.
    await client.query('set session_replication_role = replica')
    const insert = (table: string, kind: string) =>
      client.query(
        `insert into ${table} (user_id, kind, key, at, text, message)
         select 'u1', '${kind}', row ->> 0, 1, 'Before messages were data.', nullif(row -> 1, 'null')
         from jsonb_array_elements($1) as row`,
        [JSON.stringify(rows('by_hand', 'short_by_hand', 'byHand', 'spool_damaged', 'spool_outdated', 'token_dead'))],
      )
    await insert('trade_notifications', 'alarm')
    await insert('notices', 'attention')
    client.release()

    await migrate(store.db)
    for (const table of ['trade_notifications', 'notices'])
      expect(
        (await store.pool.query({ text: `select key, message from ${table} order by id`, rowMode: 'array' })).rows,
        table,
      ).toEqual(
        rows(
          'manual',
          'manual_short',
          'manualUnits',
          'offline_journal_damaged',
          'offline_journal_outdated',
          'token_expired',
        ),
      )
  })

  it('show the trade of a journal row under the current names, whichever version wrote it', async () => {
    const { db, pool } = await emptyDatabase()
    await migrate(db)
    const current = { id: 't1', exitReason: 'manual', manualExitQuantity: 65, entrySettings: { slBuffer: 1000 } }
    const { exitReason: _reason, ...open } = current
    for (const [written, shown] of [
      [{ id: 't1', exitReason: 'by_hand', soldByHand: 65, frozen: { slBuffer: 1000 } }, current],
      [{ ...current, exitReason: 'by_hand' }, current],
      [current, current],
      [
        { ...current, exitReason: 'stop' },
        { ...current, exitReason: 'stop' },
      ],
      [{ id: 't1', soldByHand: 65, frozen: { slBuffer: 1000 } }, open],
      [open, open],
    ])
      expect((await pool.query('select current_trade($1) as shown', [JSON.stringify(written)])).rows).toEqual([
        { shown },
      ])
  })

  it('give intents that an expired token refused its current name, and the auditor finds them as their journal rows', async () => {
    const { db, pool } = await emptyDatabase()
    const before = Object.entries(MIGRATIONS).filter(([name]) => name < '20261123T2330')
    await migrate(db, Object.fromEntries(before))
    const intent = (id: string, code: string) => ({
      id,
      outcome: { state: 'refused', at: 1, code, text: 'token_dead' },
    })
    const doubted = { id: 'i3', outcome: { state: 'in_doubt', why: 'token_dead' } }
    const written = [intent('i1', 'token_dead'), intent('i2', 'funds'), doubted]
    const client = await pool.connect()
    // Without the rows of accounts and trades that they refer to.
    await client.query('set session_replication_role = replica')
    for (const [index, body] of written.entries()) {
      await client.query(
        `insert into intents (id, account_id, trade_id, kind, outcome, created_at, body)
         values ($1, 'u1', 't1', 'exit', $2, 1, $3)`,
        [body.id, body.outcome.state, JSON.stringify(body)],
      )
      await client.query(
        `insert into account_journal (account_id, seq, at, batch_id, kind, change, prev_hash, hash)
         values ('u1', $1, 1, 'b1', 'intent', $2, $3, $3)`,
        [index + 1, JSON.stringify({ type: 'intent', intent: body }), '0'.repeat(64)],
      )
    }
    client.release()

    await migrate(db)
    const { rows } = await pool.query('select body from intents order by id')
    expect(rows.map(({ body }) => body)).toEqual([intent('i1', 'token_expired'), intent('i2', 'funds'), doubted])
    const day = { on: '2026-11-20', startsAt: 0 as EpochMs }
    expect(await rowsAgainstJournal(db, 'u1', WHOLE_CHAIN, day)).toEqual([])
    await pool.query(`update intents set body = jsonb_set(body, '{outcome,code}', '"other"') where id = 'i1'`)
    expect(await rowsAgainstJournal(db, 'u1', WHOLE_CHAIN, day)).toMatchObject([{ subject: 'intent i1' }])
  })

  it('of a newer version are refused by name', async () => {
    const store = await emptyDatabase()
    const contract = `${LATER}_contract`
    await migrate(store.db, { ...MIGRATIONS, [LATER]: creates('later'), [contract]: creates('latest') })
    await expect(migrate(store.db)).rejects.toThrow(
      `it has the migration ${contract}, which this version does not have`,
    )
    expect(await namesOf(store)).toEqual([...Object.keys(MIGRATIONS), LATER, contract])
  })

  it('of a newer version that only added are left as they are, and this version starts beside it', async () => {
    const store = await emptyDatabase()
    await migrate(store.db, { ...MIGRATIONS, [LATER]: creates('later') })
    const before = await catalogueOf(store.pool)
    await Promise.all([migrate(store.db), migrate(store.db, { ...MIGRATIONS, [LATER]: creates('later') })])
    expect(await namesOf(store)).toEqual([...Object.keys(MIGRATIONS), LATER])
    expect(await catalogueOf(store.pool)).toEqual(before)
  })

  it('of a newer version are refused where this version has one of its own to apply before', async () => {
    const store = await emptyDatabase()
    const { [Object.keys(MIGRATIONS).at(-1)!]: _last, ...others } = MIGRATIONS
    await migrate(store.db, { ...others, [LATER]: creates('later') })
    await expect(migrate(store.db)).rejects.toThrow(`it has the migration ${LATER}, which this version does not have`)
  })

  it('run in one transaction: where one fails, none of them is left', async () => {
    const store = await emptyDatabase()
    await migrate(store.db)
    const fails: Migration = { up: () => Promise.reject(new Error('no such thing')) }
    await expect(
      migrate(store.db, { ...MIGRATIONS, '20991231T2358_first': creates('first'), [LATER]: fails }),
    ).rejects.toThrow(`failed at ${LATER}`)
    expect(await namesOf(store)).toEqual(Object.keys(MIGRATIONS))
    expect((await store.pool.query(`select to_regclass('first') as found`)).rows).toEqual([{ found: null }])
  })

  it('run once when several processes start at once', async () => {
    const store = await emptyDatabase()
    let runs = 0
    const counted: Migration = { up: async () => void (runs += 1) }
    await Promise.all([1, 2, 3, 4].map(() => migrate(store.db, { ...MIGRATIONS, [LATER]: counted })))
    expect(runs).toBe(1)
  })
})
