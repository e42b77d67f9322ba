import { runDefinition } from '@strikewise/broker-conformance/run-definition.ts'
import { exitLimits, maxModifications, ordinaryLimits } from '@strikewise/execution/order/order-limits.ts'
import { expect, it } from 'vitest'
import { ZERODHA } from '../../src/zerodha/definition.ts'

runDefinition(ZERODHA)

it('lets exits use almost all of Kite’s limits, and other calls what the older sources name', () => {
  const { orderLimits } = ZERODHA.profile
  expect(exitLimits(orderLimits)).toEqual({ second: 9, minute: 390, day: 4_900 })
  expect(ordinaryLimits(orderLimits)).toEqual({ second: 8, minute: 180, day: 2_800 })
  expect(maxModifications(orderLimits)).toBe(24)
})
