import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { BrokerTime, MonoMs } from '@strikewise/execution/ports.ts'
import type { BrokerAccount } from '@strikewise/brokers/broker-account.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { Kysely } from 'kysely'
import { brokerCredentials } from '../accounts/broker-credentials.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import { reportReadings, type AccountReading } from '../readiness/account-readings.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Database } from '../store/database.ts'

interface AccountBrokersOptions {
  readonly config: Pick<Config, 'brokers' | 'liveAlgoId'>
  readonly clock: Clock
  /** The execution core's monotonic clock. */
  readonly mono: () => MonoMs
  readonly db: Kysely<Database>
  readonly vault: Vault
  readonly logger: Logger
  /** What stands between the execution core and an account's broker. */
  readonly observed: (account: string, broker: BrokerAccount) => BrokerAccount
  /** Called with what is read of an account's funds and of the broker's clock, each time they are read. */
  readonly onReading: (account: string, reading: AccountReading) => void
}

interface OpenedBroker {
  readonly broker: BrokerAccount
  /** The account's link was read. Before that "no token" is not the broker's word, and an actor would take it for that. */
  readonly link: { isRead: boolean }
}

/** The broker as each account of the process reaches it: opened at its first use, until it is closed. */
export class AccountBrokers {
  readonly #options: AccountBrokersOptions
  readonly #brokers = new Map<string, OpenedBroker>()
  readonly #loginListeners = new Set<() => void>()

  constructor(options: AccountBrokersOptions) {
    this.#options = options
  }

  /** The account's broker, opened now when it was not. */
  of(account: string): BrokerAccount {
    const known = this.#brokers.get(account)
    if (known !== undefined) return known.broker
    const link = { isRead: false }
    const { config, clock, mono, db, vault, logger, observed, onReading } = this.#options
    const opened = BROKER.openAccount({
      urls: (mode) => config.brokers[mode],
      clock,
      mono,
      algoId: config.liveAlgoId,
      credentials: async () => {
        const found = await brokerCredentials(db, vault, account)
        link.isRead = true
        return found
      },
      onError: (what, error) => logger.warn({ account, err: error }, what),
    })
    const reporting = reportReadings(opened, { now: () => clock.now(), mono }, (reading) => onReading(account, reading))
    const broker = observed(account, reporting)
    broker.updates(({ type }) => {
      if (type === 'login') for (const listener of this.#loginListeners) listener()
    })
    this.#brokers.set(account, { broker, link })
    return broker
  }

  /** The account's broker if it was opened. */
  get(account: string): BrokerAccount | undefined {
    return this.#brokers.get(account)?.broker
  }

  /** Whether the account's link was read once: from then on its broker knows whether it has a token. */
  isLinkRead(account: string): boolean {
    return this.#brokers.get(account)?.link.isRead ?? false
  }

  /** `listener` is called at each login of any account. */
  onLogin(listener: () => void): void {
    this.#loginListeners.add(listener)
  }

  /** What the broker's clock showed last in any account's answers; undefined while none has. */
  newestTime(): BrokerTime | undefined {
    let newest: BrokerTime | undefined
    for (const { broker } of this.#brokers.values()) {
      const shown = broker.brokerTime?.()
      if (shown !== undefined && (newest === undefined || shown.mono > newest.mono)) newest = shown
    }
    return newest
  }

  /** Closes the accounts' brokers that are not `needed` any more: another process has connections of its own. Returns whose. */
  closeOthers(needed: (account: string) => boolean): readonly string[] {
    const others = [...this.#brokers].filter(([account]) => !needed(account))
    for (const [account, { broker }] of others) {
      this.#brokers.delete(account)
      broker
        .close()
        .catch((error: unknown) => this.#options.logger.warn({ account, err: error }, 'a broker was not closed'))
    }
    return others.map(([account]) => account)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#brokers.values()].map(({ broker }) => broker.close()))
  }
}
