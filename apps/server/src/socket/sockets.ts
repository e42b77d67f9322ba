import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { DomainError } from '../domain-error.ts'
import type { WebDependencies } from '../http/web-dependencies.ts'
import { activeTradesSocket } from './active-trades-socket.ts'
import { liveStreamSocket } from './live-stream-socket.ts'
import { endGradually, refuseHandshake, SocketAdmission } from './socket-admission.ts'

export interface Sockets {
  /** For the HTTP server's `upgrade` event. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void
  /** How many are open. */
  open(): number
  /** Ends all that are open, one after another over `withinMs`, so that their clients do not all come back at once. */
  drain(withinMs: number): Promise<void>
  close(): Promise<void>
}

/** The WebSockets of the web role: the trades socket of the specification, and the stream of the app's pages. */
export function openSockets(parts: WebDependencies): Sockets {
  const admission = new SocketAdmission(parts)
  const kinds = [activeTradesSocket(parts, admission), liveStreamSocket(parts, admission)]
  const open = async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const url = URL.parse(request.url ?? '/', 'http://host')
    const kind = url === null ? undefined : kinds.find(({ paths }) => paths.includes(url.pathname))
    if (url === null || kind === undefined) throw new DomainError({ code: 'problem.not_found' })
    await kind.open(url, request, stream, head)
  }
  return {
    upgrade(request, stream, head) {
      stream.on('error', () => stream.destroy())
      open(request, stream, head).catch((error: unknown) => refuseHandshake(request, stream, error, parts.logger))
    },
    open: () => admission.open.size,
    drain: (withinMs) => endGradually(admission, withinMs),
    async close() {
      await Promise.all(kinds.map((kind) => kind.close()))
    },
  }
}
