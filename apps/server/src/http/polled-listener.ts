import type { IncomingMessage, ServerResponse } from 'node:http'
import { ROUTES } from '@strikewise/wire/routes.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { Logger } from '../logging/logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Snapshot } from '../snapshots/snapshot.ts'
import { clientAddress } from '../rate-limits/client-address.ts'
import type { Caller } from '../identity/caller.ts'
import { answerLanguage } from './answer-language.ts'
import { failureAnswer } from './failure-answer.ts'
import { authorize } from './authorize.ts'
import type { PolledRoute } from './polled-routes.ts'
import type { RateWindows } from '../rate-limits/rate-windows.ts'
import { readQuery } from './read-input.ts'
import { API_HEADERS } from './security-headers.ts'
import type { Principals } from './principals.ts'

export interface PolledListenerDeps {
  readonly routes: ReadonlyMap<string, PolledRoute>
  readonly principals: Principals
  readonly rates: RateWindows
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly proxyHeader: string | undefined
  /** Headers of every answer: what browsers are told over TLS. */
  readonly common: Readonly<Record<string, string>>
}

/** Answers GETs of polled routes from memory. False: not one of them, somebody else answers. */
export function polledListener(deps: PolledListenerDeps) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '/' } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const queryAt = url.indexOf('?')
    const route = deps.routes.get(queryAt < 0 ? url : url.slice(0, queryAt))
    if (route === undefined) return false
    void answer(deps, route, queryAt < 0 ? '' : url.slice(queryAt + 1), request, response)
    return true
  }
}

async function answer(
  deps: PolledListenerDeps,
  route: PolledRoute,
  query: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now()
  const address = clientAddress(request, deps.proxyHeader)
  let caller: Caller | undefined
  try {
    const authentication = await deps.principals.authenticate(request.headers, address)
    const { principal, setCookie } = authentication
    caller = principal?.caller
    const definition = ROUTES[route.name]
    authorize(route.name, definition, authentication, address, deps)
    const snapshot = await route.answer(readQuery(definition.query, new URLSearchParams(query)), principal!)
    if (setCookie.length > 0) response.setHeader('set-cookie', [...setCookie])
    send(request, response, snapshot, route.personal, deps.common)
  } catch (error) {
    const language = answerLanguage(caller, request.headers['accept-language'])
    const { status, headers, body } = failureAnswer(error, deps.logger, language)
    const text = Buffer.from(JSON.stringify(body))
    response.writeHead(status, {
      ...headers,
      ...deps.common,
      'content-length': text.length,
    })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
  deps.metrics.observe(route.name, response.statusCode, performance.now() - startedAt)
}

const JSON_TYPE = 'application/json; charset=utf-8'

function send(
  request: IncomingMessage,
  response: ServerResponse,
  snapshot: Snapshot,
  personal: boolean,
  common: Readonly<Record<string, string>>,
): void {
  const headers = {
    ...API_HEADERS,
    ...common,
    etag: snapshot.etag,
    vary: 'accept-encoding, cookie, authorization',
    // The browser may keep market data, but must ask each time whether it still holds.
    'cache-control': personal ? 'no-store' : 'private, no-cache',
  }
  if (request.headers['if-none-match'] === snapshot.etag) {
    response.writeHead(304, headers).end()
    return
  }
  const zipped = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '') ? snapshot.gzip : undefined
  const body = zipped ?? snapshot.json
  response.writeHead(200, {
    ...headers,
    'content-type': JSON_TYPE,
    'content-length': body.length,
    ...(zipped === undefined ? {} : { 'content-encoding': 'gzip' }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
