import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Semaphore } from '@strikewise/concurrency/semaphore.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import { TOO_MANY_CONNECTIONS } from '@strikewise/wire/socket.ts'
import type { WebSocket, WebSocketServer } from 'ws'
import { DomainError } from '../domain-error.ts'
import { answerLanguage } from '../http/answer-language.ts'
import { requireConsent } from '../http/authorize.ts'
import { failureAnswer } from '../http/failure-answer.ts'
import type { Principal } from '../http/principals.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import type { WebDependencies } from '../http/web-dependencies.ts'
import type { Logger } from '../logging/logger.ts'
import { addressBlock, clientAddress } from '../rate-limits/client-address.ts'

const MAX_A_USER = 5
const HANDSHAKES_A_MINUTE = 120
/** After a restart every page connects again. So many sessions are looked up at a time, and so many handshakes wait. */
const CONCURRENCY = 16
const MAX_WAITING = 5000
/** The same as a call's 429: a browser shows a page nothing of a refused handshake, so it is shown on the open socket. */
const TOO_MANY_CLOSE = 4429

const GOING_AWAY = 1001
/** Between two parts of the sockets that are ended over a time. */
const STEP_MS = 50

type AdmissionDependencies = Pick<WebDependencies, 'principals' | 'publicAddress' | 'config' | 'rates' | 'metrics'>

export interface AdmittedSocket {
  readonly principal: Principal
  /** Who the session of the handshake belongs to now; undefined once it has ended. */
  readonly authenticate: () => Promise<Principal | undefined>
}

/** Who may open a socket, and how many one user has: the same for every kind of socket, and counted together. */
export class SocketAdmission {
  readonly #parts: AdmissionDependencies
  readonly #byUser = new Map<string, number>()
  readonly #handshakes = new Semaphore(CONCURRENCY, { maxWaiting: MAX_WAITING })
  readonly #open = new Set<WebSocket>()

  constructor(parts: AdmissionDependencies) {
    this.#parts = parts
  }

  /** Throws what the handshake is refused with: DomainError, or OverloadedError while too many wait. */
  async admit(request: IncomingMessage): Promise<AdmittedSocket> {
    const { principals, publicAddress, config, rates } = this.#parts
    const { origin } = request.headers
    // Browsers send cookies along and never ask first: this check is the one against foreign pages.
    if (origin !== undefined && !isSameOrigin(origin, publicAddress))
      throw new DomainError({ code: 'problem.wrong_origin' })
    const address = clientAddress(request, config.trustedProxyHeader)
    if (!rates.allows(`socket ${addressBlock(address)}`, HANDSHAKES_A_MINUTE))
      throw new DomainError({ code: 'problem.too_many_requests', minutes: 1 })
    const authenticate = async () => (await principals.authenticate(request.headers, address)).principal
    const principal = await this.#handshakes.run(authenticate)
    if (principal === undefined) throw new DomainError({ code: 'problem.not_signed_in' })
    requireConsent(principal)
    return { principal, authenticate }
  }

  /** Counts the connection for its user until it ends; false when the user has as many as there may be. */
  takePlace(userId: string, stream: Duplex): boolean {
    const count = this.#byUser.get(userId) ?? 0
    if (count >= MAX_A_USER) return false
    this.#byUser.set(userId, count + 1)
    // Until the stream ends, whether or not the handshake is completed.
    stream.once('close', () => {
      const left = (this.#byUser.get(userId) ?? 1) - 1
      if (left === 0) this.#byUser.delete(userId)
      else this.#byUser.set(userId, left)
    })
    return true
  }

  /** The sockets that are open, the oldest first. */
  get open(): Iterable<WebSocket> & { readonly size: number } {
    return this.#open
  }

  /** Counts an open socket in the metrics until it is closed. */
  opened(client: WebSocket): void {
    this.#open.add(client)
    this.#parts.metrics.sockets(this.#open.size)
    client.once('close', () => {
      this.#open.delete(client)
      this.#parts.metrics.sockets(this.#open.size)
    })
  }
}

/** Why a user gets no further connection, as the last frame before the socket is closed. */
export function tooManyConnections(text: Renderer['text']): object {
  return {
    error: text({ code: 'problem.too_many_requests.connections', limit: MAX_A_USER }),
    code: TOO_MANY_CONNECTIONS,
    params: { limit: MAX_A_USER },
  }
}

/** Opens the socket for one frame, and closes it. */
export function openAndRefuse(
  server: WebSocketServer,
  [request, stream, head]: readonly [IncomingMessage, Duplex, Buffer],
  frame: string,
): void {
  server.handleUpgrade(request, stream, head, (client) => {
    client.on('error', () => client.terminate())
    client.send(frame)
    client.close(TOO_MANY_CLOSE, 'too many connections')
  })
}

/** Answers a handshake that failed as a call is answered. */
export function refuseHandshake(request: IncomingMessage, stream: Duplex, error: unknown, logger: Logger): void {
  const language = answerLanguage(undefined, request.headers['accept-language'])
  const { status, headers, body } = failureAnswer(error, logger, language)
  const text = JSON.stringify(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  stream.end(
    `HTTP/1.1 ${status} Refused\r\n${lines.join('')}content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
}

/** Asks all sockets to reconnect elsewhere, in equal parts over `withinMs`; those that open meanwhile are left out. */
export async function endGradually({ open }: Pick<SocketAdmission, 'open'>, withinMs: number): Promise<void> {
  const clients = [...open]
  const steps = Math.max(1, Math.floor(withinMs / STEP_MS))
  const part = Math.ceil(clients.length / steps)
  for (let from = 0; from < clients.length; from += part) {
    for (const client of clients.slice(from, from + part)) goAway(client)
    await delay(STEP_MS)
  }
}

export function closeClients(server: WebSocketServer): void {
  for (const client of server.clients) {
    goAway(client)
    client.terminate()
  }
  server.close()
}

function goAway(client: WebSocket): void {
  client.close(GOING_AWAY, 'the server is restarting')
}
