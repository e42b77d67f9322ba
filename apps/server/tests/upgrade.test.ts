import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { SHARDS, shardLeaseName } from '@strikewise/execution/lease/shard.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ManagedProcess } from '../../../scripts/child-process.ts'
import { sandboxEnv, startSandbox, startServer } from '../../../scripts/dev-stack.ts'
import { rowsAgainstJournal, verifyFrom, WHOLE_CHAIN } from '../src/audit/journal-chain.ts'
import { holdLease } from '../src/store/lease.ts'
import { ensureUserRole } from '../src/store/user-role.ts'
import { MIGRATIONS } from '../src/store/migrations/list.ts'
import { openStore, type Store } from '../src/store/open-store.ts'
import { rootHomeOf } from '../src/store/postgres/home.ts'
import { startPostgres, type PostgresServer } from '../src/store/postgres/postgres-server.ts'
import { createPreviousSchema, loadRows, readPreviousStore, writeDataFolder } from './previous-release/load-store.ts'
import { tablesUnderCurrentNames, underCurrentNames } from './previous-release/current-names.ts'
import { answersOf, pathsToCompare } from './previous-release/requests.ts'

// A data folder as the version before the baseline left it, with a PostgreSQL of its own, and this version started on it.
// The PostgreSQL is this file's: a server joins the one that another living process runs on its data folder.

const SILENT = { warn: () => {} }
/** Moved with the sessions (`loadRows`), or the instant of the answer itself. */
const MOVED = new Set([
  'signed_in_at',
  'last_used_at',
  'createdAt',
  'updatedAt',
  'expiresAt',
  'authenticatedAt',
  'exported_at',
  'as_of',
])
const WORDING = new Set(['title', 'text'])
/** Tables that the web role changes by itself. */
const LIVING = new Set(['kysely_migration', 'identity_sessions', 'rate_buckets', 'leases'])

const previous = readPreviousStore()
const tables = tablesUnderCurrentNames(previous)
const data = mkdtempSync(join(tmpdir(), 'strikewise-upgrade-'))
const place = { data }
const programs: ManagedProcess[] = []
let env: Record<string, string>
let postgres: PostgresServer
let store: Store

beforeAll(async () => {
  writeDataFolder(data, previous)
  postgres = await startPostgres({ dataDir: data, database: 'strikewise' })
  store = openStore(postgres.url, SILENT)
  await ensureUserRole(store.db)
  await createPreviousSchema(store.pool)
  const client = await store.pool.connect()
  await loadRows(client, previous, new Date())
  client.release()

  const args = ['--port', '0', '--smtp-port', '0', '--speed', '1', '--start', previous.marketTime]
  const sandbox = await startSandbox({ data: join(data, 'sandbox') }, args)
  programs.push(sandbox.program)
  env = { ...sandboxEnv(sandbox), RECORD: 'off', PORT: '0' }
})
afterAll(async () => {
  for (const program of programs.toReversed()) await program.stop()
  await store?.close()
  await postgres?.stop()
  for (const folder of [data, rootHomeOf(data)]) rmSync(folder, { recursive: true, force: true })
})

/** Runs `work` beside these roles of this version. */
async function withServer(roles: string, work: (url: string) => Promise<void>): Promise<void> {
  const server = await startServer(place, { ...env, ROLES: roles })
  try {
    await work(server.url)
  } finally {
    await server.program.stop()
  }
}

const uidOf = (userName: string) =>
  String(previous.tables['identity_users']!.find(({ email }) => email === userName)!['id'])

/** An answer without what moves and without wording, which a version may change. */
const factsOf = (text: string): unknown =>
  /^[[{]/.test(text)
    ? JSON.parse(text, (key, value: unknown) => (MOVED.has(key) || WORDING.has(key) ? undefined : value))
    : text

/** The rows of `table`, without columns that the previous version did not have. */
async function rowsOf(table: string): Promise<string[]> {
  const [first] = tables[table]!
  const columns = first === undefined ? '*' : Object.keys(first).map(pg.escapeIdentifier).join(', ')
  const { rows } = await store.pool.query<{ row: unknown }>(
    `select to_jsonb(found) as row from (select ${columns} from ${table}) found`,
  )
  return sorted(rows.map(({ row }) => row))
}

const sorted = (rows: readonly unknown[]) => rows.map((row) => canonicalJson(row)).toSorted()

describe('this version, started on the data folder of the previous one,', () => {
  it('answers its users as that one did: trades, consents, reports, notices, the public log', async () => {
    await withServer('web', async (url) => {
      for (const { email, cookie, answers } of previous.users) {
        const paths = pathsToCompare(uidOf(email), '2026-09-17')
        const found = await answersOf(url, cookie, paths)
        // A version may add fields, and rename some.
        for (const path of paths)
          expect([path, factsOf(found[path]!)]).toMatchObject([path, underCurrentNames(factsOf(answers[path]!))])
      }
    })
  })

  it('has its rows as they were, and the names of its own migrations', async () => {
    const states = previous.tables['trades']!.map(({ state }) => String(state))
    expect(states.toSorted()).toEqual(['abandoned', 'abandoned', 'closed', 'open'])
    await withServer('web', async () => {
      for (const [table, rows] of Object.entries(tables))
        if (!LIVING.has(table)) expect(await rowsOf(table), table).toEqual(sorted(rows))
      const { rows } = await store.pool.query<{ name: string }>('select name from kysely_migration order by name')
      expect(rows.map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS))
    })
  })

  it('lets each shard go on from the lease of all accounts, which no executor can have any more', async () => {
    const of = (name: string) => previous.tables['leases']!.find((row) => row['name'] === name)!
    const before = of('trader')
    await withServer('web', async () => {
      const { db } = store
      const shards = await db.selectFrom('leases').selectAll().where('name', 'like', 'trader/%').execute()
      expect(shards.map(({ name }) => name).toSorted()).toEqual(
        Array.from({ length: SHARDS }, (_, shard) => shardLeaseName(shard)).toSorted(),
      )
      for (const { holder, epoch } of shards)
        expect({ holder, epoch }).toEqual({ holder: before['holder'], epoch: Number(before['epoch']) })
      const old = holdLease(db, 'trader', AbortSignal.timeout(1_500))
      await expect(old).rejects.toThrow('aborted')
    })
  })

  it('finds the journal of each account whole, and its rows as the journal shows them', async () => {
    const { db } = store
    const day = { on: '2026-09-17', startsAt: 0 as EpochMs }
    await withServer('web', async () => {
      for (const { account_id } of previous.tables['execution_accounts']!) {
        expect((await verifyFrom(db, String(account_id), WHOLE_CHAIN)).findings).toEqual([])
        expect(await rowsAgainstJournal(db, String(account_id), WHOLE_CHAIN, day)).toEqual([])
      }
    })
  })

  it('goes on with all roles: history stays, the open trade is taken over', async () => {
    await withServer('market,trader,notifier,web', async () => {
      const [open] = previous.tables['trades']!.filter(({ state }) => state === 'open')
      const before = previous.tables['execution_accounts']!.find((row) => row['account_id'] === open!['account_id'])
      const epoch = async () =>
        (
          await store.pool.query<{ epoch: number }>('select epoch from execution_accounts where account_id = $1', [
            open!['account_id'],
          ])
        ).rows[0]!.epoch
      await expect.poll(epoch, { timeout: 60_000, interval: 200 }).not.toBe(before!['epoch'])
      for (const table of [
        'account_journal',
        'consents',
        'decisions',
        'fills',
        'payments',
        'public_log_entries',
        'public_log_roots',
      ])
        expect(await rowsOf(table), table).toEqual(expect.arrayContaining(sorted(tables[table]!)))
    })
  })
})
