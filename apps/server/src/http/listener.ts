import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { openApiOf } from '@strikewise/wire/openapi.ts'
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { DomainError } from '../domain-error.ts'
import { addressBlock, clientAddress } from '../rate-limits/client-address.ts'
import { answerLanguage } from './answer-language.ts'
import { failureAnswer } from './failure-answer.ts'
import type { AnyHandler } from './handler.ts'
import { handlersOf } from './handlers.ts'
import { identityHandler, IDENTITY_PATH } from './identity-routes.ts'
import { answerRoute, type Exchange } from './pipeline.ts'
import { jsonReply, sendReply, type Reply } from './reply.ts'
import { discardRest, requireShortBody } from './request-body.ts'
import { targetOf } from './request-target.ts'
import { routeTable } from './route-table.ts'
import { unknownCall } from './unknown-call.ts'
import { requireSameOrigin } from './same-origin.ts'
import { HSTS } from './security-headers.ts'
import { siteApp } from './site-app.ts'
import type { WebDependencies } from './web-dependencies.ts'

/** Counted for a client that hung up before its answer; never sent. */
const CLIENT_CLOSED_REQUEST = 499
/** What the metrics call everything that is no route. */
const OTHER = 'other'
const DOCUMENT_PATH = '/api/openapi.json'
/** The API's document, of one address block. */
const DOCUMENTS_A_MINUTE = 60

/** Something that is answered by the API, and what the metrics call it. */
interface ApiCall {
  readonly name: string
  answer(exchange: Exchange): Promise<Reply> | Reply
}

/**
 * Every request of the server: what is below `/api` or a route's bare path goes through the pipeline, all else to the pages.
 * Here and nowhere else are HSTS, the check of a change's origin, the bound of bodies, the answer to a failure, and metrics.
 */
export function requestListener(parts: WebDependencies): RequestListener {
  const callOf = apiCalls(parts)
  const site = getRequestListener(siteApp(parts).fetch)
  const isSecure = parts.publicAddress.url.startsWith('https:')
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now()
    if (isSecure) for (const [name, value] of Object.entries(HSTS)) response.setHeader(name, value)
    const { path, query } = targetOf(request.url ?? '/')
    const call = callOf(request.method ?? 'GET', path)
    let status: number | undefined
    if (call === undefined) await site(request, response)
    else status = await answerCall(parts, call, { request, path, query, address: addressOf(parts, request) }, response)
    parts.metrics.observe(call?.name ?? OTHER, status ?? response.statusCode, performance.now() - startedAt)
  }
  return (request, response) => void serve(request, response)
}

/** Sends the answer of `call`, or the problem it ended with. Returns the status that counts. */
async function answerCall(
  parts: WebDependencies,
  call: ApiCall,
  exchange: Exchange,
  response: ServerResponse,
): Promise<number> {
  const { request } = exchange
  const { logger } = parts
  try {
    if (isChange(request)) {
      requireSameOrigin(request.headers, parts.publicAddress)
      requireShortBody(request)
    }
    sendReply(request, response, await call.answer(exchange), logger)
  } catch (error) {
    if (request.destroyed && !request.complete) {
      // There is no client left to read an answer, and no fault of ours is worth an alarm.
      logger.debug({ reason: (error as Error).message }, 'a client hung up')
      response.destroy()
      return CLIENT_CLOSED_REQUEST
    }
    const language = answerLanguage(exchange.caller, request.headers['accept-language'])
    const { status, headers, body } = failureAnswer(error, logger, language)
    sendReply(request, response, { status, headers, body: JSON.stringify(body) }, logger)
  }
  discardRest(request)
  return response.statusCode
}

/** Finds what answers a request; undefined: a page, or nothing. */
function apiCalls(parts: WebDependencies): (method: string, path: string) => ApiCall | undefined {
  const table = routeTable(ROUTES)
  const handlers = handlersOf(parts) as Readonly<Record<RouteName, unknown>>
  const identity: ApiCall = { name: OTHER, answer: identityHandler(parts) }
  const document = openApiDocument(parts)
  return (method, path) => {
    const found = table.find(method, path)
    if (found !== undefined) {
      const { name, params } = found
      const served = { name, params, route: ROUTES[name], handler: handlers[name] as AnyHandler }
      return { name, answer: (exchange) => answerRoute(parts, served, exchange) }
    }
    if (!path.startsWith('/api/')) return undefined
    if (path.startsWith(IDENTITY_PATH)) return identity
    if (path === DOCUMENT_PATH && (method === 'GET' || method === 'HEAD')) return document
    return { name: OTHER, answer: () => Promise.reject(unknownCall(table.methodsOf(path), method)) }
  }
}

function openApiDocument({ rates }: WebDependencies): ApiCall {
  const reply = jsonReply(JSON.stringify(openApiOf(ROUTES, { title: 'Strikewise API', version: '1' })))
  return {
    name: OTHER,
    answer({ address }) {
      if (!rates.allows(`openapi ${addressBlock(address)}`, DOCUMENTS_A_MINUTE))
        throw new DomainError({ code: 'problem.too_many_requests', minutes: 1 })
      return reply
    },
  }
}

function isChange({ method }: IncomingMessage): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function addressOf({ config }: WebDependencies, request: IncomingMessage): string {
  return clientAddress(request, config.trustedProxyHeader)
}
