// @invariant row-security
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { USER_ROLE } from './user-role.ts'

/** PostgreSQL as one user: every transaction begins as that user, and nothing runs outside of one. */
export function userDialect(pool: pg.Pool, userId: string): Dialect {
  return {
    createDriver: () => new UserDriver(pool, userId),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** Drives one transaction. Role and user are of the transaction alone: its end takes them away, however it ends. */
class UserDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #userId: string
  #client: pg.PoolClient | undefined
  #isReader = false
  /** When the newest statement was answered. */
  #settled: Promise<unknown> = Promise.resolve()
  /** The end of the transaction, once it was asked for. */
  #ended: Promise<pg.QueryResult> | undefined

  constructor(pool: pg.Pool, userId: string) {
    this.#pool = pool
    this.#userId = userId
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#pool.connect()
    this.#client = client
    return {
      executeQuery: <R>(query: CompiledQuery) => this.#query<R>(query),
      streamQuery: () => {
        throw new Error("a user's rows are not streamed")
      },
    }
  }

  async beginTransaction(_: DatabaseConnection, { isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    this.#isReader = accessMode === 'read only'
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')
    // Three statements and one round trip: the simple protocol takes no parameters, so the id is quoted.
    await this.#open.query(
      `begin ${modes}; set local role ${USER_ROLE}; select set_config('app.user', ${pg.escapeLiteral(this.#userId)}, true)`,
    )
  }

  async commitTransaction(): Promise<void> {
    const ended = this.#end('commit')
    // A reader has its answer and does not wait for the end of what changed nothing; the connection does, in its release.
    if (this.#isReader) return
    // An aborted transaction ends so when code swallowed the error.
    if ((await ended).command === 'ROLLBACK') throw new Error('the transaction was aborted by a statement that failed')
  }

  async rollbackTransaction(): Promise<void> {
    await this.#end('rollback')
  }

  async releaseConnection(): Promise<void> {
    const client = this.#open
    // Only a connection whose transaction has ended is the service's again; any other is closed.
    if (this.#ended === undefined) client.release(true)
    else
      void this.#ended.then(
        () => client.release(),
        () => client.release(true),
      )
  }

  async destroy(): Promise<void> {}

  get #open(): pg.PoolClient {
    if (this.#client === undefined) throw new Error('there is no connection yet')
    return this.#client
  }

  /** A query that comes late, as of two at once whose other one failed, must not run after the end as the service. */
  async #query<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#ended !== undefined) throw new Error("the user's transaction is over")
    const answer = this.#open.query(sql, [...parameters])
    this.#settled = Promise.allSettled([answer])
    const { command, rowCount, rows } = await answer
    return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  #end(how: 'commit' | 'rollback'): Promise<pg.QueryResult> {
    // After a failure one may still be under way, and the driver takes one statement at a time.
    this.#ended = this.#settled.then(() => this.#open.query(how))
    return this.#ended
  }
}

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
