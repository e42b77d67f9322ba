import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { DisciplinedClock } from '@strikewise/execution/clock/disciplined-clock.ts'
import { Executor } from '@strikewise/execution/executor.ts'
import type { BrokerTime, ClockPort, MonoMs, Observer, Ports } from '@strikewise/execution/ports.ts'
import type { BrokerAccount } from '@strikewise/brokers/broker-account.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { postgresOutbox, postgresStore } from '@strikewise/postgres-store/postgres-store.ts'
import { brokerCredentials, dropExitToken } from '../accounts/broker-credentials.ts'
import { Auditor } from '../audit/auditor.ts'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import { alarmLog } from '../execution/alarm-log.ts'
import { accountsToRun, spentExitTokens, type RunningAccount } from '../execution/armed-accounts.ts'
import { startDecisionFeed } from '../execution/decision-feed.ts'
import { offlineJournalFiles } from '../execution/offline-journal-files.ts'
import { executionIds } from '../execution/ids.ts'
import { QuoteFeed } from '../execution/quote-feed.ts'
import { TraderCounters } from '../execution/counters.ts'
import type { Logger } from '../logging/logger.ts'
import type { Vault } from '../secrets/vault.ts'
import { holdLease } from '../store/lease.ts'
import { KillSwitchListener } from '../kill-switch/kill-switch-listener.ts'
import type { Store } from '../store/open-store.ts'

const LEASE = 'trader'
/** How often accounts are looked up without a hint. Real milliseconds. */
const ACCOUNTS_EVERY_MS = 5_000
const COUNTERS_EVERY_MS = 5_000

export interface TraderRole {
  readonly config: Config
  readonly clock: Clock
  readonly store: Store
  readonly vault: Vault
  readonly bus: Bus
  readonly logger: Logger
}

/** The ports the execution core gets in place of the real ones; what hands them over as they are changes nothing. */
type PortsDecorator = (ports: Ports) => Ports

/**
 * Trades for every connected account: takes decisions from their log, keeps each position under its stop, brings every
 * trade to its end. Never serves a request and never waits for a notification. Returns at once; works until `close`.
 * `decorate` lets tests stand between the core and the world; the server program leaves it out.
 */
export function startTrader(role: TraderRole, decorate: PortsDecorator = (ports) => ports): { close(): Promise<void> } {
  const { config, clock, store, vault, bus, logger } = role
  const { db } = store
  const brokers = new Map<string, BrokerAccount>()
  const links = new Map<string, string>()
  const settings = new Map<string, string>()
  /** Accounts whose link was read. Before that "no token" is not the broker's word, and an actor would take it for that. */
  const opened = new Set<string>()
  /** Links that are new or changed and have not been read since, each with the number of its newest change. */
  const unread = new Map<string, number>()
  let linkChanges = 0
  let wanted: readonly RunningAccount[] = []
  const feed = new QuoteFeed(bus)
  const counters = new TraderCounters()

  const mono = monotonic(config, clock)
  const brokerOf = (account: string): BrokerAccount => {
    const known = brokers.get(account)
    if (known !== undefined) return known
    const broker = BROKER.openAccount({
      urls: (mode) => config.brokers[mode],
      clock,
      mono,
      algoId: config.liveAlgoId,
      credentials: async () => {
        const found = await brokerCredentials(db, vault, account)
        opened.add(account)
        return found
      },
      onError: (what, error) => logger.warn({ account, err: error }, what),
    })
    // Its actor begins with the first login, however long the vault took to open it.
    broker.updates(({ type }) => {
      if (type === 'login') match()
    })
    brokers.set(account, broker)
    return broker
  }
  const stops = new KillSwitchListener(store.pool, (reason) =>
    logger.warn({ reason }, 'stop switches are not heard; entries wait'),
  )
  const portClock: ClockPort = {
    now: () => clock.now(),
    mono,
    sleep: (ms) => clock.sleep(ms),
    alarm: (ms, ring) => clock.at((clock.now() + ms) as EpochMs, ring),
  }
  const steady = new DisciplinedClock(portClock, () => newestTime([...brokers.values()]))
  const ports = decorate({
    isListening: () => stops.isListening(),
    clock: portClock,
    ids: executionIds(clock),
    broker: brokerOf,
    store: postgresStore(store.pool),
    feed,
    lease: { hold: (name, signal) => holdLease(db, name, signal) },
    outbox: postgresOutbox,
    offlineJournal: offlineJournalFiles(config.dataDir),
    observer: observer(bus, logger, counters),
  })
  const executor = new Executor(ports, { ...DEFAULT_CONFIG, liveTrading: config.liveTrading }, LEASE)
  executor.start()
  stops.start(executor)
  const auditor = new Auditor({
    db,
    clock,
    calendar: DEFAULT_CONFIG.calendar,
    // A process that does not lead trades for no account, and reads no account's books.
    broker: (account) => (executor.isLeading ? brokers.get(account) : undefined),
    observer: { count: (name, labels) => ports.observer.count(name, labels), alarm: alarmLog(logger, counters) },
    onError: (account, error) => logger.warn({ account, err: error }, 'an audit could not be carried out'),
  })
  auditor.start()

  const match = () =>
    executor.setAccounts(wanted.map(({ account }) => account).filter((account) => opened.has(account)))
  const linkChanged = async (account: string): Promise<void> => {
    const wasOpen = opened.has(account)
    const change = (linkChanges += 1)
    unread.set(account, change)
    const isRead = await brokerOf(account).refresh()
    // A reading that failed, or began before a later change, leaves the link to be read.
    if (isRead && unread.get(account) === change) unread.delete(account)
    if (wasOpen) executor.accountChanged(account)
    else match()
  }
  const decisions = startDecisionFeed({ db, bus, clock, logger }, (decision) => executor.decide(decision))
  const accounts = startPollingLoop(ACCOUNTS_EVERY_MS, async () => {
    try {
      wanted = await accountsToRun(db)
      match()
      for (const { account, link, settings: found } of wanted) {
        // The hint of a change may have been lost, or the store away when it came.
        if (links.get(account) !== link || unread.has(account)) void linkChanged(account)
        links.set(account, link)
        if (settings.has(account) && settings.get(account) !== found) executor.accountChanged(account)
        settings.set(account, found)
      }
      // By a day that more than one clock stands behind: a token dropped too early cannot sell what fills late.
      const today = istDateAt(steady.now())
      if (!steady.isSettled) return
      for (const account of await spentExitTokens(db, today)) {
        await dropExitToken(db, account)
        await brokers.get(account)?.refresh()
      }
    } catch (error) {
      logger.warn({ err: error }, 'the accounts could not be read')
    }
  })
  const subscriptions = [
    bus.subscribe('account.*', (subject) => {
      const account = subject.slice('account.'.length)
      // At once, for it may be the stop button; and again when the link has been read.
      executor.accountChanged(account)
      if (brokers.has(account)) void linkChanged(account)
      accounts.wake()
    }),
    bus.subscribe('stop', () => executor.allAccountsChanged()),
  ]
  const telling = setInterval(
    () => bus.publish('metrics.trader', counters.read(executor.accounts, executor.highWaterMarks.max)),
    COUNTERS_EVERY_MS,
  )

  return {
    async close() {
      clearInterval(telling)
      for (const end of subscriptions) end()
      await Promise.all([decisions.close(), accounts.close(), auditor.close()])
      await executor.close()
      await stops.close()
      feed.close()
      await Promise.all([...brokers.values()].map((broker) => broker.close()))
    },
  }
}

function observer(bus: Bus, logger: Logger, counters: TraderCounters): Observer {
  const logAlarm = alarmLog(logger, counters)
  return {
    tradesChanged: (userId) => bus.publish(`trades.${userId}`, null),
    count: (name, labels) => counters.add(name, labels),
    alarm: (account, alarm) => logAlarm(account, reasonOf(alarm.code), alarm),
  }
}

/** What the broker's clock showed last in any account's answers; undefined while none has. */
function newestTime(brokers: readonly BrokerAccount[]): BrokerTime | undefined {
  let newest: BrokerTime | undefined
  for (const broker of brokers) {
    const shown = broker.brokerTime()
    if (shown !== undefined && (newest === undefined || shown.mono > newest.mono)) newest = shown
  }
  return newest
}

/** Time that never steps back: a followed clock keeps that promise itself, the machine's own may be set. */
function monotonic(config: Config, clock: Clock): () => MonoMs {
  return config.clockUrl === undefined ? () => performance.now() as MonoMs : () => clock.now() as number as MonoMs
}
