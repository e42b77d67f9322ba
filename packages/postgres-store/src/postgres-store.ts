// @invariant batch-isolation
// @invariant crash-recovery
import { Semaphore } from '@strikewise/concurrency/semaphore.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { DailyResult } from '@strikewise/domain/trading/period-limits.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import type { Notification } from '@strikewise/execution/store/notification.ts'
import {
  RowRejected,
  StaleEpoch,
  type AccountRow,
  type OutboxPort,
  type ResultsRequest,
  type StorePort,
  type StoreTransaction,
} from '@strikewise/execution/ports.ts'
import type { AccountHistory, AccountRecords, Batch, EntryRows } from '@strikewise/execution/store/account-changes.ts'
import type { EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import type { TradeInstruction } from '@strikewise/execution/trade/trade-instruction.ts'
import { CHAIN_START } from '@strikewise/execution/store/journal.ts'
import { split } from '@strikewise/messages/split.ts'
import type { Pool, PoolClient } from 'pg'
import { accountFacts } from './account-facts.ts'
import {
  loadDailyResults,
  loadEntryRecords,
  loadHistories,
  loadInstructions,
  loadRecords,
  loadTickets,
} from './load-records.ts'
import { translateRejection } from './row-rejected.ts'
import { rowsOf, type PreparedStatement } from './statement.ts'
import { isWritten, writeBatches, type JournalEnd } from './write-changes.ts'

/** A statement that takes longer is aborted by the server: an exit must not wait for a store that hangs. */
const STATEMENT_TIMEOUT_MS = 3_000
const BEGIN = `begin; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`

interface LockedRow extends JournalEnd {
  readonly account: string
  readonly epoch: number
}

const LOCK: PreparedStatement = {
  name: 'lock_account',
  text: `
    select json_build_object('account', account_id, 'epoch', epoch, 'seq', journal_seq, 'hash', journal_hash) as row
    from execution_accounts
    where account_id = $1
    for update`,
}

const LOCK_FREE: PreparedStatement = {
  name: 'lock_free_accounts',
  text: `
    select json_build_object('account', account_id, 'epoch', epoch, 'seq', journal_seq, 'hash', journal_hash) as row
    from execution_accounts
    join unnest($1::text[], $2::bigint[]) as shard (account, shard_epoch) on account = account_id
    where epoch <= shard_epoch
    order by account_id
    for update of execution_accounts skip locked`,
}

const OWN: PreparedStatement = {
  name: 'own_accounts',
  text: `
    update execution_accounts set epoch = shard_epoch
    from unnest($1::text[], $2::bigint[]) as shard (account, shard_epoch)
    where account_id = account`,
}

/** The first transaction of an account makes its row; answers nothing when there is no such user. */
const NEW_ACCOUNT: PreparedStatement = {
  name: 'new_account',
  text: `
    insert into execution_accounts (account_id, journal_hash)
    select user_id, $2 from profiles where user_id = $1
    on conflict (account_id) do nothing`,
}

const NOTIFICATIONS: PreparedStatement = {
  name: 'write_notes',
  text: `
    insert into trade_notifications (user_id, kind, key, at, symbol, message, notified_at)
    select "userId", kind, key, at, symbol, message, null
    from json_to_recordset($1) as ("userId" text, kind text, key text, at bigint, symbol text, message jsonb)
    on conflict (key) do nothing`,
}

/** Of a pool's connections, how many the entries of many accounts may have at once; the rest is for all other statements. */
const FOR_ENTRIES = 4

/** What a transaction has written, once it is committed. */
export interface Committed {
  readonly batches: readonly Batch[]
  /** When the transaction began, by `performance.now()`. */
  readonly startedAt: number
}

/**
 * The execution core's store on PostgreSQL, over a pool of connections to a database with the server's schema. That a
 * connection which falls silent breaks is the pool's business. `onCommit` is called before the transaction resolves; it must
 * not throw, and cannot change what was committed.
 */
export function postgresStore(pool: Pool, onCommit?: (committed: Committed) => void): StorePort {
  const { max, connectionTimeoutMillis: waitMs = 0 } = pool.options
  const timeout = { ms: waitMs, resource: 'connection to the store' }
  const entries = new Semaphore(FOR_ENTRIES, { timeout })
  const others = new Semaphore(Math.max(1, max - FOR_ENTRIES), { timeout })
  return {
    transaction: (work, lane) => (lane === 'entries' ? entries : others).run(() => transaction(pool, work, onCommit)),
  }
}

async function transaction<T>(
  pool: Pool,
  work: (t: StoreTransaction) => Promise<T>,
  onCommit: ((committed: Committed) => void) | undefined,
): Promise<T> {
  const startedAt = performance.now()
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(BEGIN)
    const t = new PostgresTx(client)
    const result = await work(t)
    await t.finish()
    const { command } = await client.query('commit')
    // The server answers the commit of a failed transaction by undoing it.
    if (command !== 'COMMIT') throw new Error('a statement had failed, so nothing was committed')
    if (t.batches.length > 0) onCommit?.({ batches: t.batches, startedAt })
    return result
  } catch (error) {
    broken = await undo(client)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Ends a failed transaction; answers why its connection cannot be used again, if so. */
async function undo(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Notes join the transaction they are put into. */
export const postgresOutbox: OutboxPort = {
  put(t, notification) {
    ;(t as PostgresTx).notifications.push(notification)
  },
}

class PostgresTx implements StoreTransaction {
  readonly notifications: Notification[] = []
  readonly batches: Batch[] = []
  readonly #client: PoolClient
  /** Where the journal of each locked account ends. */
  readonly #ends = new Map<string, JournalEnd>()
  /** The epoch that owned each locked account before this transaction. */
  readonly #ownerBefore = new Map<string, number>()

  constructor(client: PoolClient) {
    this.#client = client
  }

  async lock(account: string, epoch: number): Promise<AccountRow> {
    const row = (await this.#lockedRow(account)) ?? (await this.#newRow(account))
    if (row.epoch > epoch) throw new StaleEpoch(`account ${account} belongs to epoch ${row.epoch}`)
    await this.#take([row], new Map([[account, epoch]]))
    return { userId: account, epoch }
  }

  async lockFree(epochs: ReadonlyMap<string, number>): Promise<readonly string[]> {
    const rows = await rowsOf<LockedRow>(this.#client, LOCK_FREE, [[...epochs.keys()], [...epochs.values()]])
    await this.#take(rows, epochs)
    return rows.map((row) => row.account)
  }

  journalSeq(account: string): number {
    return this.#ends.get(account)?.seq ?? 0
  }

  async facts(account: string, at: EpochMs): Promise<AccountFacts | null> {
    return (await accountFacts(this.#client, [account], at)).get(account) ?? null
  }

  instructions(account: string, on: IstDate): Promise<readonly TradeInstruction[]> {
    return loadInstructions(this.#client, account, on)
  }

  tickets(account: string, on: IstDate): Promise<readonly EntryTicket[]> {
    return loadTickets(this.#client, account, on)
  }

  load(account: string, on: IstDate): Promise<AccountRecords> {
    return loadRecords(this.#client, account, on)
  }

  async entryRows(accounts: readonly string[], at: EpochMs): Promise<ReadonlyMap<string, EntryRows>> {
    const facts = await accountFacts(this.#client, accounts, at)
    const records = await loadEntryRecords(this.#client, accounts, istDateAt(at))
    return new Map(
      accounts.map((account) => [
        account,
        { userId: account, facts: facts.get(account) ?? null, ...records.get(account)! },
      ]),
    )
  }

  histories(accounts: ReadonlyMap<string, LinkMode>, on: IstDate): Promise<ReadonlyMap<string, AccountHistory>> {
    return loadHistories(this.#client, accounts, on)
  }

  dailyResults(
    accounts: ReadonlyMap<string, ResultsRequest>,
    on: IstDate,
  ): Promise<ReadonlyMap<string, readonly DailyResult[]>> {
    return loadDailyResults(this.#client, accounts, on)
  }

  async write(account: string, batch: Batch): Promise<'written' | 'outdated'> {
    const before = this.#ownerBefore.get(account) ?? 0
    if (batch.epoch < before && !(await isWritten(this.#client, batch.id))) return 'outdated'
    await this.writeAll(new Map([[account, batch]]))
    return 'written'
  }

  async writeAll(batches: ReadonlyMap<string, Batch>): Promise<void> {
    const appended = [...batches].map(([account, batch]) => {
      const end = this.#ends.get(account)
      if (end === undefined) throw new Error(`write to ${account} without its lock`)
      return { account, end, batch }
    })
    const ends = await translateRejection(writeBatches(this.#client, appended))
    for (const [account, end] of ends) this.#ends.set(account, end)
    this.batches.push(...batches.values())
  }

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const [ends, notifications, batches] = [new Map(this.#ends), this.notifications.length, this.batches.length]
    await this.#client.query('savepoint attempt')
    try {
      const value = await work()
      await this.#client.query('release savepoint attempt')
      return value
    } catch (error) {
      if (error instanceof RowRejected) {
        await this.#client.query('rollback to savepoint attempt')
        for (const [account, end] of ends) this.#ends.set(account, end)
        this.notifications.length = notifications
        this.batches.length = batches
      }
      throw error
    }
  }

  /** Writes the notes that were put in. */
  async finish(): Promise<void> {
    if (this.notifications.length === 0) return
    const rows = this.notifications.map((notification) => ({ ...notification, message: split(notification.message) }))
    await translateRejection(rowsOf(this.#client, NOTIFICATIONS, [JSON.stringify(rows)]))
  }

  /** Makes the epochs the owners of locked rows. */
  async #take(rows: readonly LockedRow[], epochs: ReadonlyMap<string, number>): Promise<void> {
    const older = rows.map((row) => row.account).filter((_, i) => rows[i]!.epoch < epochs.get(rows[i]!.account)!)
    if (older.length > 0) await rowsOf(this.#client, OWN, [older, older.map((account) => epochs.get(account)!)])
    for (const { account, epoch: before, seq, hash } of rows) {
      this.#ends.set(account, { seq, hash })
      if (!this.#ownerBefore.has(account)) this.#ownerBefore.set(account, before)
    }
  }

  async #lockedRow(account: string): Promise<LockedRow | undefined> {
    const [row] = await rowsOf<LockedRow>(this.#client, LOCK, [account])
    return row
  }

  async #newRow(account: string): Promise<LockedRow> {
    await rowsOf(this.#client, NEW_ACCOUNT, [account, CHAIN_START])
    const row = await this.#lockedRow(account)
    if (row === undefined) throw new RangeError(`no account ${account} in the store`)
    return row
  }
}
