import type { HttpBindings } from '@hono/node-server'
import { openApiOf } from '@strikewise/wire/openapi.ts'
import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { readiness } from '../health.ts'
import type { Caller } from '../identity/caller.ts'
import { DomainError } from '../domain-error.ts'
import { serveApp } from './app-pages.ts'
import { addressBlock, clientAddress } from '../rate-limits/client-address.ts'
import { answerLanguage } from './answer-language.ts'
import { failureAnswer } from './failure-answer.ts'
import { authorize } from './authorize.ts'
import type { AnyHandler, Handlers } from './handler.ts'
import { memoizeFor } from './memoize-for.ts'
import { mountIdentity } from './identity-routes.ts'
import type { PolledName } from './polled-routes.ts'
import { handlePaymentEvent } from './payment-event.ts'
import { servePublicLogDay } from './public-log-day.ts'
import { readBody, readQuery, readWith } from './read-input.ts'
import { serveReportFile, REPORT_FILES, type ReportFileName } from './report-file.ts'
import { requireSameOrigin } from './same-origin.ts'
import { accountHandlers } from './routes/account-handlers.ts'
import { alertHandlers } from './routes/alert-handlers.ts'
import { billingHandlers } from './routes/billing-handlers.ts'
import { brokerHandlers } from './routes/broker-handlers.ts'
import { learningHandlers } from './routes/learning-handlers.ts'
import { marketHandlers } from './routes/market-handlers.ts'
import { dataRightsHandlers } from './routes/data-rights-handlers.ts'
import { publicHandlers } from './routes/public-handlers.ts'
import { recordHandlers } from './routes/public-log-handlers.ts'
import { reportHandlers } from './routes/report-handlers.ts'
import { operatorSupportHandlers } from './routes/operator-support-handlers.ts'
import { operatorHandlers } from './routes/operator-handlers.ts'
import { securityHandlers } from './routes/security-handlers.ts'
import { serviceHandlers } from './routes/service-handlers.ts'
import { supportHandlers } from './routes/support-handlers.ts'
import { telegramHandlers } from './routes/telegram-handlers.ts'
import { termsHandlers } from './routes/terms-handlers.ts'
import { tradeHandlers } from './routes/trade-handlers.ts'
import { API_HEADERS, HSTS } from './security-headers.ts'
import type { WebDependencies } from './web-dependencies.ts'

const MAX_BODY_BYTES = 64 * 1024
/** What proxies write down for a client that did not wait; never sent. */
const CLIENT_CLOSED_REQUEST = 499
/** A check of what this process depends on is asked of the store this often, however many ask. */
const READY_FOR_MS = 1000

/** Of one address block: the API's document, and files of the app with its pages. A first visit loads some dozens. */
const DOCUMENTS_A_MINUTE = 60
const FILES_A_MINUTE = 3000

type Env = { Bindings: HttpBindings; Variables: { route?: string; caller?: Caller | undefined } }

/** Every route that is not polled, identity, the OpenAPI document, health, metrics and the app itself. */
export function webApp(parts: WebDependencies): Hono<Env> {
  const { logger, publicAddress, metrics } = parts
  const app = new Hono<Env>()
  const addressOf = (context: Context<Env>) => clientAddress(context.env.incoming, parts.config.trustedProxyHeader)

  app.use(async (context, next) => {
    const startedAt = performance.now()
    await next()
    if (publicAddress.url.startsWith('https:'))
      for (const [name, value] of Object.entries(HSTS)) context.res.headers.set(name, value)
    metrics.observe(context.get('route') ?? 'other', context.res.status, performance.now() - startedAt)
  })
  app.use('/api/*', ownApi(parts))
  for (const route of Object.values(ROUTES) as Route[]) if (route.root === true) app.use(route.path, ownApi(parts))

  mountIdentity(app, parts, addressOf)
  for (const [name, handler] of Object.entries(handlersOf(parts)))
    mountRoute(app, parts, name as RouteName, handler as AnyHandler, addressOf)
  app.get(`/api${ROUTES.recordDay.path}`, (context) => {
    context.set('route', 'recordDay')
    return servePublicLogDay(parts, context.req.raw, context.req.param(), addressOf(context))
  })
  app.post(`/api${ROUTES.paymentEvent.path}`, (context) => {
    context.set('route', 'paymentEvent')
    return handlePaymentEvent(parts, context.req.raw, addressOf(context))
  })
  for (const name of REPORT_FILES)
    app.get(`/api${ROUTES[name].path}`, (context) => {
      context.set('route', name)
      return serveReportFile(parts, name, context.req.raw, context.env.incoming.headers, addressOf(context))
    })

  const document = JSON.stringify(openApiOf(ROUTES, { title: 'Strikewise API', version: '1' }))
  app.get('/api/openapi.json', (context) => {
    requireRate(parts, 'openapi', addressOf(context), DOCUMENTS_A_MINUTE)
    return json(context, 200, document)
  })
  app.get('/healthz', (context) => json(context, 200, '{"ok":true}'))
  const ready = memoizeFor(READY_FOR_MS, () => readiness(parts))
  app.get('/readyz', async (context) => {
    const report = await ready()
    return json(context, report.ready ? 200 : 503, JSON.stringify(report))
  })
  app.get('/metrics', async (context) => {
    // For the machine itself: what came through a proxy came from outside.
    if (!isLocal(context.env.incoming, parts.config.trustedProxyHeader)) throw notFound()
    return context.body(await metrics.text(), 200, { 'content-type': metrics.contentType })
  })
  app.all('/api/*', (context, next) => {
    // The bare address is a page: the API's reference.
    if (context.req.path === '/api') return next()
    throw unknownCall(context.req.method, context.req.path)
  })
  app.use(async (context, next) => {
    requireRate(parts, 'page', addressOf(context), FILES_A_MINUTE)
    await next()
  })
  canonicalHost(app, parts)
  serveApp(app, publicAddress.url)

  app.notFound(() => {
    throw notFound()
  })
  app.onError((thrown, context) => {
    const { incoming } = context.env
    if (incoming.destroyed && !incoming.complete) {
      // Nobody is there to read an answer, and no fault of ours is worth an alarm.
      logger.debug({ reason: thrown.message }, 'a client hung up')
      return new Response(null, { status: CLIENT_CLOSED_REQUEST })
    }
    const error =
      thrown instanceof HTTPException && thrown.status === 413
        ? new DomainError({ code: 'problem.body_too_large', bytes: MAX_BODY_BYTES })
        : thrown
    const language = answerLanguage(context.get('caller'), context.req.header('accept-language'))
    const { status, headers, body } = failureAnswer(error, logger, language)
    return context.body(JSON.stringify(body), status as ContentfulStatusCode, { ...headers })
  })
  return app
}

/** Routes that are answered with JSON here: all but the polled ones, the one that streams, signed events, and files. */
function handlersOf(
  parts: WebDependencies,
): Handlers<Exclude<RouteName, PolledName | 'recordDay' | 'paymentEvent' | ReportFileName>> {
  return {
    ...accountHandlers(parts),
    ...alertHandlers(parts),
    ...telegramHandlers(parts),
    ...billingHandlers(parts),
    ...brokerHandlers(parts),
    ...learningHandlers(parts),
    ...marketHandlers(parts),
    ...operatorHandlers(parts),
    ...operatorSupportHandlers(parts),
    ...dataRightsHandlers(parts),
    ...publicHandlers(parts),
    ...recordHandlers(parts),
    ...reportHandlers(parts),
    ...securityHandlers(parts),
    ...serviceHandlers(parts),
    ...supportHandlers(parts),
    ...termsHandlers(parts),
    ...tradeHandlers(parts),
  }
}

/** What holds for every call of the API: same origin for changes, a bounded body. */
function ownApi({ publicAddress }: WebDependencies) {
  const limit = bodyLimit({ maxSize: MAX_BODY_BYTES })
  return async (context: Context, next: () => Promise<void>) => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      requireSameOrigin(context.req.raw.headers, publicAddress)
      return limit(context, next)
    }
    return next()
  }
}

function mountRoute(
  app: Hono<Env>,
  parts: WebDependencies,
  name: RouteName,
  handler: AnyHandler,
  addressOf: (context: Context<Env>) => string,
): void {
  const route: Route = ROUTES[name]
  const serve = async (context: Context<Env>) => {
    context.set('route', name)
    const address = addressOf(context)
    const { principals, userDbOf } = route.urgent === true ? parts.urgent : parts
    const authentication = await principals.authenticate(context.env.incoming.headers, address)
    const { principal, setCookie } = authentication
    context.set('caller', principal?.caller)
    authorize(name, route, authentication, address, parts)
    const body = route.body === undefined ? undefined : readBody(route.body, await bodyText(context), route.multiline)
    const url = new URL(context.req.url)
    const query = readQueryOf(route, url.searchParams)
    const params = route.params === undefined ? undefined : readWith(route.params, context.req.param())
    const reply = await handler({
      params,
      query,
      body,
      caller: principal?.caller,
      profile: principal?.profile,
      userDb: principal && userDbOf(principal.caller.userId),
      operator: principal?.operator ?? false,
      address,
      idempotencyKey: context.req.header('idempotency-key'),
    })
    for (const cookie of setCookie) context.header('set-cookie', cookie, { append: true })
    return json(context, 200, JSON.stringify(route.reply.parse(reply)))
  }
  for (const path of route.root === true ? [route.path, `/api${route.path}`] : [`/api${route.path}`])
    app.on(route.method, path, serve)
}

function requireRate({ rates }: WebDependencies, what: string, address: string, perMinute: number): void {
  if (!rates.allows(`${what} ${addressBlock(address)}`, perMinute))
    throw new DomainError({ code: 'problem.too_many_requests', minutes: 1 })
}

/** A call that takes no query refuses one. */
function readQueryOf(route: Route, query: URLSearchParams): unknown {
  if (route.query !== undefined) return readQuery(route.query, query)
  const [unknown] = query.keys()
  if (unknown !== undefined) throw new DomainError({ code: 'problem.invalid_input.unknown_field', field: unknown })
  return undefined
}

async function bodyText(context: Context<Env>): Promise<string> {
  const type = context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new DomainError({ code: 'problem.not_json' })
  return context.req.text()
}

function json(context: Context<Env>, status: ContentfulStatusCode, text: string): Response {
  return context.body(text, status, { ...API_HEADERS, 'content-type': 'application/json; charset=utf-8' })
}

function notFound(): DomainError {
  return new DomainError({ code: 'problem.not_found' })
}

/** Tells a wrong method of a call we know from a call we do not know. */
function unknownCall(method: string, path: string): DomainError {
  const known = (Object.values(ROUTES) as Route[]).some((route) => matchesPath(`/api${route.path}`, path))
  return known
    ? new DomainError({ code: 'problem.method_not_allowed', method })
    : new DomainError({ code: 'problem.not_found.call' })
}

function matchesPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
}

function isLocal(incoming: HttpBindings['incoming'], proxyHeader: string | undefined): boolean {
  if (proxyHeader !== undefined && incoming.headers[proxyHeader] !== undefined) return false
  const address = incoming.socket.remoteAddress ?? ''
  return address === '::1' || address.endsWith('127.0.0.1')
}

/** Sends visitors of an alias (127.0.0.1) to the one name cookies and sign-in callbacks are made for. */
function canonicalHost(app: Hono<Env>, { publicAddress }: WebDependencies): void {
  const aliases = new Set(publicAddress.aliases.map((alias) => new URL(alias).host))
  app.get('*', async (context, next) => {
    const wantsPage = context.req.header('accept')?.includes('text/html') === true
    if (!wantsPage || !aliases.has(context.req.header('host') ?? '')) return next()
    const url = new URL(context.req.url)
    return context.redirect(`${publicAddress.url}${url.pathname}${url.search}`, 302)
  })
}
