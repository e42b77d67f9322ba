import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { ACTIVE_TRADES_SOCKET_PATH, activeTradesSocketQuery, HEARTBEAT } from '@strikewise/wire/socket.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import { WebSocketServer, type WebSocket } from 'ws'
import { DomainError } from '../domain-error.ts'
import { answerLanguage } from '../http/answer-language.ts'
import { readQuery } from '../http/read-input.ts'
import type { WebDependencies } from '../http/web-dependencies.ts'
import { FrameTiming } from '../tracing/frame-timing.ts'
import { closeClients, openAndRefuse, tooManyConnections, type SocketAdmission } from './socket-admission.ts'

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
const SLOW_CLOSE = 1013

type SocketDependencies = Pick<WebDependencies, 'trades' | 'clock' | 'logger' | 'metrics'>

/** One kind of socket of the web role. */
export interface SocketKind {
  /** Where it is opened. */
  readonly paths: readonly string[]
  /** Answers one handshake. Rejects with what it is refused with, the stream unanswered. */
  open(url: URL, request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void>
  close(): Promise<void>
}

/** `/ws/user_active_trades`: the whole list first, again whenever it changed, a heartbeat when nothing does. */
export function activeTradesSocket(parts: SocketDependencies, admission: SocketAdmission): SocketKind {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES })
  return {
    paths: [ACTIVE_TRADES_SOCKET_PATH, `/api${ACTIVE_TRADES_SOCKET_PATH}`],
    async open(url, request, stream, head) {
      const { principal, authenticate } = await admission.admit(request)
      const { userId } = principal.caller
      const { text } = rendererOf(answerLanguage(principal.caller, request.headers['accept-language']))
      const { uid, date } = readQuery(activeTradesSocketQuery, url.searchParams)
      if (uid !== userId) throw new DomainError({ code: 'problem.uid_mismatch' })
      // A client that hung up during the wait above has had its `close` event: it would be counted for ever.
      if (stream.destroyed) return
      if (!admission.takePlace(userId, stream)) {
        openAndRefuse(server, [request, stream, head], JSON.stringify(tooManyConnections(text)))
        return
      }
      server.handleUpgrade(request, stream, head, (client) => {
        admission.opened(client)
        serve(parts, client, { userId, day: date, text }, async () => (await authenticate())?.caller.userId)
      })
    },
    close: async () => closeClients(server),
  }
}

/** Keeps one listener up to date until it goes, its session ends, or it cannot keep up. */
function serve(
  { trades, clock, logger, metrics }: SocketDependencies,
  client: WebSocket,
  { userId, day, text }: { readonly userId: string; readonly day: IstDate; readonly text: Renderer['text'] },
  authenticate: () => Promise<string | undefined>,
): void {
  let sent: string | undefined
  let pending: NodeJS.Timeout | undefined
  let lastSentAt = 0
  let slowSince: number | undefined
  const timing = new FrameTiming({ socket: 'active_trades', userId, clock, metrics })

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
    const due = timing.due()
    try {
      const snapshot = await trades.active(userId, day)
      if (snapshot.etag === sent || client.readyState !== client.OPEN) return
      sent = snapshot.etag
      lastSentAt = performance.now()
      client.send(snapshot.json, { binary: false })
      timing.sent(due)
    } catch (error) {
      timing.failed(due)
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

  const unwatch = trades.watch(userId, (origin) => {
    timing.changed(origin)
    schedule()
  })
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
