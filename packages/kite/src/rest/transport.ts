import { isIP } from 'node:net'
import { Pool } from 'undici'
import type { HttpResult } from '../responses/http-result.ts'
import type { ServerTimeEstimator } from './server-time.ts'
import { HttpExchange } from './http-exchange.ts'

/** Order calls and reads never share a connection: a hung read must not stand before an exit. */
export type ConnectionPool = 'orders' | 'reads'

export interface KiteRequest {
  readonly lane: ConnectionPool
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query below the root. */
  readonly path: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body?: string
  /** Cap of the body, before and after unpacking. */
  readonly maxBytes: number
  /** Asked right before the first byte. False takes the request back: nothing is sent. */
  readonly beforeWrite?: () => boolean
}

/** Sends requests and brings back whatever happened; never rejects. */
export interface KiteTransport {
  send(request: KiteRequest): Promise<HttpResult>
  /** Ends connections; calls under way answer `closed`. */
  close(): Promise<void>
}

/** Real milliseconds. */
export interface Timeouts {
  readonly connectMs: number
  /** From the request's last byte to the response's headers. */
  readonly headersMs: number
  /** Longest silence inside a body. */
  readonly bodyMs: number
  /** The whole call, waiting for a connection included. */
  readonly callMs: number
}

/** The official clients wait 7 s for an answer. */
export const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 3000, headersMs: 7000, bodyMs: 7000, callMs: 10_000 }

export interface TransportOptions {
  /** Scheme, host, port and an optional path prefix, such as `http://127.0.0.1:8090/kite`. */
  readonly rootUrl: string
  /**
   * The local address calls leave from: the one registered at the broker. Its family is the connection's family.
   * Without it the family is pinned to IPv4, so that the broker sees one address.
   */
  readonly egress?: string
  readonly timeouts?: Partial<Timeouts>
  /** Learns the broker's clock from every answer. */
  readonly skew?: ServerTimeEstimator
  /** Connections a lane. */
  readonly connections?: number
  /** Calls under way a lane; more are turned away unsent. */
  readonly maxConcurrent?: number
}

/** Connections of one egress address to the broker: HTTP/1.1, kept alive, no redirects, no retries. */
export function createTransport(options: TransportOptions): KiteTransport {
  const root = parseRoot(options.rootUrl)
  if (options.egress !== undefined && isIP(options.egress) === 0)
    throw new RangeError(`egress must be an IP address of this machine, got: ${options.egress}`)
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const pool = () => makePool(root.origin, options, timeouts)
  const lanes: Record<ConnectionPool, { pool: Pool; inFlight: number }> = {
    orders: { pool: pool(), inFlight: 0 },
    reads: { pool: pool(), inFlight: 0 },
  }
  const maxConcurrent = options.maxConcurrent ?? 64
  let closed = false

  return {
    async send(request) {
      const lane = lanes[request.lane]
      if (closed) return { kind: 'failure', written: false, cause: 'closed', detail: 'client closed' }
      if (lane.inFlight >= maxConcurrent)
        return { kind: 'failure', written: false, cause: 'queue_full', detail: `${maxConcurrent} calls under way` }
      lane.inFlight++
      try {
        const exchange = new HttpExchange(request.maxBytes, timeouts.callMs, request.beforeWrite, options.skew)
        lane.pool.dispatch(
          {
            path: root.prefix + request.path,
            method: request.method,
            headers: request.headers as string[],
            body: request.body ?? null,
          },
          exchange,
        )
        return await exchange.result
      } finally {
        lane.inFlight--
      }
    },
    async close() {
      closed = true
      await Promise.all([lanes.orders.pool.destroy(), lanes.reads.pool.destroy()])
    },
  }
}

function makePool(origin: string, options: TransportOptions, timeouts: Timeouts): Pool {
  const family = options.egress === undefined ? 4 : isIP(options.egress)
  return new Pool(origin, {
    connections: options.connections ?? 4,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: timeouts.connectMs, family, autoSelectFamily: false },
    ...(options.egress === undefined ? {} : { localAddress: options.egress }),
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    keepAliveTimeout: 50_000,
  })
}

function parseRoot(rootUrl: string): { origin: string; prefix: string } {
  const url = URL.parse(rootUrl)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.search !== '' || url.hash !== '')
    throw new RangeError('the broker root URL must be http(s)://host[:port][/prefix], without query or fragment')
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}
