import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Secret } from '../secret.ts'
import { openStore, startStore, type Store } from './open-store.ts'
import { startPostgres } from './postgres/postgres-server.ts'

/** Only tests import this file. */

const SILENT = { warn: () => {} }
const TEMPLATE = 'strikewise_template'

/** Environment variable by which the run's global set-up shows test files where the server is. */
export const TEST_SERVER_VARIABLE = 'STRIKEWISE_TEST_POSTGRES'

/**
 * Starts the PostgreSQL of a test run (or uses `TEST_DATABASE_URL`) with a migrated template database in it.
 * Returns its address and how to stop it.
 */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined && given !== '') {
    await makeTemplate(given)
    return { url: given, stop: async () => {} }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'strikewise-pg-'))
  const server = await startPostgres({
    dataDir,
    database: 'postgres',
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'],
  })
  await makeTemplate(server.url.reveal())
  return {
    url: server.url.reveal(),
    async stop() {
      await server.stop()
      server.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export interface TestPostgres {
  readonly url: Secret
  readonly store: Store
  stop(): Promise<void>
}

/** Most connections of each test's store; read by the programs that tests start as well. */
const POOL_VARIABLE = 'DATABASE_POOL'

/**
 * A migrated database of its own for one test file, on the run's server (or on one started for it alone). `connections`: of a
 * test that holds some itself; else as many as the run shows.
 */
export async function startTestPostgres(connections?: number): Promise<TestPostgres> {
  const shared = process.env[TEST_SERVER_VARIABLE]
  const server = shared === undefined ? await startTestServer() : { url: shared, stop: async () => {} }
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server.url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`))
  const url = databaseUrl(server.url, name)
  const pool = connections ?? process.env[POOL_VARIABLE]
  const store = openStore(url, SILENT, pool === undefined ? {} : { max: Number(pool) })
  return {
    url,
    store,
    async stop() {
      await store.close()
      await onServer(server.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
      await server.stop()
    },
  }
}

async function makeTemplate(server: string): Promise<void> {
  await onServer(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${TEMPLATE}`)
  })
  await startStore({ databaseUrl: databaseUrl(server, TEMPLATE), dataDir: '' }, SILENT)
}

function databaseUrl(server: string, name: string): Secret {
  const url = new URL(server)
  url.pathname = `/${name}`
  return new Secret(url.href)
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
