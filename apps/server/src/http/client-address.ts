import type { IncomingMessage } from 'node:http'

/**
 * The address a request comes from: the right-most one in our own proxy's header where one is configured (the proxy
 * appends; what stands further left came from outside), else the socket's.
 */
export function clientAddress(request: IncomingMessage, proxyHeader: string | undefined): string {
  const written = proxyHeader === undefined ? undefined : request.headers[proxyHeader]
  const last = (Array.isArray(written) ? written.at(-1) : written)?.split(',').at(-1)?.trim()
  return last === undefined || last === '' ? (request.socket.remoteAddress ?? 'unknown') : last
}
