import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { readiness } from './health.ts'
import { DomainError } from '../domain-error.ts'
import { serveApp } from './app-pages.ts'
import { addressBlock, clientAddress } from '../rate-limits/client-address.ts'
import { answerLanguage } from './answer-language.ts'
import { failureAnswer } from './failure-answer.ts'
import { memoizeFor } from '../memoize-for.ts'
import { METRICS_FORMATS, type MetricsFormat } from '../metrics-format.ts'
import { timeStampAuthorities } from '../public-log/time-stamp-authorities.ts'
import { readServiceState } from '../service-state/read-state.ts'
import { API_HEADERS } from './security-headers.ts'
import type { WebDependencies } from './web-dependencies.ts'

/** A check of what this process depends on is asked of the store this often, however many ask. */
const READY_FOR_MS = 1000
/** The state of the service is read this often, however many ask for metrics. */
const STATE_FOR_MS = 1000
/** Of one address block: files of the app with its pages. A first visit loads some dozens. */
const FILES_A_MINUTE = 3000

type Env = { Bindings: HttpBindings }

/** What is no call of the API: health, metrics, and the app with its pages. */
export function siteApp(parts: WebDependencies): Hono<Env> {
  const { config, logger, publicAddress, metrics, rates } = parts
  const app = new Hono<Env>()
  app.get('/healthz', (context) => json(context, 200, '{"ok":true}'))
  const ready = memoizeFor(READY_FOR_MS, () => readiness(parts))
  app.get('/readyz', async (context) => {
    if (parts.drain.hasBegun()) return json(context, 503, '{"ready":false,"draining":true}')
    const report = await ready()
    return json(context, report.ready ? 200 : 503, JSON.stringify(report))
  })
  const state = memoizeFor(STATE_FOR_MS, () =>
    readServiceState({
      ...parts,
      dataDir: config.dataDir,
      timeStampAuthorities: timeStampAuthorities(config.recordAnchors),
      feed: () => parts.market.feed(),
      silence: () => parts.silence.read(),
    }),
  )
  app.get('/metrics', async (context) => {
    // For the machine itself: what came through a proxy came from outside.
    if (!isLocal(context.env.incoming, config.trustedProxyHeader)) throw notFound()
    const format = accepts(context, { header: 'Accept', supports: [...METRICS_FORMATS], default: METRICS_FORMATS[0] })
    const { text, contentType } = await metrics.scrape(await state(), format as MetricsFormat)
    return context.body(text, 200, { 'content-type': contentType, vary: 'Accept' })
  })
  app.use(async (context, next) => {
    const address = clientAddress(context.env.incoming, config.trustedProxyHeader)
    if (!rates.allows(`page ${addressBlock(address)}`, FILES_A_MINUTE))
      throw new DomainError({ code: 'problem.too_many_requests', minutes: 1 })
    await next()
  })
  canonicalHost(app, parts)
  // Only the broker's order page, where orders open there.
  const formOrigins = config.orderPageKey === undefined ? [] : [new URL(config.marketUrls.loginUrl).origin]
  serveApp(app, { publicUrl: publicAddress.url, formOrigins })

  app.notFound(() => {
    throw notFound()
  })
  app.onError((error, context) => {
    const language = answerLanguage(undefined, context.req.header('accept-language'))
    const { status, headers, body } = failureAnswer(error, logger, language)
    return context.body(JSON.stringify(body), status as ContentfulStatusCode, { ...headers })
  })
  return app
}

function json(context: Context<Env>, status: ContentfulStatusCode, text: string): Response {
  return context.body(text, status, { ...API_HEADERS, 'content-type': 'application/json; charset=utf-8' })
}

function notFound(): DomainError {
  return new DomainError({ code: 'problem.not_found' })
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
    const acceptsHtml = context.req.header('accept')?.includes('text/html') === true
    if (!acceptsHtml || !aliases.has(context.req.header('host') ?? '')) return next()
    const url = new URL(context.req.url)
    return context.redirect(`${publicAddress.url}${url.pathname}${url.search}`, 302)
  })
}
