// @invariant row-security
import { randomBytes } from 'node:crypto'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportOf } from '../src/data-rights/export.ts'
import { PERSONAL_TABLES } from '../src/data-rights/personal-tables.ts'
import type { Database } from '../src/store/database.ts'
import { Secret } from '../src/secret.ts'
import { openStore, type Store } from '../src/store/open-store.ts'
import { userScopedDbs, type UserScopedDb } from '../src/store/user-scoped-db.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { ensureUserRole, USER_ROLE } from '../src/store/user-role.ts'

const SILENT = { warn: () => {} }
const REFUSED = '42501'
const USERS = ['user-a', 'user-b'] as const

/** A database that keeps its policies and loses what would make a row of each table laborious: keys, checks, triggers. */
let bare: TestPostgres
let postgres: TestPostgres
beforeAll(async () => {
  ;[bare, postgres] = await Promise.all([startTestPostgres(), startTestPostgres()])
  await loosen(bare.store.db)
  for (const { table } of PERSONAL_TABLES) for (const user of USERS) await fill(bare.store.db, table, user)
})
afterAll(() => Promise.all([bare.stop(), postgres.stop()]))

const own = (store: Store, user: string): UserScopedDb => userScopedDbs(store.pool)(user)
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

describe('every table with rows of a user', () => {
  it('is kept apart by its owner, as the list of these tables names it', async () => {
    const { rows } = await sql<{ tablename: string; qual: string }>`
      select tablename, qual from pg_policies
      where schemaname = 'public' and policyname = 'own_rows' and cmd = 'ALL'
        and permissive = 'PERMISSIVE' and roles = array[${USER_ROLE}]::name[] and with_check is null
      order by tablename`.execute(postgres.store.db)
    const user = `current_setting('app.user'::text, true)`
    const expected = PERSONAL_TABLES.map(({ table, owner, through }) => ({
      tablename: table,
      qual: through
        ? expect.stringMatching(
            new RegExp(`FROM ${through.table} p\\s+WHERE .*p\\.${through.key} = .*${through.owner}`),
          )
        : `(${owner === owner.toLowerCase() ? owner : `"${owner}"`} = ${user})`,
    }))
    expect(rows).toEqual(expected.toSorted((a, b) => (a.tablename < b.tablename ? -1 : 1)))
  })

  it('has its policies switched on, and they are not forced on the service', async () => {
    const { rows } = await sql<{ relname: string }>`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity and not relforcerowsecurity
      order by relname`.execute(postgres.store.db)
    expect(rows.map((row) => row.relname)).toEqual(PERSONAL_TABLES.map((one) => one.table).toSorted())
  })
})

describe.each(PERSONAL_TABLES)('of $table, with every right to it,', ({ table, owner }) => {
  const from = sql.table(table)
  const column = sql.ref(owner)

  it('a query without any condition shows the rows of its user alone', async () => {
    for (const user of USERS) {
      const rows = await own(bare.store, user).read((db) =>
        sql<{ owner: string }>`select ${column} as owner from ${from}`.execute(db),
      )
      expect(rows.rows).toEqual([{ owner: user }])
    }
  })

  it("a row of another's cannot be put in, nor can one be given away", async () => {
    const { write } = own(bare.store, 'user-a')
    expect(await codeOf(write((db) => fill(db, table, 'user-c')))).toBe(REFUSED)
    expect(await codeOf(write((db) => sql`update ${from} set ${column} = 'user-c'`.execute(db)))).toBe(REFUSED)
  })

  it("another's row is neither changed nor deleted", async () => {
    const touched = await own(bare.store, 'user-a').write(async (db) => {
      const changed = await sql`update ${from} set ${column} = ${column} returning ${column} as owner`.execute(db)
      await sql`delete from ${from}`.execute(db)
      return changed.rows
    })
    expect(touched).toEqual([{ owner: 'user-a' }])
    const { rows } = await sql`select ${column} as owner from ${from}`.execute(bare.store.db)
    expect(rows).toEqual([{ owner: 'user-b' }])
    await fill(bare.store.db, table, 'user-a')
  })

  it('nothing is visible where no user is set', async () => {
    const { rows } = await own(bare.store, '').read((db) => sql`select * from ${from}`.execute(db))
    expect(rows).toEqual([])
  })
})

it('the export holds the row of its user in each of them, without the columns that never leave', async () => {
  const { tables } = await own(bare.store, 'user-a').read((db) => exportOf(db, 'user-a', 0 as EpochMs))
  expect(Object.keys(tables).toSorted()).toEqual(PERSONAL_TABLES.map(({ table }) => table).toSorted())
  for (const { table, owner, hidden = [] } of PERSONAL_TABLES) {
    expect([table, tables[table]!.map((row) => row[owner])]).toEqual([table, ['user-a']])
    for (const column of hidden) expect(Object.keys(tables[table]![0]!)).not.toContain(column)
  }
})

it('the kill switch of all accounts is seen by each user and changed by none', async () => {
  const { db } = postgres.store
  await db
    .insertInto('kill_switches')
    .values({ scope: 'global', engaged: true, changed_at: new Date(0), changed_by: 'operator', reason: null })
    .execute()
  const user = own(postgres.store, 'user-a')
  expect(await user.read((rows) => rows.selectFrom('kill_switches').select('scope').execute())).toEqual([
    { scope: 'global' },
  ])
  const released = await user.write((rows) =>
    rows.updateTable('kill_switches').set({ engaged: false }).executeTakeFirst(),
  )
  expect(released.numUpdatedRows).toBe(0n)
})

it.each([
  ['the plan', `update profiles set plan = 'master'`],
  ['a payment', `update payments set amount_paise = 1`],
  ['a connection to the broker', `update broker_links set connected = true`],
  ['a trade', `delete from trades`],
  ['the keys of sealed values', `select * from data_keys`],
  ['mail that waits', `select * from outbox`],
])('%s is out of reach, though it were their own', async (_what, statement) => {
  expect(await codeOf(own(postgres.store, 'user-a').write((db) => sql.raw(statement).execute(db)))).toBe(REFUSED)
})

describe('a connection that comes back', () => {
  const whoAmI = async (db: Kysely<Database>) => {
    const { rows } = await sql<{ role: string; login: string; user: string | null }>`
      select current_user as role, session_user as login, current_setting('app.user', true) as user`.execute(db)
    return rows[0]!
  }
  const onOneConnection = async (work: (store: Store) => Promise<void>) => {
    const store = openStore(postgres.url, SILENT, { max: 1 })
    try {
      await work(store)
    } finally {
      await store.close()
    }
  }
  const isService = async (store: Store) => {
    const { role, login, user } = await whoAmI(store.db)
    expect(role).toBe(login)
    expect(user ?? '').toBe('')
  }

  it('is the service again after a reading and a writing', () =>
    onOneConnection(async (store) => {
      for (const begin of [own(store, 'user-a').read, own(store, 'user-a').write]) {
        expect(await begin(whoAmI)).toMatchObject({ role: USER_ROLE, user: 'user-a' })
        await isService(store)
      }
    }))

  it.each<[what: string, work: (db: Kysely<Database>) => Promise<unknown>]>([
    ['a statement that fails', (db) => sql`select 1/0`.execute(db)],
    ['a failure of ours', () => Promise.reject(new Error('ours'))],
    ['one of two statements that fails', (db) => Promise.all([sql`select 1/0`.execute(db), sql`select 1`.execute(db)])],
  ])('is the service again after %s', (_what, work) =>
    onOneConnection(async (store) => {
      for (const begin of [own(store, 'user-a').read, own(store, 'user-a').write]) {
        await expect(begin(work)).rejects.toThrow()
        await isService(store)
      }
    }),
  )

  it('keeps no user of the connection’s previous holder', () =>
    onOneConnection(async (store) => {
      for (const user of ["it's", 'user-b', '\\'])
        expect(await own(store, user).read(whoAmI)).toMatchObject({ role: USER_ROLE, user })
    }))
})

it('a reading changes nothing', async () => {
  const work = own(postgres.store, 'user-a').read((db) =>
    db
      .insertInto('kill_switch_changes')
      .values({
        scope: 'user-a',
        engaged: true,
        channel: 'web',
        changed_by: 'user-a',
        at: new Date(0),
        resume_at: null,
        reason: null,
      })
      .execute(),
  )
  expect(await codeOf(work)).toBe('25006')
})

it('many may ask for the role at once, as the databases of one cluster do', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, at) => ensureUserRole((at % 2 ? bare : postgres).store.db)))
})

it('a login that may make no roles gets the statements an administrator must run', async () => {
  const login = `unprivileged_${randomBytes(6).toString('hex')}`
  await sql.raw(`create role ${login} login password '${login}'`).execute(postgres.store.db)
  const url = new URL(postgres.url.reveal())
  url.username = url.password = login
  const store = openStore(new Secret(url.href), SILENT)
  try {
    await expect(ensureUserRole(store.db)).rejects.toThrow(
      `CREATE ROLE ${USER_ROLE} NOLOGIN; GRANT ${USER_ROLE} TO ${login};`,
    )
  } finally {
    await store.close()
    await sql.raw(`drop role ${login}`).execute(postgres.store.db)
  }
})

async function loosen(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as statement from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('f', 'c')`.execute(db)
  for (const { statement } of rows) await sql.raw(statement).execute(db)
  for (const { table } of PERSONAL_TABLES) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  await sql.raw(`grant all on all tables in schema public to ${USER_ROLE}`).execute(db)
}

/** Puts in a row of `user`: each column that has to be there, names and ids being the user's. */
async function fill(db: Kysely<Database>, table: string, user: string): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
      and a.attidentity = '' and a.attgenerated = ''
      and (a.attname in ('user_id', 'account_id', 'scope') or (a.attnotnull and not a.atthasdef))
    order by a.attnum`.execute(db)
  const values = rows.map(({ type }) => VALUES[type] ?? ((of: string) => of))
  await sql`
    insert into ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    values (${sql.join(values.map((value) => value(user)))})`.execute(db)
}

const numberOf = (user: string) => user.codePointAt(user.length - 1)
const VALUES: Readonly<Record<string, (user: string) => unknown>> = {
  bigint: numberOf,
  integer: numberOf,
  boolean: () => true,
  date: () => '2026-11-20',
  'timestamp with time zone': () => new Date(0),
  jsonb: () => '{"mode":"paper"}',
  bytea: (user) => Buffer.from(user),
  'text[]': () => [],
}
