// @invariant restore-drill A restore drill finds every row that differs from the journal or the broker's book, and changes
//   nothing of the running service.
import { verifyFrom, rowsAgainstJournal, WHOLE_CHAIN } from '../audit/journal-chain.ts'
import type { BrokerAccountSnapshot } from '../audit/audit-snapshot.ts'
import { readBrokerSnapshot, type AuditedBroker } from '../audit/broker-snapshot.ts'
import { reconcileAccount } from '../audit/reconcile-account.ts'
import { readStoredParts } from '../audit/read-stored-snapshot.ts'
import { istDate, istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { brokerSnapshotAt, settledFindings } from './broker-snapshot-at.ts'
import { compareWithRunning, runningAccounts } from './running-journal.ts'

/** Accounts that are compared side by side. */
const CONCURRENCY = 4
const EARLIEST = { on: istDate('1970-01-01'), startsAt: 0 as EpochMs }
const ENGLISH = rendererOf('en')

/** A broker that the drill opened for one account; only its books are read. */
export interface DrillBroker extends AuditedBroker {
  close(): Promise<void>
}

export interface DrillParts {
  readonly restored: Kysely<Database>
  /** The store of the running service, which is only read; undefined: not compared. */
  readonly running: Kysely<Database> | undefined
  /** The instant, by the market's clock. */
  readonly at: EpochMs
  readonly now: () => EpochMs
  readonly calendar: Pick<TradingCalendar, 'sessionOn'>
  /** Undefined: the account has no login at the broker. */
  readonly openBroker: (account: string) => Promise<DrillBroker | undefined>
}

/** Whether the broker's books of an account were compared, and why not. */
type BrokerComparison = 'compared' | 'no_login' | 'unreadable' | 'another_day'

export interface AccountReport {
  readonly account: string
  /** One sentence each. */
  readonly differences: readonly string[]
  readonly broker: BrokerComparison
  /** What came after the instant, which a service that went on from this restore would lack. */
  readonly later: { readonly journalRows: number; readonly orders: number; readonly fills: number }
}

/** Compares every account of the restored store, and of the running one, in the order of their ids. */
export async function compareAccounts(parts: DrillParts): Promise<readonly AccountReport[]> {
  const rows = await parts.restored.selectFrom('execution_accounts').select('account_id').execute()
  const known = parts.running === undefined ? [] : await runningAccounts(parts.running)
  const accounts = [...new Set([...rows.map((row) => row.account_id), ...known])].toSorted()
  const reports: AccountReport[] = []
  const queue = accounts.values()
  const worker = async (): Promise<void> => {
    for (const account of queue) reports.push(await compareAccount(parts, account))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return reports.toSorted((a, b) => (a.account < b.account ? -1 : 1))
}

async function compareAccount(parts: DrillParts, account: string): Promise<AccountReport> {
  const { restored, running, at, now, calendar } = parts
  const on = istDateAt(at)
  const { position, findings } = await verifyFrom(restored, account, WHOLE_CHAIN)
  const rows = await rowsAgainstJournal(restored, account, WHOLE_CHAIN, EARLIEST)
  const stored = { on, ...(await readStoredParts(restored, account, on)), journalFindings: [...findings, ...rows] }
  const differences = stored.journalFindings.map(({ message }) => ENGLISH.text(message))
  const ahead =
    running === undefined
      ? { differences: [], laterRows: 0 }
      : await compareWithRunning({ restored, running, account, end: position, isWhole: findings.length === 0, at })
  differences.push(...ahead.differences)
  const withoutBroker = (broker: BrokerComparison): AccountReport => ({
    account,
    differences,
    broker,
    later: { journalRows: ahead.laterRows, orders: 0, fills: 0 },
  })
  // A broker's books are of its day alone.
  if (istDateAt(now()) !== on) return withoutBroker('another_day')
  const broker = await parts.openBroker(account)
  if (broker === undefined) return withoutBroker('no_login')
  const book = await booksOf(broker, now())
  if (book === undefined) return withoutBroker('unreadable')
  const { snapshot, later } = brokerSnapshotAt(book, stored, at)
  const session = calendar.sessionOn(on)
  const isAfterClose = session !== undefined && at >= session.closesAt
  const found = reconcileAccount({ ...stored, journalFindings: [] }, snapshot, at, isAfterClose)
  differences.push(...settledFindings(found, stored, book, at).map(({ message }) => ENGLISH.text(message)))
  return { account, differences, broker: 'compared', later: { journalRows: ahead.laterRows, ...later } }
}

async function booksOf(broker: DrillBroker, readAt: EpochMs): Promise<BrokerAccountSnapshot | undefined> {
  try {
    return await readBrokerSnapshot(broker, readAt)
  } finally {
    await broker.close()
  }
}
