import { lookup as resolve, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Which push services a deployment sends to. */
export interface PushServices {
  /** Host names; one that begins with `*.` stands for every name below it. Their addresses are https on port 443. */
  readonly hosts: readonly string[]
  /** The push service of the sandbox, on a sandbox: its address alone is taken, as it is. */
  readonly sandboxUrl: string | undefined
}

/** Whether a browser's `endpoint` is an address of one of `services`: nothing else is ever sent to. */
export function isPushAddress({ hosts, sandboxUrl }: PushServices, endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  if (sandboxUrl !== undefined) return url.origin === new URL(sandboxUrl).origin
  if (url.protocol !== 'https:' || url.port !== '' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return false
  return hosts.some((host) => (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host))
}

/** Addresses of this machine, of local networks and of no single machine (RFC 6890). */
const PRIVATE = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv6')

/** Whether `address` is one that a name of the public network never has. */
export function isPrivateAddress(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Resolves a name and refuses it where one of its addresses is private. The connection is made to the address that was
 * checked: a name that leads elsewhere a moment later is not asked again.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, [])
    const refused = addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address))
    if (refused) return done(new Error('the name of the push service leads to a private address'), [])
    if (options.all === true) return done(null, addresses)
    return done(null, addresses[0]!.address, addresses[0]!.family)
  })
}
