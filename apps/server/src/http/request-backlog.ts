import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Clients beyond so many are asked to retry. */
const MAX_WAITING = 1000

/**
 * Lets who comes before the server's own listeners wait for them: Node takes a connection as soon as the port is open, and
 * never answers a request without a listener. The returned function passes all on, in the order they came; to
 * be called when the listeners are there.
 */
export function queueRequestsUntilReady(server: Server): () => void {
  const waiting: (() => void)[] = []
  const request = (asked: IncomingMessage, response: ServerResponse) => {
    if (waiting.length < MAX_WAITING) waiting.push(() => server.emit('request', asked, response))
    else response.writeHead(503, { 'retry-after': '1' }).end()
  }
  const upgrade = (asked: IncomingMessage, stream: Duplex, head: Buffer) => {
    // A client that disconnects in the meantime is no failure.
    stream.on('error', () => stream.destroy())
    if (waiting.length < MAX_WAITING) waiting.push(() => server.emit('upgrade', asked, stream, head))
    else stream.end('HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\n\r\n')
  }
  server.on('request', request)
  server.on('upgrade', upgrade)
  return () => {
    server.off('request', request)
    server.off('upgrade', upgrade)
    for (const pass of waiting.splice(0)) pass()
  }
}
