import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import {
  ACTIVE_TRADES_SOCKET_PATH,
  activeTradesSocketQuery,
  HEARTBEAT,
  TOO_MANY_CONNECTIONS,
} from '@strikewise/wire/socket.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import { WebSocketServer, type WebSocket } from 'ws'
import { addressBlock, clientAddress } from '../rate-limits/client-address.ts'
import { DomainError } from '../domain-error.ts'
import { requireConsent } from '../http/authorize.ts'
import { answerLanguage } from '../http/answer-language.ts'
import { failureAnswer } from '../http/failure-answer.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { readQuery } from '../http/read-input.ts'
import type { WebDependencies } from '../http/web-dependencies.ts'

const MAX_A_USER = 5
const MAX_FRAME_BYTES = 16 * 1024
/** More than this waiting to be sent: the listener is too slow to be sent more. */
const MAX_BUFFERED_BYTES = 64 * 1024
const DRAIN_MS = 10_000
/** At most four writes a second: what comes within is one write of the newest list. */
const MERGE_MS = 250
const HEARTBEAT_MS = 15_000
/** A session revoked is noticed within this, and within what `Principals` believes. */
const RECHECK_MS = 500
const POLICY_CLOSE = 1008
/** The same as a call's 429: a browser shows a page nothing of a refused handshake, so it is shown on the open socket. */
const TOO_MANY_CLOSE = 4429
const SLOW_CLOSE = 1013
const GOING_AWAY = 1001

type SocketDependencies = Pick<
  WebDependencies,
  'principals' | 'trades' | 'publicAddress' | 'logger' | 'metrics' | 'config' | 'rates'
>

export interface ActiveTradesSocket {
  /** For the HTTP server's `upgrade` event. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

/** `/ws/user_active_trades`: the whole list first, again whenever it changed, a heartbeat when nothing does. */
export function activeTradesSocket(parts: SocketDependencies): ActiveTradesSocket {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES })
  const byUser = new Map<string, number>()
  const paths = new Set([ACTIVE_TRADES_SOCKET_PATH, `/api${ACTIVE_TRADES_SOCKET_PATH}`])

  const open = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = URL.parse(request.url ?? '/', 'http://host')
    if (url === null || !paths.has(url.pathname)) throw new DomainError({ code: 'problem.not_found' })
    const { origin } = request.headers
    // Browsers send cookies along and never ask first: this check is the one against foreign pages.
    if (origin !== undefined && !isSameOrigin(origin, parts.publicAddress))
      throw new DomainError({ code: 'problem.wrong_origin' })
    const address = clientAddress(request, parts.config.trustedProxyHeader)
    if (!parts.rates.allows(`socket ${addressBlock(address)}`, 120))
      throw new DomainError({ code: 'problem.too_many_requests', minutes: 1 })
    const authenticate = async () => (await parts.principals.authenticate(request.headers, address)).principal
    const principal = await authenticate()
    if (principal === undefined) throw new DomainError({ code: 'problem.not_signed_in' })
    requireConsent(principal)
    const { userId } = principal.caller
    const { text } = rendererOf(answerLanguage(principal.caller, request.headers['accept-language']))
    const { uid, date } = readQuery(activeTradesSocketQuery, url.searchParams)
    if (uid !== userId) throw new DomainError({ code: 'problem.uid_mismatch' })
    // A client that hung up during the wait above has had its `close` event: it would be counted for ever.
    if (socket.destroyed) return
    const count = byUser.get(userId) ?? 0
    if (count >= MAX_A_USER) {
      server.handleUpgrade(request, socket, head, (client) => {
        client.on('error', () => client.terminate())
        client.send(
          JSON.stringify({
            error: text({ code: 'problem.too_many_requests.connections', limit: MAX_A_USER }),
            code: TOO_MANY_CONNECTIONS,
            params: { limit: MAX_A_USER },
          }),
        )
        client.close(TOO_MANY_CLOSE, 'too many connections')
      })
      return
    }
    byUser.set(userId, count + 1)
    // Counted until the stream ends, whether or not the handshake is completed.
    socket.once('close', () => {
      const left = (byUser.get(userId) ?? 1) - 1
      if (left === 0) byUser.delete(userId)
      else byUser.set(userId, left)
    })
    server.handleUpgrade(request, socket, head, (client) => {
      parts.metrics.sockets(server.clients.size)
      client.once('close', () => parts.metrics.sockets(server.clients.size))
      serve(parts, client, { userId, day: date, text }, async () => (await authenticate())?.caller.userId)
    })
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      open(request, socket, head).catch((error: unknown) => {
        const language = answerLanguage(undefined, request.headers['accept-language'])
        const { status, headers, body } = failureAnswer(error, parts.logger, language)
        const text = JSON.stringify(body)
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.end(
          `HTTP/1.1 ${status} Refused\r\n${lines.join('')}content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
        )
      })
    },
    close() {
      for (const client of server.clients) {
        client.close(GOING_AWAY, 'the server is restarting')
        client.terminate()
      }
      server.close()
    },
  }
}

/** Keeps one listener up to date until it goes, its session ends, or it cannot keep up. */
function serve(
  { trades, logger, metrics }: SocketDependencies,
  client: WebSocket,
  { userId, day, text }: { readonly userId: string; readonly day: IstDate; readonly text: Renderer['text'] },
  authenticate: () => Promise<string | undefined>,
): void {
  let sent: string | undefined
  let pending: NodeJS.Timeout | undefined
  let lastSentAt = 0
  let slowSince: number | undefined

  const send = async () => {
    pending = undefined
    if (client.bufferedAmount > MAX_BUFFERED_BYTES) {
      slowSince ??= performance.now()
      if (performance.now() - slowSince > DRAIN_MS) {
        metrics.slowSocket()
        client.close(SLOW_CLOSE, 'too slow')
        client.terminate()
      } else schedule()
      return
    }
    slowSince = undefined
    try {
      const snapshot = await trades.active(userId, day)
      if (snapshot.etag === sent || client.readyState !== client.OPEN) return
      sent = snapshot.etag
      lastSentAt = performance.now()
      client.send(snapshot.json, { binary: false })
    } catch (error) {
      logger.error({ err: error, user: userId }, 'active trades could not be read')
      client.send(JSON.stringify({ error: text({ code: 'problem.trades_unavailable' }), code: 'internal' }))
    }
  }
  const schedule = () => {
    pending ??= setTimeout(() => void send(), Math.max(0, lastSentAt + MERGE_MS - performance.now()))
  }
  const check = async () => {
    const still = await authenticate().catch(() => userId)
    if (still === userId || client.readyState !== client.OPEN) return
    client.send(JSON.stringify({ error: text({ code: 'problem.not_signed_in' }), code: 'not_signed_in' }))
    client.close(POLICY_CLOSE, 'session ended')
  }

  const unwatch = trades.watch(userId, schedule)
  const beat = setInterval(() => client.send(HEARTBEAT), HEARTBEAT_MS)
  const recheck = setInterval(() => void check(), RECHECK_MS)
  client.on('error', () => client.terminate())
  client.once('close', () => {
    unwatch()
    clearInterval(beat)
    clearInterval(recheck)
    clearTimeout(pending)
  })
  void send()
}
