import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import {
  StaleEpoch,
  type AccountRow,
  type Note,
  type OutboxPort,
  type StorePort,
  type Tx,
} from '@strikewise/execution/ports.ts'
import type { AccountFacts } from '@strikewise/execution/gate/facts.ts'
import type { AccountHistory, AccountRecords, Batch } from '@strikewise/execution/store/change.ts'
import { historyFrom } from '@strikewise/execution/store/history.ts'
import { CHAIN_START } from '@strikewise/execution/store/journal.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../store/database.ts'
import { accountFacts } from './account-facts.ts'
import { loadRecords } from './load-records.ts'
import { writeBatch, type JournalEnd } from './write-changes.ts'

/** A statement that takes longer is given up by the server: an exit must not wait for a store that hangs. */
const STATEMENT_TIMEOUT_MS = 3_000

/** The execution core's store on PostgreSQL. */
export function postgresStore(db: Kysely<Database>): StorePort {
  return {
    tx: (work) =>
      db.transaction().execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(trx)
        const t = new PostgresTx(trx)
        const result = await work(t)
        await t.finish()
        return result
      }),
  }
}

/** Notes join the transaction they are put into. */
export const postgresOutbox: OutboxPort = {
  put(t, note) {
    ;(t as PostgresTx).notes.push(note)
  },
}

class PostgresTx implements Tx {
  readonly notes: Note[] = []
  readonly #trx: Transaction<Database>
  readonly #ends = new Map<string, JournalEnd>()

  constructor(trx: Transaction<Database>) {
    this.#trx = trx
  }

  async lock(account: string, epoch: number): Promise<AccountRow> {
    const row = (await this.#lockedRow(account)) ?? (await this.#newRow(account))
    if (row.epoch > epoch) throw new StaleEpoch(`account ${account} belongs to epoch ${row.epoch}`)
    this.#ends.set(account, { seq: row.journal_seq, hash: row.journal_hash })
    if (row.epoch < epoch)
      await this.#trx.updateTable('execution_accounts').set({ epoch }).where('account_id', '=', account).execute()
    return { userId: account, epoch }
  }

  facts(account: string): Promise<AccountFacts | null> {
    return accountFacts(this.#trx, account)
  }

  load(account: string, on: IstDate): Promise<AccountRecords> {
    return loadRecords(this.#trx, account, on)
  }

  async history(account: string, on: IstDate): Promise<AccountHistory> {
    const rows = await this.#trx
      .selectFrom('trades')
      .select(['on_day', 'net_paise'])
      .where('account_id', '=', account)
      .where('on_day', '<', on)
      .where('net_paise', 'is not', null)
      .orderBy('on_day')
      .execute()
    return historyFrom(rows.map((row) => ({ on: row.on_day, net: row.net_paise as Paise })))
  }

  async write(account: string, batch: Batch): Promise<void> {
    const end = this.#ends.get(account)
    if (end === undefined) throw new Error(`write to ${account} without its lock`)
    const known = await this.#trx
      .selectFrom('account_journal')
      .select('seq')
      .where('batch_id', '=', batch.id)
      .where('account_id', '=', account)
      .limit(1)
      .executeTakeFirst()
    if (known !== undefined) return
    const next = await writeBatch(this.#trx, account, end, batch)
    this.#ends.set(account, next)
    await this.#trx
      .updateTable('execution_accounts')
      .set({ journal_seq: next.seq, journal_hash: next.hash })
      .where('account_id', '=', account)
      .execute()
  }

  /** Writes the notes that were put in. */
  async finish(): Promise<void> {
    if (this.notes.length === 0) return
    await this.#trx
      .insertInto('trade_notes')
      .values(
        this.notes.map((note) => ({
          user_id: note.userId,
          kind: note.kind,
          key: note.key,
          at: note.at,
          symbol: note.symbol,
          text: note.text,
          told_at: null,
        })),
      )
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  }

  #lockedRow(account: string) {
    return this.#trx
      .selectFrom('execution_accounts')
      .selectAll()
      .where('account_id', '=', account)
      .forUpdate()
      .executeTakeFirst()
  }

  /** The first transaction of an account makes its row. */
  async #newRow(account: string) {
    const user = await this.#trx
      .selectFrom('profiles')
      .select('user_id')
      .where('user_id', '=', account)
      .executeTakeFirst()
    if (user === undefined) throw new RangeError(`no account ${account} in the store`)
    await this.#trx
      .insertInto('execution_accounts')
      .values({ account_id: account, journal_hash: CHAIN_START })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute()
    return (await this.#lockedRow(account))!
  }
}
