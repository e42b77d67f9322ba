// @invariant order-budget
import { expect, it } from 'vitest'
import { TEST_BROKER } from '../testing/test-broker.ts'
import type { OrderLimits } from './order-limits.ts'
import { requireOrderLimits } from './require-order-limits.ts'

const { orderLimits } = TEST_BROKER
const LEAST: OrderLimits = { perSecond: 1, perMinute: 9, perDay: 9, modifications: 0 }

it('takes limits that carry one position from its entry to its end', () => {
  expect(() => requireOrderLimits(orderLimits)).not.toThrow()
  expect(() => requireOrderLimits(LEAST)).not.toThrow()
})

it.each<[field: string, limits: OrderLimits, least: number]>([
  ['perSecond', { ...LEAST, perSecond: 0 }, 1],
  ['perMinute', { ...LEAST, perMinute: 8 }, 9],
  ['perDay', { ...LEAST, perDay: 8 }, 9],
  ['perDay', { ...LEAST, perDay: Number.NaN }, 9],
  ['perDay', { ...LEAST, perDay: 9.5 }, 9],
  ['cautious.perMinute', { ...orderLimits, cautious: { perMinute: 4, perDay: 3_000 } }, 5],
  ['cautious.perDay', { ...orderLimits, cautious: { perMinute: 200, perDay: 3 } }, 5],
  ['modifications', { ...LEAST, modifications: -1 }, 1],
])('refuses a limit that leaves no call for the stop or the exit, and names it: %s', (field, limits, least) => {
  const call = () => requireOrderLimits(limits)
  expect(call).toThrow(RangeError)
  expect(call).toThrow(new RegExp(`^orderLimits\\.${field}: .* at least ${least} are needed$`))
})
