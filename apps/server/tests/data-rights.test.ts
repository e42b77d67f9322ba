// @invariant personal-tables
// @invariant retention
import { randomUUID } from 'node:crypto'
import { paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { hashOfText } from '@strikewise/legal/legal-text.ts'
import { PRIVACY_POLICY } from '@strikewise/legal/privacy.ts'
import { TERMS_OF_USE } from '@strikewise/legal/terms.ts'
import { RETENTION, type AgedKind } from '@strikewise/legal/retention.ts'
import { batchOf, closedOf, refusalOf } from '@strikewise/execution/testing/store-rows.ts'
import { postgresStore } from '@strikewise/postgres-store/postgres-store.ts'
import type { MyDataReply } from '@strikewise/wire/data-rights.ts'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyFrom, rowsAgainstJournal, WHOLE_CHAIN } from '../src/audit/journal-chain.ts'
import { eraseDue, ERASURE_GRACE_MS } from '../src/data-rights/erasure.ts'
import { PERSONAL_TABLES } from '../src/data-rights/personal-tables.ts'
import { deleteExpired } from '../src/outbox/retention-job.ts'
import { call, connectBroker, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

const DAY = istDate('2026-11-20')
const as = (user: TestUser) => ({ cookie: user.cookie })
const myData = async (user: TestUser) => (await call(web, 'GET', '/api/my-data', as(user))).json as MyDataReply
const post = (user: TestUser, path: string, body: object) =>
  call(web, 'POST', `/api/my-data/${path}`, { ...as(user), body })
const rowsOf = async (table: string, owner: string, userId: string) =>
  (await sql`select 1 from ${sql.table(table)} where ${sql.ref(owner)} = ${userId}`.execute(web.store.db)).rows.length

it('knows every table of the store that holds rows of a user', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.column_name in ('user_id', 'account_id', 'userId', 'scope')
      and not (c.table_name = 'identity_accounts' and c.column_name = 'account_id')`.execute(web.store.db)
  const found = new Set(rows.map((row) => row.table_name))
  const known = new Set(PERSONAL_TABLES.map((one) => one.table))
  // The user's own row has its id under another name.
  known.delete('identity_users')
  for (const { table, through } of PERSONAL_TABLES) if (through !== undefined) known.delete(table)
  expect([...found].toSorted()).toEqual([...known].toSorted())
})

describe('consents', () => {
  it('are kept with version, time and the hash of the words', async () => {
    const { consents } = await myData(await newUser(web))
    for (const [kind, text] of [
      ['terms', TERMS_OF_USE],
      ['privacy', PRIVACY_POLICY],
      ['adult', TERMS_OF_USE],
    ] as const)
      expect(consents).toContainEqual({
        kind,
        version: text.version,
        text_hash: hashOfText(text),
        given: true,
        at: '2026-11-20T10:00:00+05:30',
      })
  })

  it('are taken back with one call, and the one to auto execution disarms at once', async () => {
    const user = await newUser(web, 'elite')
    const row = { symbol: 'NIFTY', lots: 1, auto_execute: true, tsl_enabled: false, sl_buffer: 10 }
    const saved = await call(web, 'PUT', '/api/trade-settings', {
      ...as(user),
      body: { strategies: [row], consentGiven: true },
    })
    expect(saved.status).toBe(200)
    for (const _ of [1, 2]) {
      const { consents } = (await post(user, 'withdraw-consent', { kind: 'auto_execute' })).json as MyDataReply
      expect(consents.filter((one) => one.kind === 'auto_execute').map((one) => one.given)).toEqual([false, true])
    }
    expect((await call(web, 'GET', '/api/trade-settings', as(user))).json).toMatchObject({
      consentGiven: false,
      strategies: [{ auto_execute: false, lots: 1 }],
    })
    expect((await post(user, 'withdraw-consent', { kind: 'terms' })).status).toBe(400)
  })
})

describe('the export', () => {
  it('holds the caller’s rows of every kind, no other user’s, and no secret', async () => {
    const [user, other] = [await newUser(web, 'elite'), await newUser(web, 'elite')]
    await connectBroker(web, user)
    for (const one of [user, other])
      await call(web, 'POST', '/api/payments', {
        ...as(one),
        body: { plan: 'master', billing: 'monthly', terms: true },
        headers: { 'idempotency-key': 'export' },
      })
    for (const one of [user, other]) await writeTrade(web.store.db, one.id, DAY, `export-${one.id}`, 'closed')
    const answer = await call(web, 'GET', '/api/my-data/export', as(user))
    expect(answer.status).toBe(200)
    const { tables } = answer.json as { tables: Record<string, object[]> }
    expect(Object.keys(tables)).toEqual(
      expect.arrayContaining(['identity_users', 'profiles', 'consents', 'broker_links', 'trades', 'fills']),
    )
    expect(tables['trades']).toHaveLength(1)
    expect(tables['receipts']).toHaveLength(1)
    expect(answer.text).toContain(user.email)
    expect(answer.text).not.toContain(other.id)
    expect(answer.text).not.toMatch(/canary(apikey|apisecret|accesstoken)/)
    expect(Object.keys(tables['broker_links']![0]!)).not.toContain('access_token')
    expect(Object.keys(tables['identity_accounts']![0]!)).not.toContain('password')
    expect(Object.keys(tables['identity_sessions']![0]!)).not.toContain('token')
  })
})

/** Erases who is due once the time to take a request back is over. */
const erase = () => eraseDue(web.store.db, new Date(Date.now() + ERASURE_GRACE_MS))

describe('an erasure', () => {
  it('stops entries at once, waits until nothing is open, and leaves history without a user', async () => {
    const user = await newUser(web, 'elite')
    await connectBroker(web, user)
    await writeTrade(web.store.db, user.id, DAY, 'erase-open', 'open')
    await writeTrade(web.store.db, user.id, DAY, 'erase-closed', 'closed')
    const text = 'Written without signing in, by whoever has this address.'
    await call(web, 'POST', '/api/support', { body: { name: 'A', email: user.email, topic: 'data', text } })
    const asked = (await post(user, 'erasure', { wanted: true })).json as MyDataReply
    expect(asked.erasure).toMatchObject({ open_trades: 1 })
    expect((await call(web, 'GET', '/api/me', as(user))).json).toMatchObject({ stop: { user: true } })
    expect(await erase()).toEqual([])
    expect(await rowsOf('broker_links', 'user_id', user.id)).toBe(1)

    await web.store.db.updateTable('trades').set({ state: 'closed' }).where('id', '=', 'erase-open').execute()
    expect(await erase()).toEqual([user.id])
    web.bus.publish(`account.${user.id}`, null)
    for (const { table, owner, onErasure } of PERSONAL_TABLES)
      if (onErasure === 'delete') expect([table, await rowsOf(table, owner, user.id)]).toEqual([table, 0])
    expect(await rowsOf('data_keys', 'owner', user.id)).toBe(0)
    expect(await rowsOf('trades', 'account_id', user.id)).toBe(2)
    expect(await rowsOf('consents', 'user_id', user.id)).toBeGreaterThan(1)
    expect((await call(web, 'GET', '/api/me', as(user))).status).toBe(401)

    const dump = await Promise.all(
      PERSONAL_TABLES.map(
        async ({ table }) => (await sql`select * from ${sql.table(table)}`.execute(web.store.db)).rows,
      ),
    )
    expect(JSON.stringify(dump)).not.toContain(user.email)
    const mails = await web.store.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', user.email)
      .execute()
    expect(mails).toEqual([{ subject: 'Your Strikewise account was erased' }])
    expect(await erase()).toEqual([])
  })

  it('leaves a journal whose chain still holds, and rows that are what it shows', async () => {
    const user = await newUser(web, 'elite')
    const trade = { ...closedOf(user.id, 'erase-journal', paise(1000)), on: DAY }
    await postgresStore(web.store.pool).transaction(async (tx) => {
      await tx.lock(user.id, 1)
      await tx.write(
        user.id,
        batchOf('erase-batch', [
          { type: 'trade', trade },
          { type: 'refusal', refusal: refusalOf(user.id, 'erase-decision') },
        ]),
      )
    })
    await post(user, 'erasure', { wanted: true })
    expect(await erase()).toEqual([user.id])
    const { position: mark, findings } = await verifyFrom(web.store.db, user.id, WHOLE_CHAIN)
    expect([mark.seq, findings]).toEqual([2, []])
    const day = { on: DAY, startsAt: istInstant(DAY, 0) }
    expect(await rowsAgainstJournal(web.store.db, user.id, WHOLE_CHAIN, day)).toEqual([])
  })

  it('can be taken back for half a minute', async () => {
    const user = await newUser(web)
    await post(user, 'erasure', { wanted: true })
    expect(await eraseDue(web.store.db, new Date(Date.now() + ERASURE_GRACE_MS - 5_000))).toEqual([])
    expect(((await post(user, 'erasure', { wanted: false })).json as MyDataReply).erasure).toBeNull()
    expect(await erase()).toEqual([])
    expect((await call(web, 'GET', '/api/me', as(user))).status).toBe(200)
  })

  it('lets the same address sign up again', async () => {
    const user = await newUser(web)
    await post(user, 'erasure', { wanted: true })
    await erase()
    expect((await newUser(web, 'starter', user.email)).id).not.toBe(user.id)
  })
})

it('asks who is there before it gives everything away or takes everything away', async () => {
  const user = await newUser(web)
  await sql`update identity_sessions set "createdAt" = now() - interval '16 minutes' where "userId" = ${user.id}`.execute(
    web.store.db,
  )
  web.bus.publish(`account.${user.id}`, null)
  const again = { status: 403, json: { code: 'sign_in_again' } }
  await expect.poll(async () => call(web, 'GET', '/api/my-data/export', as(user))).toMatchObject(again)
  expect(await post(user, 'erasure', { wanted: true })).toMatchObject(again)
  expect(await post(user, 'erasure', { wanted: false })).toMatchObject(again)
})

it('keeps a nominee, and lets go of one', async () => {
  const user = await newUser(web)
  const save = (nominee: object | null) => call(web, 'PUT', '/api/my-data/nominee', { ...as(user), body: { nominee } })
  const nominee = { name: 'Ravi Rao', email: 'ravi@example.com', relation: 'Brother' }
  expect(((await save(nominee)).json as MyDataReply).nominee).toEqual(nominee)
  expect((await save({ ...nominee, email: 'ravi' })).status).toBe(400)
  expect(((await save(null)).json as MyDataReply).nominee).toBeNull()
})

it('takes a grievance under the caller’s own name', async () => {
  const user = await newUser(web)
  const { ticket } = (await post(user, 'grievance', { text: 'My name is spelt wrong on the export.' })).json as {
    ticket: string
  }
  expect(
    await web.store.db.selectFrom('support_tickets').selectAll().where('id', '=', ticket).executeTakeFirst(),
  ).toMatchObject({ user_id: user.id, email: user.email, topic: 'grievance' })
})

/** Where rows of a kind lie, and one of them that is so old; `name` is the column it is known by. */
interface AgedRow {
  readonly table: string
  readonly name: string
  readonly row: (name: string, userId: string, at: RawBuilder<Date>) => Readonly<Record<string, unknown>>
}
const mail = { channel: 'mail', subject: 'x', body: '' }
const telegram = { chat_id: '1', question: 'stop' }

/** Every kind that the privacy page gives an age: a new one does not compile until it has its line here. */
const AGED: Readonly<Record<AgedKind, readonly AgedRow[]>> = {
  sign_ups: [
    {
      table: 'sign_ups',
      name: 'token_digest',
      row: (token_digest, _user, expires_at) => ({
        token_digest,
        email: 'a@example.com',
        name: 'A',
        password_hash: 'h',
        expires_at,
      }),
    },
  ],
  sessions: [
    {
      table: 'identity_sessions',
      name: 'id',
      row: (id, userId, expiresAt) => ({ id, userId, token: id, updatedAt: new Date(), expiresAt }),
    },
  ],
  ended_sessions: [
    {
      table: 'ended_sessions',
      name: 'digest',
      row: (digest, user_id, ended_at) => ({ digest, user_id, reason: 'expired', ended_at }),
    },
  ],
  broker_logins: [
    {
      table: 'broker_login_states',
      name: 'digest',
      row: (digest, user_id, expires_at) => ({ digest, user_id, session_id: 's', expires_at }),
    },
  ],
  repeated_calls: [
    {
      table: 'idempotency_keys',
      name: 'key',
      row: (key, user_id, created_at) => ({
        key,
        user_id,
        route: 'pay',
        body_hash: 'h',
        status: 200,
        reply: '{}',
        created_at,
      }),
    },
  ],
  mail: [
    { table: 'outbox', name: 'recipient', row: (recipient, _user, sent_at) => ({ ...mail, recipient, sent_at }) },
    {
      table: 'outbox',
      name: 'recipient',
      row: (recipient, _user, given_up_at) => ({ ...mail, recipient, given_up_at }),
    },
  ],
  notices: [
    {
      table: 'notices',
      name: 'key',
      row: (key, user_id, created_at) => ({ key, user_id, kind: 'exit', at: 0, text: 'x', created_at }),
    },
  ],
  chat_codes: [
    { table: 'chat_codes', name: 'digest', row: (digest, user_id, expires_at) => ({ digest, user_id, expires_at }) },
    {
      table: 'chat_questions',
      name: 'digest',
      row: (digest, user_id, expires_at) => ({ ...telegram, digest, user_id, expires_at }),
    },
  ],
  rate_counts: [
    {
      table: 'sign_in_failures',
      name: 'account',
      row: (account, _user, at) => ({
        account,
        origin: 'o',
        window_start: sql`floor(extract(epoch from ${at}) * 1000)`,
        count: 1,
      }),
    },
    {
      table: 'rate_buckets',
      name: 'key',
      row: (key, _user, at) => ({ key, window_start: sql`floor(extract(epoch from ${at}) * 1000)`, count: 1 }),
    },
  ],
  tickets: [
    {
      table: 'support_tickets',
      name: 'id',
      row: (id, _user, at) => ({ id, topic: 'fault', name: 'A', email: 'a@example.com', text: 'x', at }),
    },
  ],
  status: [
    {
      table: 'status_days',
      name: 'part',
      row: (part, _user, checked_at) => ({ part, day: '2001-01-01', checks: 1, failures: 0, state: 'up', checked_at }),
    },
  ],
}

describe('the clean-up', () => {
  it.each([
    ['erases an account whose address was never proved', { emailVerified: false, days: 8 }, true],
    ['leaves one that is younger', { emailVerified: false, days: 6 }, false],
    ['leaves one that was proved', { emailVerified: true, days: 8 }, false],
  ])('%s, after seven days', async (_what, { emailVerified, days }, isErased) => {
    const { id, email } = await newUser(web)
    await web.store.db
      .updateTable('identity_users')
      .set({ emailVerified, createdAt: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', id)
      .execute()
    await deleteExpired(web.store.db)
    const { rows } = await sql<{ name: string; email: string }>`
      select name, email from identity_users where id = ${id}`.execute(web.store.db)
    expect(rows).toEqual([isErased ? { name: '', email: `${id}@erased.invalid` } : { name: 'Test Person', email }])
    expect(await rowsOf('identity_accounts', 'userId', id)).toBe(isErased ? 0 : 1)
  })

  let user: TestUser
  beforeAll(async () => {
    user = await newUser(web)
  })
  const cases = Object.entries(AGED).flatMap(([kind, rows]) => rows.map((one) => ({ kind: kind as AgedKind, ...one })))
  it.each(cases)(
    'deletes $kind in $table at the age the privacy page names, and not before',
    async ({ kind, ...of }) => {
      const { db } = web.store
      const at = (hoursYounger: number) =>
        sql<Date>`now() - make_interval(days => ${RETENTION[kind].days}, hours => ${-hoursYounger})`
      // The parts of the status have names of their own.
      const [old, young] = kind === 'status' ? ['feed', 'store'] : [randomUUID(), randomUUID()]
      for (const row of [of.row(old, user.id, at(-1)), of.row(young, user.id, at(1))])
        await sql`
        insert into ${sql.table(of.table)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
        values (${sql.join(Object.values(row))})`.execute(db)
      await deleteExpired(db)
      const { rows } = await sql<{ name: string }>`
      select ${sql.ref(of.name)} as name from ${sql.table(of.table)}
      where ${sql.ref(of.name)} in (${old}, ${young})`.execute(db)
      expect(rows).toEqual([{ name: young }])
    },
  )
})
