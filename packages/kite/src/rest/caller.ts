import type { HttpResult } from '../responses/http-result.ts'
import { envelopeOf } from '../responses/envelope.ts'
import { type ReadResult, classifyRead, classifyText } from '../responses/classify-read.ts'
import type { Unreadable } from '../responses/classify-read.ts'
import { type Revealable, revealed } from '@strikewise/domain/text/secret.ts'
import { type FormFields, formText } from './form.ts'
import type { KiteRequest, KiteTransport, ConnectionPool } from './transport.ts'

/** Ordinary answers stay far below; the contract list of all exchanges is about 10 MB. */
const MAX_JSON_BYTES = 8 * 1024 * 1024
const MAX_CSV_BYTES = 64 * 1024 * 1024

export interface CallOptions {
  readonly query?: FormFields
  /** Sent as a form. */
  readonly form?: FormFields
  /** Sent as JSON: the calculators only. */
  readonly json?: unknown
  readonly lane?: ConnectionPool
  readonly beforeWrite?: () => boolean
  /** False: leave the access token out (login). */
  readonly signed?: boolean
}

/** Makes signed calls and watches for the end of the session. All groups of calls stand on it. */
export interface Caller {
  readonly apiKey: string
  call(method: KiteRequest['method'], path: string, options?: CallOptions): Promise<HttpResult>
  read<T>(
    path: string,
    query: FormFields,
    parse: (data: unknown) => T | Unreadable,
    lane?: ConnectionPool,
  ): Promise<ReadResult<T>>
  readText(path: string): Promise<ReadResult<string>>
}

export interface CallerOptions {
  readonly transport: KiteTransport
  readonly apiKey: string
  readonly accessToken: () => string | Revealable
  readonly onSessionExpired?: () => void
}

export function createCaller(options: CallerOptions): Caller {
  const { transport, apiKey } = options
  const unsigned = ['X-Kite-Version', '3', 'User-Agent', 'strikewise']
  let signedWith: string | undefined
  let signed: readonly string[] = []
  let reportedToken: string | undefined

  /** Built once a token: the hot path only picks one up. */
  function signedHeaders(token: string): readonly string[] {
    if (token !== signedWith) {
      signedWith = token
      signed = [...unsigned, 'Authorization', `token ${apiKey}:${token}`]
    }
    return signed
  }

  /** Once a token, and not for a token that was replaced while its call was under way. */
  function watchSession(result: HttpResult, token: string): void {
    if (result.kind !== 'response' || result.httpStatus !== 403 || token === reportedToken) return
    const envelope = envelopeOf(result)
    if (envelope?.status !== 'error' || envelope.errorType !== 'TokenException') return
    if (token !== revealed(options.accessToken())) return
    reportedToken = token
    options.onSessionExpired?.()
  }

  async function send(
    method: KiteRequest['method'],
    path: string,
    { query, form, json, lane = 'reads', beforeWrite, signed = true }: CallOptions,
    csv: boolean,
  ): Promise<HttpResult> {
    const token = signed ? revealed(options.accessToken()) : ''
    const headers = [...(signed ? signedHeaders(token) : unsigned)]
    if (lane === 'reads') headers.push('Accept-Encoding', 'gzip')
    if (form) headers.push('Content-Type', 'application/x-www-form-urlencoded')
    else if (json !== undefined) headers.push('Content-Type', 'application/json')
    const body = form ? formText(form) : json === undefined ? undefined : JSON.stringify(json)
    const search = query ? formText(query) : ''
    const result = await transport.send({
      lane,
      method,
      path: search === '' ? path : `${path}?${search}`,
      headers,
      maxBytes: csv ? MAX_CSV_BYTES : MAX_JSON_BYTES,
      ...(body === undefined ? {} : { body }),
      ...(beforeWrite ? { beforeWrite } : {}),
    })
    if (signed) watchSession(result, token)
    return result
  }

  return {
    apiKey,
    call: (method, path, callOptions = {}) => send(method, path, callOptions, false),
    read: async (path, query, parse, lane = 'reads') =>
      classifyRead(await send('GET', path, { query, lane }, false), parse),
    readText: async (path) => classifyText(await send('GET', path, {}, true)),
  }
}
