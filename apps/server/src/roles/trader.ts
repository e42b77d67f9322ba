import { randomUUID } from 'node:crypto'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { DisciplinedClock } from '@strikewise/execution/clock/disciplined-clock.ts'
import { Executor } from '@strikewise/execution/executor.ts'
import type { ClockPort, MonoMs, Observer, Ports } from '@strikewise/execution/ports.ts'
import { postgresOutbox, postgresStore } from '@strikewise/postgres-store/postgres-store.ts'
import { Auditor } from '../audit/auditor.ts'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import { ExceptionRecorder } from '../exceptions/exception-recorder.ts'
import { alarmLog, type RecordAlarm } from '../execution/alarm-log.ts'
import { AccountBrokers } from '../execution/account-brokers.ts'
import { AccountWatch } from '../execution/account-watch.ts'
import { startDecisionFeed } from '../execution/decision-feed.ts'
import { offlineJournalFiles } from '../execution/offline-journal-files.ts'
import { executionIds } from '../execution/ids.ts'
import { EXECUTORS, notifyingOthers } from '../execution/notify-executors.ts'
import { EgressHere } from '../execution/egress-here.ts'
import { QuoteFeed } from '../execution/quote-feed.ts'
import { TraderCounters, type CounterValue } from '../execution/counters.ts'
import { OrderLatencies } from '../execution/order-latencies.ts'
import { BrokerLatencies } from '../latency/timed-broker.ts'
import type { Logger } from '../logging/logger.ts'
import { publishReadings } from '../readiness/readings.ts'
import type { Vault } from '../secrets/vault.ts'
import type { RoleFigures } from '../service-state/process-reports.ts'
import { newLeaseHolder, openShardLeases } from '../store/lease.ts'
import { AccountChangeListener } from '../execution/account-change-listener.ts'
import type { Store } from '../store/open-store.ts'
import type { ScaledClock } from '../time/scaled-clock.ts'
import type { ChangeHint } from '../tracing/change-hint.ts'
import { TradeSpans } from '../tracing/trade-spans.ts'

const COUNTERS_EVERY_MS = 5_000

export interface TraderRole {
  readonly config: Config
  readonly clock: ScaledClock
  readonly store: Store
  readonly vault: Vault
  readonly bus: Bus
  readonly logger: Logger
}

/** The ports the execution core gets in place of the real ones; what hands them over as they are changes nothing. */
type PortsDecorator = (ports: Ports) => Ports

/**
 * Trades for the connected accounts of the shards it leads: takes decisions from their log, keeps each position under its stop, brings every
 * trade to its end. Never serves a request and never waits for a notification. Returns at once; works until `close`.
 * `decorate` lets tests stand between the core and the world; the server program leaves it out.
 */
export function startTrader(
  role: TraderRole,
  decorate: PortsDecorator = (ports) => ports,
): { figures(): RoleFigures; close(): Promise<void> } {
  const { config, clock, store, vault, bus, logger } = role
  const { db } = store
  const mono = monotonic(config, clock)
  const onReading = publishReadings(bus)
  const spans = new TradeSpans()
  const latencies = new BrokerLatencies()
  const orders = new OrderLatencies(clock, spans)
  const observed: TradeSpans['account'] = (account, broker) =>
    spans.account(account, orders.account(account, latencies.account(broker)))
  const brokers = new AccountBrokers({ config, clock, mono, db, vault, logger, observed, onReading })
  const feed = new QuoteFeed(bus)
  const egress = new EgressHere()
  const counters = new TraderCounters()
  const exceptions = new ExceptionRecorder({ db, now: () => clock.now(), logger })
  const logAlarm = alarmLog(logger, counters, (account, code, message) => exceptions.record(account, code, message))
  const changes = new AccountChangeListener(store.pool, (reason) =>
    logger.warn({ reason }, 'changes of accounts are not received; entries wait'),
  )
  const portClock = portClockOf(clock, mono)
  const steady = new DisciplinedClock(portClock, () => brokers.newestTime())
  const holder = newLeaseHolder()
  const ports = decorate({
    isListening: () => changes.isListening(),
    clock: portClock,
    ids: executionIds(clock),
    broker: (account) => brokers.of(account),
    store: postgresStore(store.pool, (committed) => {
      spans.committed(committed)
      orders.committed(committed)
    }),
    feed,
    lease: notifyingOthers(
      openShardLeases(db, holder, () => egress.hasAll),
      bus,
    ),
    outbox: postgresOutbox,
    offlineJournal: offlineJournalFiles(config.dataDir),
    observer: observer({ bus, clock, counters, spans, logAlarm }),
  })
  const executor = new Executor(ports, { ...DEFAULT_CONFIG, liveTrading: config.liveTrading })
  executor.start()
  changes.start(executor)
  const auditor = new Auditor({
    db,
    clock,
    calendar: DEFAULT_CONFIG.calendar,
    // Only the process that leads an account's shard trades for it and reads its books.
    broker: (account) => (executor.leads(account) ? brokers.get(account) : undefined),
    observer: { count: (name, labels) => counters.add(name, labels), alarm: logAlarm },
    onError: (account, error) => logger.warn({ account, err: error }, 'an audit could not be carried out'),
  })
  auditor.start()

  const decisions = startDecisionFeed({ db, bus, clock, logger }, (decision, { at, trace }) => {
    spans.decided(decision, trace)
    orders.decided(decision, at)
    executor.decide(decision)
  })
  const accounts = new AccountWatch({ db, bus, logger, brokers, egress, executor, time: steady })
  const subscriptions = [
    bus.subscribe('stop', () => executor.allAccountsChanged()),
    bus.subscribe(EXECUTORS, () => executor.executorsChanged()),
  ]
  const endPublishing = publishTotals(bus, () => [...counters.read(executor), ...orders.read()])

  return {
    figures: () => ({ ...ledBy(executor), holder, broker: latencies.read(), alarms: counters.total('alarms') }),
    async close() {
      endPublishing()
      for (const unsubscribe of subscriptions) unsubscribe()
      await Promise.all([decisions.close(), accounts.close(), auditor.close()])
      await executor.close()
      await changes.close()
      await exceptions.close()
      feed.close()
      await brokers.close()
    },
  }
}

/** Publishes what this process has counted since it started. Returns the function that ends it. */
function publishTotals(bus: Bus, read: () => readonly CounterValue[]): () => void {
  const subject = `metrics.trader.${randomUUID()}`
  const publishing = setInterval(() => bus.publish(subject, read()), COUNTERS_EVERY_MS)
  return () => clearInterval(publishing)
}

interface Observing extends Pick<TraderRole, 'bus' | 'clock'> {
  readonly counters: TraderCounters
  readonly spans: TradeSpans
  readonly logAlarm: RecordAlarm
}

function observer({ bus, clock, counters, spans, logAlarm }: Observing): Observer {
  return {
    tradesChanged(userId) {
      bus.publish(`trades.${userId}`, { at: clock.now(), ...spans.hintFor(userId) } satisfies ChangeHint)
    },
    count: (name, labels) => counters.add(name, labels),
    alarm: (account, alarm) => logAlarm(account, reasonOf(alarm.code), alarm),
  }
}

function portClockOf(clock: ScaledClock, mono: () => MonoMs): ClockPort {
  return {
    now: () => clock.now(),
    mono,
    sleep: (ms) => clock.sleep(ms),
    alarm: (ms, ring) => clock.at((clock.now() + ms) as EpochMs, ring),
  }
}

function ledBy({ accounts, shards, unprotected }: Executor): RoleFigures {
  const { positions, oldestMs } = unprotected
  return { accounts, shards, unprotected: { positions, oldest_s: oldestMs / 1000 } }
}

/** Time that never steps back: a followed clock keeps that promise itself, the machine's own may be set. */
function monotonic(config: Config, clock: ScaledClock): () => MonoMs {
  return config.clockUrl === undefined ? () => performance.now() as MonoMs : () => clock.now() as number as MonoMs
}
