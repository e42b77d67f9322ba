import { createHash } from 'node:crypto'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Change } from '@strikewise/execution/store/account-changes.ts'
import { journalRow } from '@strikewise/execution/store/journal.ts'
import { rootStatement, type DayRoot } from '@strikewise/public-log/day-root.ts'
import { actionHash } from '../operator/actions.ts'
import type { Manifest } from './manifest.ts'

type Chains = Manifest['chains']

/** Follows the chains of an export row by row, as it is written and as it is verified. Each row is the text of an archived line. */
export class ChainChecks {
  readonly findings: string[] = []
  readonly #heads = createHash('sha256')
  #journal = { account: '', seq: 0, hash: '' }
  #accounts = 0
  #journalRows = 0
  #actions: { rows: number; before: string | null; last: string | null } = { rows: 0, before: null, last: null }
  #record: { days: number; before: string | null; last: string | null } = { days: 0, before: null, last: null }
  #lastSeq = 0

  /** The root of a day of the public record, in order. The day's own entries are verified apart. */
  root(root: DayRoot): void {
    const { last, before, days } = this.#record
    if (last !== null && (root.previous_root !== last || root.first_seq !== this.#lastSeq + 1))
      this.findings.push(`the record of ${root.day} does not continue the day before it`)
    const hash = createHash('sha256').update(rootStatement(root)).digest('hex')
    this.#record = { days: days + 1, before: before ?? root.previous_root, last: hash }
    this.#lastSeq = root.last_seq
  }

  /** A row of the accounts' journal: those of one account together, in order. */
  journal(line: string): void {
    const row = JSON.parse(line) as JournalLine
    const previous = this.#journal
    const isNew = row.account_id !== previous.account
    if (isNew) this.#endAccount()
    else if (row.seq !== previous.seq + 1 || row.prev_hash !== previous.hash)
      this.findings.push(`row ${row.seq} of the journal of ${row.account_id} does not continue row ${previous.seq}`)
    const at = row.at as EpochMs
    const right = journalRow(row.account_id, { seq: row.seq - 1, hash: row.prev_hash }, at, row.batch_id, row.change)
    if (right.hash !== row.hash) this.findings.push(`row ${row.seq} of the journal of ${row.account_id} was changed`)
    this.#journal = { account: row.account_id, seq: row.seq, hash: row.hash }
    this.#journalRows += 1
  }

  /** A row of the operators' log, in order. The oldest may be from before there was a chain. */
  action(line: string): void {
    const row = JSON.parse(line) as ActionLine
    if (row.hash === null || row.prev_hash === null) return
    const { rows, before, last } = this.#actions
    if (last !== null && row.prev_hash !== last)
      this.findings.push(`row ${row.id} of the operators' log does not continue the row before it`)
    if (actionHash(row.prev_hash, { ...row, at: new Date(row.at) }) !== row.hash)
      this.findings.push(`row ${row.id} of the operators' log was changed`)
    this.#actions = { rows: rows + 1, before: before ?? row.prev_hash, last: row.hash }
  }

  /** What the manifest has of the chains, after the last row. */
  end(): Chains {
    this.#endAccount()
    return {
      record: this.#record,
      operator_actions: this.#actions,
      account_journal: { accounts: this.#accounts, rows: this.#journalRows, heads: this.#heads.digest('hex') },
    }
  }

  #endAccount(): void {
    const { account, seq, hash } = this.#journal
    if (account === '') return
    this.#heads.update(`${account} ${seq} ${hash}\n`)
    this.#accounts += 1
  }
}

interface JournalLine {
  readonly account_id: string
  readonly seq: number
  readonly at: number
  readonly batch_id: string
  readonly change: Change
  readonly hash: string
  readonly prev_hash: string
}

interface ActionLine {
  readonly id: number
  readonly operator: string
  readonly action: string
  readonly user_id: string | null
  readonly details: unknown
  readonly at: string
  readonly prev_hash: string | null
  readonly hash: string | null
}
