import { expect, it } from 'vitest'
import { isBoundTo } from './address-binding.ts'

it.each([
  [[], '203.0.113.7', true],
  [['203.0.113.7'], '203.0.113.7', true],
  [['203.0.113.7'], '203.0.113.8', false],
  [['203.0.113.0/24'], '203.0.113.255', true],
  [['203.0.113.0/24'], '203.0.114.1', false],
  [['10.0.0.0/8', '203.0.113.7'], '203.0.113.7', true],
  [['2001:db8::/32'], '2001:db8:1::7', true],
  [['2001:db8::/32'], '2001:db9::7', false],
  [['2001:db8::7'], '2001:0db8:0:0:0:0:0:7', true],
  [['0.0.0.0/0'], '2001:db8::7', false],
  [['203.0.113.0/24'], 'unknown', false],
  [['203.0.113.0/24'], '', false],
] as const)('of %j the address %s: %s', (ranges, address, isAllowed) => {
  expect(isBoundTo(ranges, address)).toBe(isAllowed)
})
