// @invariant stop-answered-under-load
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createProfile } from '../accounts/profiles.ts'
import { notifyAccountChange } from '../alerts/account-change-notices.ts'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { CounterValue } from '../execution/counters.ts'
import { queueRequestsUntilReady } from '../http/request-backlog.ts'
import { canSendMail } from '../http/mail-rate-limit.ts'
import { polledListener } from '../http/polled-listener.ts'
import { HSTS } from '../http/security-headers.ts'
import { polledRoutes } from '../http/polled-routes.ts'
import { publicAddress } from '../http/public-address.ts'
import { RateWindows } from '../rate-limits/rate-windows.ts'
import { limitConnections } from '../http/connection-limit.ts'
import { Principals } from '../http/principals.ts'
import { webApp } from '../http/web-app.ts'
import type { UrgentDependencies, WebDependencies } from '../http/web-dependencies.ts'
import { openIdentity, type Identity, type IdentityOptions } from '../identity/identity.ts'
import { identitySecret, librarySecrets } from '../identity/identity-secrets.ts'
import { SignInLimits } from '../identity/sign-in-limits.ts'
import { watchProvider } from '../identity/provider-watch.ts'
import type { Logger } from '../logging/logger.ts'
import { openMetrics } from '../metrics.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import { DAY_SEALED } from '../public-log/seal-days.ts'
import { compressedDays, compressNewest } from '../public-log/compressed-days.ts'
import { paymentProvider } from '../plans/payment-services.ts'
import { MasterKey } from '../secrets/master-key.ts'
import type { Vault } from '../secrets/vault.ts'
import { withdrawAcknowledgements } from '../settings/live-edge.ts'
import { openMarketSnapshots } from '../snapshots/market-snapshots.ts'
import { activeTradesSocket } from '../socket/active-trades-socket.ts'
import { openUserPool, type Store } from '../store/open-store.ts'
import { userScopedDbs } from '../store/user-scoped-db.ts'
import type { ScaledClock } from '../time/scaled-clock.ts'
import { openLivePnl } from '../trades/live-pnl.ts'
import { openTradeSnapshots } from '../trades/trade-snapshots.ts'
import { postgresTradeViews } from '../trades/postgres-trade-views.ts'

/** How often Node looks for connections past their time: both limits are kept to within this. */
const CHECK_TIMEOUT_MS = 5000
const MAX_CONNECTIONS = 10_000
/** Kept from everything else for stop buttons: to recognise who presses, and to engage. */
const URGENT_CONNECTIONS = 2
const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 15_000

export interface WebRole {
  readonly config: Config
  readonly clock: ScaledClock
  readonly store: Store
  readonly vault: Vault
  readonly bus: Bus
  readonly logger: Logger
  /** What counts calls; tests that send many put another in its place. */
  readonly rates?: RateWindows
  /** Connections at a time; fewer in tests. */
  readonly maxConnections?: number
}

/** Serves REST, sockets, sign-in and the app. `url` is where people reach it, `port` where it listens. */
export async function startWeb(role: WebRole): Promise<{ url: string; port: number; close(): Promise<void> }> {
  const { config, clock, store, vault, bus, logger } = role
  const { db } = store
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_TIMEOUT_MS,
  })
  limitConnections(server, role.maxConnections ?? MAX_CONNECTIONS)
  // Listening first: without a configured address the port is part of the one sign-in links carry.
  const handOn = queueRequestsUntilReady(server)
  await listen(server, config)
  const { port } = server.address() as AddressInfo
  const address = publicAddress(config.publicUrl, config.host, port)

  if (config.liveWithoutEdge === 'forbid') await withdrawAcknowledgements(db, clock.now())
  const master = MasterKey.open(config)
  const secret = identitySecret(master)
  const signInLimits = new SignInLimits(db, secret)
  const urgentStore = openUserPool(store, URGENT_CONNECTIONS)
  let identity: Identity
  let urgentIdentity: Identity
  const build = (withProvider: boolean) => {
    const options: Omit<IdentityOptions, 'db'> = {
      config,
      secrets: librarySecrets(master),
      publicUrl: address.url,
      aliases: address.aliases,
      withProvider,
      logger,
      // No consents: the account asks for the terms before anything else works.
      onUser: (user) => createProfile(db, user.id, clock.now()),
      onProved: async (userId) => {
        await db.updateTable('identity_users').set({ emailVerified: true }).where('id', '=', userId).execute()
        await signInLimits.clear(userId)
      },
      onChange: async (userId, change) => {
        await db.transaction().execute((tx) => notifyAccountChange(tx, userId, change, clock.now()))
        bus.publish('outbox', null)
      },
      sendMail: async (mail) => {
        if (!(await canSendMail(db, mail.recipient))) return
        await enqueueMail(db, mail)
        bus.publish('outbox', null)
      },
    }
    identity = openIdentity({ ...options, db })
    urgentIdentity = openIdentity({ ...options, db: urgentStore.db })
  }
  build(false)
  if (!config.sandbox && config.payments === undefined)
    logger.warn('payments are the mock: anybody can take any plan for nothing (PAYMENTS=mock)')
  const provider = await watchProvider(config.oidc?.discoveryUrl, logger, () => build(true))

  const known = { clock, bus, operatorEmails: config.operatorEmails }
  const principals = new Principals({ ...known, identity: () => identity, db })
  const urgent: UrgentDependencies = {
    db: urgentStore.db,
    userDbOf: userScopedDbs(urgentStore.pool),
    principals: new Principals({ ...known, identity: () => urgentIdentity, db: urgentStore.db }),
  }
  const { rates = new RateWindows() } = role
  const metrics = openMetrics()
  for (const by of ['trader', 'recorder'] as const)
    bus.subscribe(`metrics.${by}`, (_subject, payload) => metrics.counted(by, payload as readonly CounterValue[]))
  const market = openMarketSnapshots(bus, clock, logger)
  const userDbOf = userScopedDbs(store.pool)
  const views = postgresTradeViews(userDbOf)
  const trades = openTradeSnapshots(views, bus)
  const pnl = openLivePnl(userDbOf, bus)
  const parts: WebDependencies = {
    config,
    db,
    userDbOf,
    vault,
    clock,
    bus,
    logger,
    metrics,
    publicAddress: address,
    identity: () => identity,
    provider,
    identitySecret: secret,
    signInLimits,
    principals,
    urgent,
    rates,
    market,
    views,
    trades,
    pnl,
    payments: paymentProvider(config),
    compressedDays: compressedDays(config.dataDir, store),
  }
  // Whoever asks for a day that has just been sealed should not wait until it is packed.
  const sealed = bus.subscribe(DAY_SEALED, () => void compressNewest(parts))
  const routes = polledRoutes(parts)
  const common = address.url.startsWith('https:') ? HSTS : {}
  const polled = polledListener({ ...parts, routes, proxyHeader: config.trustedProxyHeader, common })
  const rest = getRequestListener(webApp(parts).fetch)
  const socket = activeTradesSocket(parts)
  server.on('request', (request, response) => {
    if (!polled(request, response)) void rest(request, response)
  })
  server.on('upgrade', (request, stream, head) => socket.upgrade(request, stream, head))
  handOn()
  logger.info({ url: address.url }, 'listening')

  return {
    url: address.url,
    port,
    async close() {
      socket.close()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      // Whoever is still being answered gets a moment; a kept-alive connection would never end by itself.
      setTimeout(() => server.closeAllConnections(), 1000).unref()
      await closed
      provider.close()
      principals.close()
      urgent.principals.close()
      await urgentStore.close()
      sealed()
      market.close()
      trades.close()
      pnl.close()
      await parts.compressedDays.close()
    },
  }
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
