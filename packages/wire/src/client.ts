import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import * as z from 'zod'
import { ApiError, errorBody } from './api-error.ts'
import type { Route } from './route.ts'
import type { RouteName, Routes } from './routes.ts'

export const CALL_TIMEOUT_MS = 20_000

/** True when every field of `T` may be left out. */
type AllOptional<T> = Record<string, never> extends T ? true : false

type Part<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodType }
  ? AllOptional<z.input<S>> extends true
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }
  : unknown

/** What a call takes: the parts its route declares, optional where every field of a part is. */
export type CallInput<N extends RouteName> = Part<Routes[N], 'params'> &
  Part<Routes[N], 'query'> &
  Part<Routes[N], 'body'> & {
    signal?: AbortSignal
    /** For calls that change something and may be repeated. */
    idempotencyKey?: string
  }

export type CallReply<N extends RouteName> = z.output<Routes[N]['reply']>

export interface ClientOptions {
  /** The definition of a route, such as `ROUTES[name]`. The app in the browser loads most of them on demand. */
  readonly routeOf: (name: RouteName) => Route | Promise<Route>
  /** `/api` in the app; a whole address elsewhere. */
  readonly baseUrl?: string
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
  /** Sent with each call, such as `authorization: Bearer …`. */
  readonly headers?: () => Readonly<Record<string, string>>
}

export interface Client {
  /**
   * Calls a route and returns its parsed reply.
   * Throws ApiError: the server's code and words, or status 0 with code `timeout` or `network`.
   * An abort by the caller's own signal is rethrown as it is.
   */
  call<N extends RouteName>(
    name: N,
    ...input: AllOptional<CallInput<N>> extends true ? [CallInput<N>?] : [CallInput<N>]
  ): Promise<CallReply<N>>
}

interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
}

export function createClient(options: ClientOptions): Client {
  const { baseUrl = '/api', timeoutMs = CALL_TIMEOUT_MS } = options
  return {
    async call(name, ...[input]) {
      const route = await definitionOf(options, name)
      const { signal, body, idempotencyKey, ...place } = (input ?? {}) as LooseInput
      const deadline = AbortSignal.timeout(timeoutMs)
      const headers: Record<string, string> = { accept: 'application/json', ...options.headers?.() }
      if (route.body !== undefined) headers['content-type'] = 'application/json'
      if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
      let response: Response
      let text: string
      try {
        response = await (options.fetch ?? fetch)(baseUrl + pathOf(route, place), {
          method: route.method,
          credentials: 'same-origin',
          headers,
          signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
          ...(route.body === undefined ? {} : { body: JSON.stringify(body ?? {}) }),
        })
        text = await response.text()
      } catch (cause) {
        if (signal?.aborted === true) throw cause
        if (deadline.aborted)
          throw new ApiError(0, 'timeout', 'The server did not answer in time.', undefined, { cause })
        throw new ApiError(0, 'network', 'The server could not be reached.', undefined, { cause })
      }
      const json = parseJson(text)
      if (!response.ok) throw errorOf(response.status, json)
      const reply = route.reply.safeParse(json)
      if (!reply.success)
        throw new ApiError(response.status, 'bad_reply', 'The server sent an answer this page does not understand.')
      return reply.data as CallReply<typeof name>
    },
  }
}

/** Its code may have to be loaded first: without a network that fails like the call itself. */
async function definitionOf({ routeOf }: ClientOptions, name: RouteName): Promise<Route> {
  try {
    return await routeOf(name)
  } catch (cause) {
    throw new ApiError(0, 'network', 'The server could not be reached.', undefined, { cause })
  }
}

/** The path with its parameters filled in and the query attached; undefined values are left out. */
export function pathOf(route: Route, place: Pick<LooseInput, 'params' | 'query'>): string {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(place.params?.[key] ?? ''))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(place.query ?? {})) if (value !== undefined) query.set(key, String(value))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

function errorOf(status: number, json: unknown): ApiError {
  const body = errorBody.safeParse(json)
  return body.success
    ? new ApiError(status, body.data.code, body.data.message, body.data.detail, { params: body.data.params })
    : new ApiError(status, 'unknown', `The server answered ${status}.`)
}
