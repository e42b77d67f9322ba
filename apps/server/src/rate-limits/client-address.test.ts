import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressBlock } from './client-address.ts'

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['203.0.113.7', '203.0.113.7'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, block) => expect(addressBlock(address)).toBe(block))

it('counts all addresses of one /64 alike, and those of two /64s apart', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  const four = fc.tuple(group, group, group, group)
  const text = (groups: readonly number[]) => groups.map((one) => one.toString(16)).join(':')
  fc.assert(
    fc.property(four, four, four, four, (network, host, otherNetwork, otherHost) => {
      const block = addressBlock(text([...network, ...host]))
      expect(addressBlock(text([...network, ...otherHost]))).toBe(block)
      expect(addressBlock(text([...otherNetwork, ...host])) === block).toBe(text(network) === text(otherNetwork))
    }),
  )
})
