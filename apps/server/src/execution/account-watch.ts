import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { DisciplinedClock } from '@strikewise/execution/clock/disciplined-clock.ts'
import type { Executor } from '@strikewise/execution/executor.ts'
import type { Kysely } from 'kysely'
import { dropExitToken } from '../accounts/broker-credentials.ts'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import type { AccountBrokers } from './account-brokers.ts'
import type { EgressHere } from './egress-here.ts'
import { accountsToRun, spentExitTokens, type RunningAccount } from './armed-accounts.ts'

/** How often accounts are looked up without a hint. Real milliseconds. */
const ACCOUNTS_EVERY_MS = 5_000

interface AccountWatchOptions {
  readonly db: Kysely<Database>
  readonly bus: Bus
  readonly logger: Logger
  readonly brokers: AccountBrokers
  readonly egress: Pick<EgressHere, 'setAccounts'>
  readonly executor: Pick<Executor, 'setAccounts' | 'accountChanged' | 'isConcernedWith' | 'onShardsTaken'>
  /** The time that more than one clock stands behind. */
  readonly time: Pick<DisciplinedClock, 'now' | 'isSettled'>
}

/**
 * Keeps the executor's accounts, their links and what they hold of settings as the store has them. Only the brokers of
 * accounts whose shard is led are opened: the broker allows few connections for an account.
 */
export class AccountWatch {
  readonly #options: AccountWatchOptions
  readonly #links = new Map<string, string>()
  readonly #settings = new Map<string, string>()
  /** Links that are new or changed and have not been read since, each with the number of its newest change. */
  readonly #unread = new Map<string, number>()
  #linkChanges = 0
  #expected: readonly RunningAccount[] = []
  readonly #reading: ReturnType<typeof startPollingLoop>
  readonly #unsubscribe: () => void

  /** Begins at once; works until `close`. */
  constructor(options: AccountWatchOptions) {
    this.#options = options
    const { bus, brokers, executor } = options
    // An account's actor begins with the first login, however long the vault took to open it.
    brokers.onLogin(() => this.#match())
    executor.onShardsTaken(() => this.#match())
    this.#reading = startPollingLoop(ACCOUNTS_EVERY_MS, () => this.#readAccounts())
    this.#unsubscribe = bus.subscribe('account.*', (subject) => this.#changed(subject.slice('account.'.length)))
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    await this.#reading.close()
  }

  #changed(account: string): void {
    const { brokers, executor } = this.#options
    // At once, for it may be the stop button; and again when the link has been read.
    executor.accountChanged(account)
    if (brokers.get(account) !== undefined) void this.#linkChanged(account)
    this.#reading.wake()
  }

  #match(): void {
    const { brokers, executor } = this.#options
    executor.setAccounts(this.#expected.map(({ account }) => account).filter((account) => brokers.isLinkRead(account)))
    for (const { account } of this.#expected) {
      const isAwaited = brokers.isLinkRead(account) || this.#unread.has(account)
      if (!isAwaited && executor.isConcernedWith(account)) void this.#linkChanged(account)
    }
  }

  async #linkChanged(account: string): Promise<void> {
    const { brokers, executor } = this.#options
    const wasRead = brokers.isLinkRead(account)
    const change = (this.#linkChanges += 1)
    this.#unread.set(account, change)
    const isRead = await brokers.of(account).refresh()
    // A reading that failed, or began before a later change, leaves the link to be read.
    if (isRead && this.#unread.get(account) === change) this.#unread.delete(account)
    if (wasRead) executor.accountChanged(account)
    else this.#match()
  }

  async #readAccounts(): Promise<void> {
    const { db, brokers, egress, executor, logger, time } = this.#options
    try {
      this.#expected = await accountsToRun(db, time.now())
      egress.setAccounts(this.#expected)
      this.#match()
      for (const account of brokers.closeOthers((one) => executor.isConcernedWith(one))) {
        this.#links.delete(account)
        this.#unread.delete(account)
      }
      for (const { account, link, settings } of this.#expected) {
        const isChanged = this.#links.get(account) !== link || this.#unread.has(account)
        // The hint of a change may have been lost, or the store away when it came.
        if (isChanged && executor.isConcernedWith(account)) void this.#linkChanged(account)
        this.#links.set(account, link)
        if (this.#settings.has(account) && this.#settings.get(account) !== settings) executor.accountChanged(account)
        this.#settings.set(account, settings)
      }
      await this.#dropSpentExitTokens()
    } catch (error) {
      logger.warn({ err: error }, 'the accounts could not be read')
    }
  }

  /** By a day that more than one clock stands behind: a token dropped too early cannot sell what fills late. */
  async #dropSpentExitTokens(): Promise<void> {
    const { db, brokers, time } = this.#options
    const today = istDateAt(time.now())
    if (!time.isSettled) return
    for (const account of await spentExitTokens(db, today)) {
      await dropExitToken(db, account)
      await brokers.get(account)?.refresh()
    }
  }
}
