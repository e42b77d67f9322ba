import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { openPersistence, type Persistence } from './persistence/persistence.ts'
import { readSavedState, type SavedState } from './persistence/saved-state.ts'
import { botApi } from './bot/bot-api.ts'
import { BotState } from './bot/bot-state.ts'
import { chatPage } from './bot/chat-page.ts'
import { AccountStore, accountFor, READY_MADE } from './broker/account.ts'
import { kiteApp } from './broker/kite-app.ts'
import { loginPage, type LoginDeps } from './broker/login-page.ts'
import { orderPage } from './broker/order-page.ts'
import { pushOrderUpdates } from './broker/order-updates.ts'
import { RateLimiter } from './broker/rate-limit.ts'
import type { BrokerDeps } from './broker/rest/call.ts'
import { SessionStore } from './broker/sessions.ts'
import { TickerHub } from './broker/ticker/ticker-hub.ts'
import { consoleApp } from './console/console-app.ts'
import { clockFileListener } from './clock/clock-file.ts'
import { accountControls, sessionControls } from './controls/account-controls.ts'
import { inspectionControls } from './controls/inspection-controls.ts'
import type { Control } from './controls/control.ts'
import { clockControls } from './controls/clock-controls.ts'
import { controlsApp } from './controls/controls-app.ts'
import { faultControls } from './controls/fault-controls.ts'
import { manualOrderControls } from './controls/manual-order-controls.ts'
import { inboxControls } from './controls/inbox-controls.ts'
import { paymentControls } from './controls/payment-controls.ts'
import { scenarioControls } from './controls/scenario-controls.ts'
import { FaultRegistry } from './faults/fault-registry.ts'
import type { WireFaultKind } from './faults/wire-faults.ts'
import { followControls } from './follow/follow-controls.ts'
import { FollowedPath } from './follow/followed-path.ts'
import { Follower } from './follow/follower.ts'
import { knownHosts, onlyKnownHosts } from './http/known-hosts.ts'
import { SandboxServers } from './http/sandbox-servers.ts'
import { fiiDiiApp } from './fii-dii/fii-dii-app.ts'
import { startMailCatcher } from './mail/mail-catcher.ts'
import type { Market } from './market.ts'
import { marketName, openMarket } from './market-source.ts'
import { newsApp } from './news/news-app.ts'
import { NewsGenerator } from './news/news-generator.ts'
import { newsListener } from './news/news-listener.ts'
import { OIDC_PATH, oidcProvider } from './oidc/provider.ts'
import { OidcUsers } from './oidc/oidc-users.ts'
import { RunningScenarios } from './scenario/running-scenarios.ts'
import { PaymentStore } from './payments/payment-store.ts'
import { PaymentEvents } from './payments/payment-events.ts'
import { paymentsApp } from './payments/payments-app.ts'
import { pushControls } from './controls/push-controls.ts'
import { pushApp } from './push/push-app.ts'
import { PushStore } from './push/push-store.ts'
import { recordedFiiDiiApp } from './replay/recorded-fii-dii.ts'
import { recordedNews } from './replay/recorded-news.ts'
import { recordingControls } from './replay/recording-controls.ts'
import { RecordedPath } from './replay/recorded-path.ts'
import { timeStampsApp } from './time-stamps/time-stamps-app.ts'
import { defaultOptions, type SandboxOptions } from './options.ts'

export interface Sandbox {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string
  readonly port: number
  readonly smtpPort: number
  /** Where the broker's API is at `/`, and its ticker at any path: `http://host:port`. */
  readonly brokerUrl: string
  /** Resolves when what happens can no longer be kept in the data folder: the program must end then. */
  readonly broken: Promise<unknown>
  close(): Promise<void>
}

const realMs = (): number => performance.now()

/**
 * Starts the outside world: broker, ticker, login page, identity provider, payment provider, mail catcher, Bot API, news, FII/DII, market
 * clock and console on one HTTP port, and SMTP on another. Each start is a fresh world, but for the broker's accounts where
 * there is a data folder. Throws ReplayError for bad recorded bars, BooksError for accounts that were kept and cannot be
 * gone on from, and a system error when a port is taken.
 */
export async function startSandbox(
  requested: Partial<SandboxOptions> = {},
  epochMs: () => EpochMs = () => Date.now() as EpochMs,
): Promise<Sandbox> {
  const options = { ...defaultOptions(), ...requested }
  const name = marketName(options)
  const books = options.data === null ? undefined : readSavedState(options.data, name)
  const runningScenarios = new RunningScenarios()
  const market = openMarket(options, realMs, epochMs, books, runningScenarios)
  const follower = followerOf(market, options, epochMs)

  const faults = new FaultRegistry(() => market.now())
  const standing = (kind: WireFaultKind) => () => faults.take(kind, null) !== undefined
  const clients = clientsOf(market, books, options.controlKey)
  const { accounts, sessions, bots } = clients
  const persistence = openPersistence({
    data: options.data,
    name,
    market,
    runningScenarios,
    persistsTime: options.follow === null,
    ...clients,
    canLoseTail: standing('lose_tail'),
    realMs,
  })
  const { broker, ticker } = openBroker(market, clients, faults, persistence, realMs)
  runningScenarios.attach(market, options.scenario)

  const news = newsOf(market, options)
  if (options.clockFile !== null) market.listen(clockFileListener(options.clockFile))
  const mail = await startMailCatcher(options.smtpPort, standing('mail_down'))
  const [oidcUsers, payments] = [new OidcUsers(), new PaymentStore()]
  const [paymentEvents, pushes] = [new PaymentEvents(), new PushStore()]
  const controls = [
    ...clockControls(market),
    ...scenarioControls(runningScenarios),
    ...followControls(follower),
    ...recordingControls(market.path instanceof RecordedPath ? market.path : undefined),
    ...inspectionControls(market, accounts, ticker),
    ...accountControls(broker, options.controlKey),
    ...sessionControls(broker, ticker),
    ...manualOrderControls(market, accounts),
    ...faultControls(faults, market, accounts),
    ...inboxControls(mail, bots, oidcUsers),
    ...paymentControls(payments, paymentEvents),
    ...pushControls(pushes),
  ]

  const kite = kiteApp(broker)
  const connect = brokerPages({ accounts, sessions, realMs, epochMs: () => Date.now() }, market)
  const app = new Hono()
    .get('/clock', (c) => c.json({ ...market.clock(), at: istIso(market.now()) }, 200, { 'cache-control': 'no-store' }))
    // `/oms` is where the broker's own sandbox has it.
    .route('/kite', kite)
    .route('/oms', kite)
    .route('/connect', connect)
    .route('/bot-api', chatService(bots, broker))
    .route('/razorpay', paymentService(payments, paymentEvents, faults))
    .route('/push', pushService(pushes, faults))
    .route('/news', newsApp(news, standing('news_down')))
    .route('/', flowsAndTimeStamps(market, options, standing))
    .route('/', operatorPages(controls, bots, options, persistence))
    .notFound((c) => c.text('Not found. The console is at /, the list of controls at /sandbox.\n', 404))
  const brokerApp = new Hono().route('/connect', connect).route('/oms', kite).route('/', kite)
  const servers = await openServers(options, persistence, mail)
  const url = `http://${options.host}:${servers.port}`
  serveAll(servers.main, app, ticker, identityProvider(url, oidcUsers, standing('oidc_down')))
  serveBroker(servers.broker, brokerApp, ticker)
  market.start()

  return {
    url,
    port: servers.port,
    smtpPort: mail.port,
    brokerUrl: `http://${options.host}:${servers.brokerPort}`,
    broken: persistence.broken,
    async close() {
      market.stop()
      await follower?.close()
      ticker.close()
      await Promise.all([mail.close(), servers.close()])
      await persistence.close()
    },
  }
}

/** The broker's pages for browsers, below `/connect`. */
function brokerPages(logins: LoginDeps, market: Market): Hono {
  return new Hono().route('/', loginPage(logins)).route('/', orderPage(logins, market))
}

/** Accounts, logins and chats of the broker's clients: those that were kept, and the ready-made accounts. */
function clientsOf(market: Market, books: SavedState | undefined, controlKey: string | null) {
  const accounts = new AccountStore()
  const sessions = new SessionStore()
  const bots = new BotState()
  for (const client of books?.clients ?? []) accounts.add(client)
  for (const session of books?.sessions ?? []) sessions.restore(session)
  if (books !== undefined) bots.restore(books.bots)
  for (const { userId, cash } of READY_MADE) {
    if (accounts.byUser(userId) !== undefined) continue
    accounts.add(accountFor(userId, controlKey))
    market.exchange.openAccount(userId, cash, market.now())
  }
  return { accounts, sessions, bots }
}

/** The broker's API and ticker, with the order updates that it pushes. What cannot be stored is not pushed either. */
function openBroker(
  market: Market,
  { accounts, sessions }: Pick<BrokerDeps, 'accounts' | 'sessions'>,
  faults: FaultRegistry,
  { durable, whenDurable }: Persistence,
  realMs: () => number,
): { broker: BrokerDeps; ticker: TickerHub } {
  const broker: BrokerDeps = { market, accounts, sessions, limiter: new RateLimiter(), faults, realMs, durable }
  const ticker = new TickerHub({
    quotes: () => market.path.quotes,
    authorise: (apiKey, accessToken) => {
      const session = sessions.find(apiKey, accessToken, market.now())
      return session !== undefined && accounts.byUser(session.userId)?.plan === 'connect' ? session.userId : undefined
    },
    faults,
    realMs,
  })
  // A connection lives as long as the session it was opened with.
  sessions.onChange(() => ticker.dropExpired())
  const push = pushOrderUpdates(accounts, ticker, faults)
  market.exchange.subscribe((event) => whenDurable(() => push(event)))
  market.listen(ticker)
  if (market.path instanceof RecordedPath) market.path.onFrame(() => ticker.afterStep())
  return { broker, ticker }
}

/** Takes the ports and writes the first state. What is up when that fails is closed: it would keep the program alive. */
async function openServers(
  options: SandboxOptions,
  persistence: Persistence,
  mail: { close(): Promise<void> },
): Promise<SandboxServers> {
  const servers = new SandboxServers()
  try {
    await servers.listen(options)
    await persistence.begin()
    return servers
  } catch (error) {
    await Promise.all([servers.close(), mail.close()])
    throw error
  }
}

/** The Bot API. As with the broker: what a bot was answered is still true after a crash. */
function chatService(bots: BotState, { faults, durable }: Pick<BrokerDeps, 'faults' | 'durable'>): Hono {
  const app = new Hono()
  app.use('*', async (_, next) => {
    await next()
    await durable()
  })
  return app.route(
    '/',
    botApi(bots, {
      retryAfterS: () => faults.take('bot_rate_limit', null)?.retryAfterSeconds,
      sending: () =>
        faults.take('bot_error', null) !== undefined
          ? 'error'
          : faults.take('bot_silent', null) !== undefined
            ? 'silent'
            : undefined,
    }),
  )
}

function paymentService(payments: PaymentStore, events: PaymentEvents, faults: FaultRegistry): Hono {
  return paymentsApp(payments, events, {
    isDown: () => faults.take('payments_down', null) !== undefined,
    isLost: () => faults.take('payments_lost', null) !== undefined,
  })
}

function pushService(pushes: PushStore, faults: FaultRegistry): Hono {
  return pushApp(pushes, {
    hasEnded: () => faults.take('push_gone', null) !== undefined,
    retryAfterS: () => faults.take('push_rate_limit', null)?.retryAfterSeconds,
    failure: () => faults.take('push_error', null)?.status,
    delayMs: () => faults.take('push_slow', null)?.delayMs,
  })
}

/**
 * The controls, and the pages of the console that work by them: where controls need a key it could show nothing, and no
 * page of another name has the key.
 */
function operatorPages(
  controls: readonly Control[],
  bots: BotState,
  { controlKey, host, allowedHosts }: SandboxOptions,
  { durable }: Persistence,
): Hono {
  const app = new Hono()
  const served = controlsApp(controls, controlKey, durable)
  if (controlKey !== null) return app.route('/sandbox', served)
  const guard = onlyKnownHosts(knownHosts(host, allowedHosts))
  for (const path of ['/', '/sandbox', '/sandbox/*', '/console/*', '/t.me/*']) app.use(path, guard)
  return app.route('/sandbox', served).route('/t.me', chatPage(bots)).route('/', consoleApp())
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Made when it is first asked: most starts are for the broker alone, and its packages are a fifth of a start. */
function identityProvider(url: string, oidcUsers: OidcUsers, isDown: () => boolean): RequestHandler {
  let provider: ReturnType<typeof oidcProvider> | undefined
  return async (request, response) => {
    const handle = await (provider ??= oidcProvider(url, oidcUsers, isDown))
    handle(request, response)
  }
}

/** Serves the app, the identity provider beside it and the ticker at its path. */
function serveAll(server: Server, app: Hono, ticker: TickerHub, identity: RequestHandler): void {
  const answer = getRequestListener(app.fetch)
  server.on('request', (request, response) => {
    if (request.url?.startsWith(`${OIDC_PATH}/`)) void identity(request, response)
    else void answer(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    const { pathname } = new URL(request.url ?? '/', 'http://sandbox')
    if (pathname === '/ticker' || pathname === '/ticker/') ticker.accept(request, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  })
}

/** Serves the broker's API, and its ticker at any path. */
function serveBroker(server: Server, app: Hono, ticker: TickerHub): void {
  const answer = getRequestListener(app.fetch)
  server.on('request', (request, response) => void answer(request, response))
  server.on('upgrade', (request, socket, head) => ticker.accept(request, socket, head))
}

/** Headlines about a market of our own as it moves, or those of the recorded day. */
function newsOf(market: Market, { seed }: SandboxOptions): Pick<NewsGenerator, 'items' | 'item'> {
  if (market.path instanceof RecordedPath) return recordedNews(market.path)
  const generator = new NewsGenerator(seed)
  market.listen(newsListener(generator, market))
  return generator
}

function flowsAndTimeStamps(
  market: Market,
  { seed, data }: SandboxOptions,
  standing: (kind: WireFaultKind) => () => boolean,
): Hono {
  const flowsDown = standing('fii_dii_down')
  const flows =
    market.path instanceof RecordedPath ? recordedFiiDiiApp(market.path, flowsDown) : fiiDiiApp(seed, market, flowsDown)
  const timeStamps = timeStampsApp({ data, now: () => market.now(), isDown: standing('time_stamps_down') })
  return new Hono().route('/time-stamps', timeStamps).route('/', flows)
}

/** Who keeps the quotes of a followed market coming; undefined for a market of our own. */
function followerOf(
  { path }: Market,
  { follow, followTicker }: SandboxOptions,
  now: () => EpochMs,
): Follower | undefined {
  if (follow === null || followTicker === null || !(path instanceof FollowedPath)) return undefined
  return new Follower({ apiUrl: follow, tickerUrl: followTicker, path, now })
}
