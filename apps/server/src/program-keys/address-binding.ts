import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether a request from `address` lies in one of `ranges` (addresses or CIDR); every address where there are none. */
export function isBoundTo(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true
  if (isIP(address) === 0) return false
  const allowed = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    const family = isIPv6(net) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) allowed.addAddress(net, family)
    else allowed.addSubnet(net, Number(prefix), family)
  }
  return allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
