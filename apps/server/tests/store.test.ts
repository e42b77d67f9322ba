// @invariant insert-only-history
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '../src/secret.ts'
import { openStore, startStore } from '../src/store/open-store.ts'
import { startPostgres } from '../src/store/postgres/postgres-server.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'

const SILENT = { warn: () => {} }

describe('the schema', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startTestPostgres()
  })
  afterAll(() => postgres.stop())

  it('is brought up to date by several starts at once', async () => {
    const { pool } = postgres.store
    await pool.query('CREATE DATABASE started_by_many')
    const address = new URL(postgres.url.reveal())
    address.pathname = '/started_by_many'
    const databaseUrl = new Secret(address.href)
    await Promise.all([1, 2, 3, 4].map(() => startStore({ databaseUrl, dataDir: '' }, SILENT)))
    const store = openStore(databaseUrl, SILENT, { max: 1 })
    expect(await store.db.selectFrom('decisions').selectAll().execute()).toEqual([])
    await store.close()
    await pool.query('DROP DATABASE started_by_many')
  })

  it('keeps history: decisions, consents and payments cannot be changed or deleted', async () => {
    const { db } = postgres.store
    await db
      .insertInto('decisions')
      .values({
        seq: 1,
        id: 'd1',
        symbol: 'NIFTY',
        bar_end: 1,
        action: 'none',
        record: '{}',
        hash: 'h',
        prev_hash: '',
      })
      .execute()
    const refusal = /insert only/
    await expect(db.updateTable('decisions').set({ action: 'buy_call' }).execute()).rejects.toThrow(refusal)
    await expect(db.deleteFrom('decisions').execute()).rejects.toThrow(refusal)
    for (const table of ['decisions', 'consents', 'payments', 'receipts'])
      await expect(sql`truncate ${sql.table(table)} cascade`.execute(db)).rejects.toThrow(refusal)
  })

  it('refuses a whole number JavaScript cannot hold', async () => {
    await expect(sql`select 9007199254740993::bigint as n`.execute(postgres.store.db)).rejects.toThrow(RangeError)
  })
})

describe('our own PostgreSQL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'strikewise-own-'))
  afterAll(async () => {
    const server = await startPostgres({ dataDir, database: 'strikewise' })
    await server.stop()
    server.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('keeps what was committed when its parent is killed, and never runs twice', async () => {
    // A program that starts the store, commits a row and waits to be killed.
    const script = `
      import { openStore, startStore } from ${JSON.stringify(fileURLToPath(new URL('../src/store/open-store.ts', import.meta.url)))}
      const silent = { warn: () => {} }
      const server = await startStore({ dataDir: ${JSON.stringify(dataDir)}, databaseUrl: undefined }, silent)
      const store = openStore(server.url, silent)
      await store.pool.query("insert into kill_switches values ('global', true, now(), 'test', null)")
      console.log(JSON.stringify({ url: server.url.reveal() }))
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await Promise.race([
      new Promise((resolve) => createInterface({ input: child.stdout }).once('line', (text) => resolve([text]))),
      new Promise((_, reject) => child.once('exit', () => reject(new Error('the program ended early')))),
    ])) as [string]
    const first = JSON.parse(line) as { url: string }

    // While it lives, a second program joins the same server and leaves it running when it stops.
    const joined = await startPostgres({ dataDir, database: 'strikewise' })
    expect(joined.url.reveal()).toBe(first.url)
    await joined.stop()

    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))

    const again = await startStore({ dataDir, databaseUrl: undefined }, SILENT)
    const store = openStore(again.url, SILENT)
    expect(await store.db.selectFrom('kill_switches').select(['scope', 'engaged']).execute()).toEqual([
      { scope: 'global', engaged: true },
    ])
    await store.close()
    await again.close()
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('already exists')
  })

  it('comes back on the same port when it is killed itself', async () => {
    const problems: string[] = []
    const server = await startPostgres({ dataDir, database: 'strikewise', onError: (what) => problems.push(what) })
    const store = openStore(server.url, SILENT, { max: 1 })
    const { rows } = await store.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
    )
    const postmaster = Number(readFileSync(`/proc/${rows[0]!.pid}/stat`, 'utf8').split(' ')[3])
    process.kill(postmaster, 'SIGKILL')
    await expect
      .poll(
        () =>
          store.pool.query('select 1').then(
            () => 'up',
            () => 'down',
          ),
        { timeout: 20_000, interval: 50 },
      )
      .toBe('down')
    await expect
      .poll(
        () =>
          store.pool.query('select 1').then(
            () => 'up',
            () => 'down',
          ),
        { timeout: 20_000, interval: 50 },
      )
      .toBe('up')
    expect(problems[0]).toMatch(/ended by itself/)
    await store.close()
    await server.stop()
  })
})
