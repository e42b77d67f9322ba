import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { RecentLatencies } from '../latency/recent-latencies.ts'
import { timeStatements } from '../latency/timed-statements.ts'
import type { Logger } from '../logging/logger.ts'
import type { Secret } from '../secret.ts'
import { waitForStore } from './await-store.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { startPostgres } from './postgres/postgres-server.ts'

const DATABASE = 'strikewise'
const OID_INT8 = 20
const OID_DATE = 1082

/** One role's connections to the store. */
export interface Store {
  readonly db: Kysely<Database>
  readonly pool: pg.Pool
  /** How long its statements took. */
  readonly latencies: RecentLatencies
  close(): Promise<void>
}

/** The store's server: our own child process, or an external one. */
export interface StoreServer {
  /** What `openStore` and the worker threads connect to. */
  readonly url: Secret
  /** After everything else has stopped: every commit is kept. */
  close(): Promise<void>
}

/**
 * Makes sure a PostgreSQL with an up-to-date schema is there: `DATABASE_URL`, else our own in the data folder. One that
 * recovers or is being started is waited for.
 */
export async function startStore(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  logger: Pick<Logger, 'warn'>,
): Promise<StoreServer> {
  const own =
    config.databaseUrl === undefined
      ? await startPostgres({
          dataDir: config.dataDir,
          database: DATABASE,
          onError: (what) => logger.warn(what),
        })
      : undefined
  const url = own?.url ?? config.databaseUrl!
  try {
    await waitForStore(() => migrateStore(url, logger), logger)
  } catch (error) {
    await own?.stop()
    throw error
  }
  return { url, close: async () => own?.stop() }
}

export interface StoreOptions {
  /** Most connections. What waits longer than 5 s for one is an error, never a dead-lock. */
  readonly max?: number
  /**
   * A store that shows nothing for this long while it is asked something is taken for gone, and the connection with it:
   * no statement may wait for a server that hangs, or a network that drops packets. The store in turn aborts a transaction
   * whose process has reported nothing for as long: one that froze must not keep its rows locked against its successor.
   * Real milliseconds; unset: no limit.
   */
  readonly silenceMs?: number
  /** Numbers of the master keys this process holds (`MasterKey.ids`): a rotation sees by them who lacks the new one. */
  readonly keys?: readonly number[]
}

/** What the connections of a server are called, before the numbers of its master keys. */
export const APPLICATION = 'strikewise'

/** Connects to a running store. */
export function openStore(
  url: Secret,
  logger: Pick<Logger, 'warn'>,
  { max = 8, silenceMs, keys }: StoreOptions = {},
): Store {
  const pool = new pg.Pool({
    connectionString: url.reveal(),
    max,
    connectionTimeoutMillis: 5000,
    types: { getTypeParser: parserOf },
    ...(keys === undefined ? {} : { application_name: [APPLICATION, ...keys].join(' ') }),
    ...(silenceMs === undefined
      ? {}
      : // An idle connection is closed first, so one that is still silent by then is waiting for an answer.
        {
          stream: () => limitedSocket(silenceMs),
          idleTimeoutMillis: silenceMs / 2,
          idle_in_transaction_session_timeout: silenceMs,
        }),
  })
  const latencies = new RecentLatencies()
  pool.on('connect', (client) => {
    timeStatements(client, latencies)
    // One that breaks between two statements of a transaction has no other listener, and would end the thread. The
    // next statement fails and reports it.
    client.on('error', () => undefined)
  })
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  // The error carries the whole client, with the key that cancels its statements: only its words are logged.
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'a connection to the store broke'))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  // Destroying kysely ends the pool.
  return { db, pool, latencies, close: () => db.destroy() }
}

/** Connections of their own to the same store, for work that must not hold up a role's other reads, nor wait for them. */
export function openUserPool({ pool: { options }, latencies }: Store, max: number): Store {
  const pool = new pg.Pool({ ...options, max })
  pool.on('connect', (client) => timeStatements(client, latencies))
  // What was asked over a connection that breaks fails by itself.
  pool.on('error', () => undefined)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, latencies, close: () => db.destroy() }
}

/** A socket that breaks when nothing has passed over it for `silenceMs`. */
function limitedSocket(silenceMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(silenceMs, () => socket.destroy(new Error(`the store has been silent for ${silenceMs} ms`)))
  return socket
}

async function migrateStore(url: Secret, logger: Pick<Logger, 'warn'>): Promise<void> {
  const store = openStore(url, logger, { max: 2 })
  try {
    await migrate(store.db)
  } finally {
    await store.close()
  }
}

const parserOf = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === OID_INT8) return parseInt8
  // The driver would make midnight of the machine's zone out of a day.
  if (oid === OID_DATE) return (text: string) => text
  return pg.types.getTypeParser(oid, format)
}) as typeof pg.types.getTypeParser

/** Throws RangeError on a number JavaScript cannot hold exactly: money and sequences stay far below. */
function parseInt8(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint beyond 2^53 in the store: ${text}`)
  return number
}
