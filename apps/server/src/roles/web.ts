// @invariant stop-answered-under-load
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KeyUses } from '../program-keys/key-uses.ts'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import { CountersOfAll, type CounterValue } from '../execution/counters.ts'
import { QuoteFeed } from '../execution/quote-feed.ts'
import { queueRequestsUntilReady } from '../http/request-backlog.ts'
import { publicAddress, type PublicAddress } from '../http/public-address.ts'
import { RateWindows } from '../rate-limits/rate-windows.ts'
import { Drain } from '../http/drain.ts'
import { limitConnections } from '../http/connection-limit.ts'
import { openFeatureFlags } from '../feature-flags/feature-flags.ts'
import { Principals } from '../http/principals.ts'
import { requestListener } from '../http/listener.ts'
import type { UrgentDependencies, WebDependencies } from '../http/web-dependencies.ts'
import type { Logger } from '../logging/logger.ts'
import { openMetrics } from '../metrics.ts'
import { DAY_SEALED } from '../public-log/seal-days.ts'
import { compressedDays, compressNewest } from '../public-log/compressed-days.ts'
import { paymentProvider } from '../payments/payment-services.ts'
import { Readings } from '../readiness/readings.ts'
import type { Vault } from '../secrets/vault.ts'
import { withdrawAcknowledgements } from '../settings/live-edge.ts'
import type { RoleFigures } from '../service-state/process-reports.ts'
import { openRoleSilence } from '../service-state/role-heartbeats.ts'
import { ContractLists } from '../snapshots/contract-lists.ts'
import { ContractHistories } from '../snapshots/contract-histories.ts'
import { ContractViews } from '../snapshots/contract-views.ts'
import { openMarketSnapshots } from '../snapshots/market-snapshots.ts'
import { openSockets } from '../socket/sockets.ts'
import { realStreamTimers, type StreamTimers } from '../http/stream-timers.ts'
import { openUserPool, type Store } from '../store/open-store.ts'
import { userScopedDbs } from '../store/user-scoped-db.ts'
import type { ScaledClock } from '../time/scaled-clock.ts'
import { openLivePnl } from '../trades/live-pnl.ts'
import { openTradeSnapshots } from '../trades/trade-snapshots.ts'
import { postgresTradeViews } from '../trades/postgres-trade-views.ts'
import { openSignIn } from './web-sign-in.ts'

/** How often Node looks for connections past their time: both limits are kept to within this. */
const CHECK_TIMEOUT_MS = 5000
/** Ten thousand streams, and calls beside them. The limit of open files must be above it. */
const MAX_CONNECTIONS = 12_000
/** Kept from everything else for stop buttons: to recognise who presses, and to engage. */
const URGENT_CONNECTIONS = 2
const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 15_000
/** How long requests under way are waited for when the server closes. */
const LAST_ANSWERS_MS = 5000

export interface WebRole {
  readonly config: Config
  readonly clock: ScaledClock
  readonly store: Store
  readonly vault: Vault
  readonly bus: Bus
  readonly logger: Logger
  /** What counts calls; tests that send many put another in its place. */
  readonly rates?: RateWindows
  /** What paces the stream; a test puts its own in its place. */
  readonly streamTimers?: StreamTimers
  /** Connections at a time; fewer in tests. */
  readonly maxConnections?: number
}

interface RunningWeb {
  readonly url: string
  readonly port: number
  readonly figures: () => RoleFigures
  close(): Promise<void>
}

/** Serves REST, sockets, sign-in and the app. `url` is where people reach it, `port` where it listens. */
export async function startWeb(role: WebRole): Promise<RunningWeb> {
  const { config, clock, store, bus, logger } = role
  const { db } = store
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_TIMEOUT_MS,
  })
  const connections = limitConnections(server, role.maxConnections ?? MAX_CONNECTIONS)
  // Listening first: without a configured address the port is part of the one sign-in links carry.
  const releaseQueued = queueRequestsUntilReady(server)
  await listen(server, config)
  const { port } = server.address() as AddressInfo
  const address = publicAddress(config.publicUrl, config.host, port)

  if (config.liveWithoutEdge === 'forbid') await withdrawAcknowledgements(db, clock.now())
  if (!config.sandbox && config.payments === undefined)
    logger.warn('payments are the mock: anybody can take any plan for nothing (PAYMENTS=mock)')
  const urgentStore = openUserPool(store, URGENT_CONNECTIONS)
  const drain = new Drain()
  const { parts, closeParts } = await openParts(role, { address, urgentStore, drain })
  // A request for a day that has just been sealed should not wait until it is compressed.
  const unsubscribe = bus.subscribe(DAY_SEALED, () => void compressNewest(parts))
  const sockets = openSockets(parts)
  server.on('request', requestListener(parts))
  server.on('upgrade', (request, stream, head) => sockets.upgrade(request, stream, head))
  releaseQueued()
  logger.info({ url: address.url }, 'listening')

  return {
    url: address.url,
    port,
    figures: () => ({ streams: sockets.open() }),
    async close() {
      if (config.drainSeconds > 0) await drain.run(server, config.drainSeconds, (ms) => sockets.drain(ms))
      await sockets.close()
      await closeServer(server, connections)
      unsubscribe()
      await closeParts()
      await urgentStore.close()
    },
  }
}

/** What is there before the handlers are. */
interface ListeningParts {
  readonly address: PublicAddress
  readonly urgentStore: Pick<Store, 'db' | 'pool'>
  readonly drain: Drain
}

/** What handlers are made of. `closeParts` ends what it opened. */
async function openParts(
  role: WebRole,
  { address, urgentStore, drain }: ListeningParts,
): Promise<{ parts: WebDependencies; closeParts: () => Promise<void> }> {
  const { config, clock, store, vault, bus, logger, rates = new RateWindows() } = role
  const { db } = store
  const signIn = await openSignIn(role, address, urgentStore.db)
  const known = { clock, bus, operatorEmails: config.operatorEmails }
  const principals = new Principals({ ...known, identity: signIn.identity, db })
  const urgent: UrgentDependencies = {
    db: urgentStore.db,
    userDbOf: userScopedDbs(urgentStore.pool),
    principals: new Principals({ ...known, identity: signIn.urgentIdentity, db: urgentStore.db }),
  }
  const metrics = openMetrics()
  const executors = new CountersOfAll()
  bus.subscribe('metrics.trader.*', (subject, payload) =>
    metrics.counted('trader', executors.add(subject, payload as readonly CounterValue[], performance.now())),
  )
  bus.subscribe('metrics.recorder', (_subject, payload) =>
    metrics.counted('recorder', payload as readonly CounterValue[]),
  )
  const silence = openRoleSilence(bus)
  const market = openMarketSnapshots(bus, clock, logger)
  const userDbOf = userScopedDbs(store.pool)
  const views = postgresTradeViews(userDbOf)
  const trades = openTradeSnapshots(views, bus)
  const quotes = new QuoteFeed(bus)
  const readings = new Readings(bus, logger)
  const contracts = new ContractLists(bus, logger)
  const contractViews = new ContractViews(bus, logger)
  const contractHistories = new ContractHistories(bus, logger)
  const pnl = openLivePnl(userDbOf, bus, quotes)
  const parts: WebDependencies = {
    config,
    db,
    userDbOf,
    vault,
    clock,
    bus,
    logger,
    metrics,
    silence,
    publicAddress: address,
    drain,
    identity: signIn.identity,
    provider: signIn.provider,
    identitySecret: signIn.secret,
    signInLimits: signIn.limits,
    principals,
    urgent,
    rates,
    streamTimers: role.streamTimers ?? realStreamTimers,
    keyUses: new KeyUses(logger),
    flags: openFeatureFlags(db),
    market,
    views,
    trades,
    pnl,
    quotes,
    readings,
    contracts,
    contractViews,
    contractHistories,
    payments: paymentProvider(config),
    compressedDays: compressedDays(config.dataDir, store),
  }
  return {
    parts,
    closeParts: async () => {
      signIn.provider.close()
      const memories = [silence, market, trades, pnl, quotes, readings, contracts, contractViews, contractHistories]
      for (const part of [principals, urgent.principals, ...memories]) part.close()
      await parts.compressedDays.close()
    },
  }
}

/** Ends once what is under way is answered, or has had its time. */
async function closeServer(server: Server, connections: { endSilent(): void }): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  connections.endSilent()
  setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS).unref()
  await closed
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
