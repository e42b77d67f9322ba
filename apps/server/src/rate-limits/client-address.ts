import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

const IPV4_IN_IPV6 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/**
 * The address a request comes from: the right-most one in our own proxy's header where one is configured (the proxy
 * appends; what stands further left came from outside), else the socket's.
 */
export function clientAddress(request: IncomingMessage, proxyHeader: string | undefined): string {
  const written = proxyHeader === undefined ? undefined : request.headers[proxyHeader]
  const last = (Array.isArray(written) ? written.at(-1) : written)?.split(',').at(-1)?.trim()
  const address = last === undefined || last === '' ? (request.socket.remoteAddress ?? 'unknown') : last
  return IPV4_IN_IPV6.exec(address)?.[1] ?? address
}

/**
 * What limits count an address by: an IPv6 address by its /64, which is what one customer is given (RFC 6177); any other
 * text as it is.
 */
export function addressBlock(address: string): string {
  const bare = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  if (!isIPv6(bare)) return address
  // The parser writes every spelling of an address in one way (RFC 5952).
  const groups = new URL(`http://[${bare}]/`).hostname.slice(1, -1).split(':')
  const gap = groups.indexOf('')
  const full =
    gap < 0
      ? groups
      : [...groups.slice(0, gap), ...Array<string>(9 - groups.length).fill('0'), ...groups.slice(gap + 1)]
  return `${full
    .slice(0, 4)
    .map((group) => (group === '' ? '0' : group))
    .join(':')}::/64`
}
