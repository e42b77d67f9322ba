// @invariant caller-only
import type { IncomingMessage } from 'node:http'
import type { Route } from '@strikewise/wire/route.ts'
import type { Caller } from '../identity/caller.ts'
import { DomainError } from '../domain-error.ts'
import { answerLanguage } from './answer-language.ts'
import { authorize } from './authorize.ts'
import type { AnyHandler } from './handler.ts'
import { ANONYMOUS } from './principals.ts'
import { requireFeatures } from './require-features.ts'
import { readBody, readQuery, readWith } from './read-input.ts'
import { replyOf, type Reply } from './reply.ts'
import { readJsonText, readText } from './request-body.ts'
import type { WebDependencies } from './web-dependencies.ts'

/** A request on its way through the server. */
export interface Exchange {
  readonly request: IncomingMessage
  /** Decoded, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly address: string
  /** Known once admitted: a failure is answered in the caller's language. */
  caller?: Caller | undefined
}

/** A route with what it takes to answer it. */
export interface ServedRoute {
  readonly name: string
  readonly route: Route
  readonly handler: AnyHandler
  readonly params: Readonly<Record<string, string>>
}

/**
 * One call of a route: admit, read, handle, reply. What each step does is in the route's data; a route has no other way
 * to be answered. Throws what the call is refused with.
 */
export async function answerRoute(parts: WebDependencies, served: ServedRoute, exchange: Exchange): Promise<Reply> {
  const { name, route, handler } = served
  const { request, address } = exchange
  const { headers } = request

  const { principals, userDbOf, db } = route.urgent === true ? parts.urgent : parts
  const authentication = route.sessionless === true ? ANONYMOUS : await principals.authenticateCall(headers, address)
  const { principal, setCookie } = authentication
  exchange.caller = principal?.caller
  authorize(name, route, authentication, address, parts)
  await requireFeatures(route, principal, parts)

  const input = await readInput(route, exchange, served.params)

  const content = await handler({
    ...input,
    caller: principal?.caller,
    profile: principal?.profile,
    userDb: principal && userDbOf(principal.caller.userId),
    operator: principal?.operator ?? false,
    address,
    language: answerLanguage(principal?.caller, headers['accept-language']),
    headers,
  })

  if (principal?.key !== undefined)
    await parts.keyUses.record(db, {
      key: principal.key,
      userId: principal.caller.userId,
      address,
      change: route.method === 'GET' ? undefined : name,
    })

  const reply = replyOf(route, content, headers)
  return setCookie.length === 0 ? reply : { ...reply, headers: { ...reply.headers, 'set-cookie': [...setCookie] } }
}

interface Input {
  readonly body: unknown
  readonly query: unknown
  readonly params: unknown
  readonly idempotencyKey: string | undefined
}

async function readInput(
  route: Route,
  { request, query }: Exchange,
  params: Readonly<Record<string, string>>,
): Promise<Input> {
  if (route.signed === true)
    return { body: await readText(request), query: undefined, params: undefined, idempotencyKey: undefined }
  return {
    body: route.body === undefined ? undefined : readBody(route.body, await readJsonText(request), route.multiline),
    query: readQueryOf(route, query),
    params: route.params === undefined ? undefined : readWith(route.params, params),
    idempotencyKey: route.idempotent === true ? request.headers['idempotency-key']?.toString() : undefined,
  }
}

/** A call that takes no query refuses one. */
function readQueryOf(route: Route, query: URLSearchParams): unknown {
  if (route.query !== undefined) return readQuery(route.query, query)
  const [unknown] = query.keys()
  if (unknown !== undefined) throw new DomainError({ code: 'problem.invalid_input.unknown_field', field: unknown })
  return undefined
}
