import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { isRestorable } from '@strikewise/exchange/prices/path-snapshot.ts'
import { StateWriter } from './persistence/state-writer.ts'
import { PricePathWriter } from './persistence/price-path-writer.ts'
import { readSavedState } from './persistence/saved-state.ts'
import { botApi } from './bot/bot-api.ts'
import { BotState } from './bot/bot-state.ts'
import { chatPage } from './bot/chat-page.ts'
import { AccountStore, accountFor, READY_MADE } from './broker/account.ts'
import { kiteApp } from './broker/kite-app.ts'
import { loginPage } from './broker/login-page.ts'
import { pushOrderUpdates } from './broker/order-updates.ts'
import { RateLimiter } from './broker/rate-limit.ts'
import type { BrokerDeps } from './broker/rest/call.ts'
import { SessionStore } from './broker/sessions.ts'
import { TickerHub } from './broker/ticker/ticker-hub.ts'
import { consoleApp } from './console/console-app.ts'
import { clockFileListener } from './clock/clock-file.ts'
import { accountControls, sessionControls } from './controls/account-controls.ts'
import { inspectionControls } from './controls/inspection-controls.ts'
import { clockControls } from './controls/clock-controls.ts'
import { controlsApp } from './controls/controls-app.ts'
import { faultControls } from './controls/fault-controls.ts'
import { manualOrderControls } from './controls/manual-order-controls.ts'
import { inboxControls } from './controls/inbox-controls.ts'
import { paymentControls } from './controls/payment-controls.ts'
import { scenarioControls } from './controls/scenario-controls.ts'
import { FaultRegistry } from './faults/fault-registry.ts'
import { followControls } from './follow/follow-controls.ts'
import { FollowedPath } from './follow/followed-path.ts'
import { Follower } from './follow/follower.ts'
import { knownHosts, onlyKnownHosts } from './http/known-hosts.ts'
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
import { recordedFiiDiiApp } from './replay/recorded-fii-dii.ts'
import { recordedNews } from './replay/recorded-news.ts'
import { recordingControls } from './replay/recording-controls.ts'
import { RecordedPath } from './replay/recorded-path.ts'
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

/** Connections that may wait to be taken: all accounts of a deployment may call in the same moment. */
const BACKLOG = 4096
/** How long an idle connection is kept, as servers in front of public services do. */
const KEEP_ALIVE_MS = 75_000
/** The broker takes 1,000 instruments in the address of one call, which may be some 40 kB. */
const MAX_HEADER_BYTES = 128 * 1024

/**
 * Starts the outside world: broker, ticker, login page, identity provider, payment provider, mail catcher, Bot API, news, FII/DII, market
 * clock and console on one HTTP port, and SMTP on another. Each start is a fresh world, but for the broker's accounts where
 * there is a data folder. Throws ReplayError for bad recorded bars, BooksError for accounts that were kept and cannot be
 * gone on from, and a system error when a port is taken.
 */
export async function startSandbox(
  wanted: Partial<SandboxOptions> = {},
  epochMs: () => EpochMs = () => Date.now() as EpochMs,
): Promise<Sandbox> {
  const options = { ...defaultOptions(), ...wanted }
  const realMs = (): number => performance.now()
  const name = marketName(options)
  const books = options.data === null ? undefined : readSavedState(options.data, name)
  const runningScenarios = new RunningScenarios()
  const market = openMarket(options, realMs, epochMs, books, runningScenarios)
  const now = () => market.now()
  const follower = followerOf(market, options, epochMs)

  const faults = new FaultRegistry(now)
  const standing = (kind: Parameters<FaultRegistry['take']>[0]) => () => faults.take(kind, null) !== undefined
  const accounts = new AccountStore()
  const sessions = new SessionStore()
  for (const client of books?.clients ?? []) accounts.add(client)
  for (const session of books?.sessions ?? []) sessions.restore(session)
  for (const { userId, cash } of READY_MADE) {
    if (accounts.byUser(userId) !== undefined) continue
    accounts.add(accountFor(userId, options.controlKey))
    market.exchange.openAccount(userId, cash, now())
  }
  const bots = new BotState()
  if (books !== undefined) bots.restore(books.bots)
  const { promise: broken, resolve: onLost } = Promise.withResolvers<unknown>()
  const stateWriter =
    options.data === null
      ? undefined
      : new StateWriter({
          data: options.data,
          name,
          market,
          runningScenarios,
          persistsTime: options.follow === null,
          accounts,
          sessions,
          bots,
          canLoseTail: standing('lose_tail'),
          onLost,
        })
  const pricePath =
    options.data !== null && isRestorable(market.path)
      ? new PricePathWriter(options.data, market.path, realMs, onLost)
      : undefined
  if (stateWriter !== undefined) market.listen(stateWriter)
  if (pricePath !== undefined) market.listen(pricePath)
  const durable = async () => stateWriter?.durable()
  const broker: BrokerDeps = { market, accounts, sessions, limiter: new RateLimiter(), faults, realMs, durable }

  const ticker = new TickerHub({
    quotes: () => market.path.quotes,
    authorise: (apiKey, accessToken) => {
      const session = sessions.find(apiKey, accessToken, now())
      return session !== undefined && accounts.byUser(session.userId)?.plan === 'connect' ? session.userId : undefined
    },
    faults,
    realMs,
  })
  // A connection lives as long as the session it was opened with.
  sessions.onChange(() => ticker.dropDead())
  const push = pushOrderUpdates(accounts, ticker, faults)
  // What cannot be stored is not sent either; `broken` is set.
  market.exchange.subscribe(
    stateWriter === undefined
      ? push
      : (event) =>
          void stateWriter.durable().then(
            () => push(event),
            () => undefined,
          ),
  )
  market.listen(ticker)
  runningScenarios.attach(market, options.scenario)
  if (market.path instanceof RecordedPath) market.path.onFrame(() => ticker.afterStep())

  const news = newsOf(market, options)
  if (options.clockFile !== null) market.listen(clockFileListener(options.clockFile))
  const mail = await startMailCatcher(options.smtpPort, standing('mail_down'))
  const people = new OidcUsers()
  const payments = new PaymentStore()
  const paymentEvents = new PaymentEvents()

  const app = new Hono()
  app.get('/clock', (c) => c.json({ ...market.clock(), at: istIso(now()) }, 200, { 'cache-control': 'no-store' }))
  const kite = kiteApp(broker)
  const login = loginPage({ accounts, sessions, realMs, epochMs: () => Date.now() })
  // `/oms` is where the broker's own sandbox has it.
  app.route('/kite', kite).route('/oms', kite).route('/connect', login)
  app.use('/bot-api/*', async (_, next) => {
    await next()
    // As with the broker: what a bot was answered is still true after a crash.
    await durable()
  })
  app.route(
    '/bot-api',
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
  app.route(
    '/razorpay',
    paymentsApp(payments, paymentEvents, {
      isDown: standing('payments_down'),
      isLost: () => faults.take('payments_lost', null) !== undefined,
    }),
  )
  app.route('/news', newsApp(news, standing('news_down')))
  app.route('/', flowsOf(market, options, standing('fii_dii_down')))
  // Where controls need a key, no page of another name has it.
  if (options.controlKey === null) {
    const guard = onlyKnownHosts(knownHosts(options.host, options.allowedHosts))
    for (const path of ['/', '/sandbox', '/sandbox/*', '/console/*', '/t.me/*']) app.use(path, guard)
  }
  app.route(
    '/sandbox',
    controlsApp(
      [
        ...clockControls(market),
        ...scenarioControls(runningScenarios),
        ...followControls(follower),
        ...recordingControls(market.path instanceof RecordedPath ? market.path : undefined),
        ...inspectionControls(market, accounts, ticker),
        ...accountControls(broker, options.controlKey),
        ...sessionControls(broker, ticker),
        ...manualOrderControls(market, accounts),
        ...faultControls(faults, market, accounts),
        ...inboxControls(mail, bots, people),
        ...paymentControls(payments, paymentEvents),
      ],
      options.controlKey,
      durable,
    ),
  )
  // The console works by the controls; where those need a key it could show nothing.
  if (options.controlKey === null) app.route('/t.me', chatPage(bots)).route('/', consoleApp())
  app.notFound((c) => c.text('Not found. The console is at /, the list of controls at /sandbox.\n', 404))

  const brokerApp = new Hono().route('/connect', login).route('/oms', kite).route('/', kite)
  const [server, brokerServer] = [newServer(), newServer()]
  try {
    await listening(server, options.port, options.host)
    await listeningForBroker(brokerServer, server, options)
    // Not before the ports are ours: the process that has them may be writing the same files.
    await durable()
    await pricePath?.write()
  } catch (error) {
    // What is up already would keep the program alive.
    server.close()
    brokerServer.close()
    await mail.close()
    throw error
  }
  const port = portOf(server)
  const url = `http://${options.host}:${port}`

  const answer = getRequestListener(app.fetch)
  /** Made when it is first asked: most starts are for the broker alone, and its packages are a fifth of a start. */
  let identity: ReturnType<typeof oidcProvider> | undefined
  const answerIdentity = async (request: IncomingMessage, response: ServerResponse) => {
    const handle = await (identity ??= oidcProvider(url, people, standing('oidc_down')))
    handle(request, response)
  }
  server.on('request', (request, response) => {
    if (request.url?.startsWith(`${OIDC_PATH}/`)) void answerIdentity(request, response)
    else void answer(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    const { pathname } = new URL(request.url ?? '/', url)
    if (pathname === '/ticker' || pathname === '/ticker/') ticker.accept(request, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  })
  const answerBroker = getRequestListener(brokerApp.fetch)
  brokerServer.on('request', (request, response) => void answerBroker(request, response))
  brokerServer.on('upgrade', (request, socket, head) => ticker.accept(request, socket, head))
  market.start()

  return {
    url,
    port,
    smtpPort: mail.port,
    brokerUrl: `http://${options.host}:${portOf(brokerServer)}`,
    broken,
    async close() {
      market.stop()
      await follower?.close()
      ticker.close()
      const servers = [server, brokerServer]
      for (const one of servers) one.closeAllConnections()
      await Promise.all([mail.close(), ...servers.map((one) => new Promise((resolve) => void one.close(resolve)))])
      await pricePath?.write()
      await stateWriter?.close()
    },
  }
}

/** Headlines about a market of our own as it moves, or those of the recorded day. */
function newsOf(market: Market, { seed }: SandboxOptions): Pick<NewsGenerator, 'items' | 'item'> {
  if (market.path instanceof RecordedPath) return recordedNews(market.path)
  const generator = new NewsGenerator(seed)
  market.listen(newsListener(generator, market))
  return generator
}

function flowsOf(market: Market, { seed }: SandboxOptions, isDown: () => boolean): Hono {
  return market.path instanceof RecordedPath ? recordedFiiDiiApp(market.path, isDown) : fiiDiiApp(seed, market, isDown)
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

function newServer(): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEADER_BYTES })
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/** Takes the broker's own port: the one that was asked for, else the one after the sandbox's, else any. */
async function listeningForBroker(
  broker: Server,
  sandbox: Server,
  { brokerPort, port, host }: SandboxOptions,
): Promise<void> {
  if (brokerPort !== null) return listening(broker, brokerPort, host)
  if (port === 0) return listening(broker, 0, host)
  try {
    await listening(broker, portOf(sandbox) + 1, host)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'ERR_SOCKET_BAD_PORT') throw error
    await listening(broker, 0, host)
  }
}

async function listening(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
