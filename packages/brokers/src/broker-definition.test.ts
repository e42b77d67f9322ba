// @invariant order-budget
import { expect, it } from 'vitest'
import { BROKER } from './product-broker.ts'
import { defineBroker } from './broker-definition.ts'

it('refuses a broker whose calls of a day cannot protect and end one position, and names the limit', () => {
  const orderLimits = { ...BROKER.profile.orderLimits, perDay: 4 }
  const definition = { ...BROKER, profile: { ...BROKER.profile, orderLimits } }
  expect(() => defineBroker(definition)).toThrow(
    'orderLimits.perDay: 4 leaves no call for the stop or the exit of a position; at least 9 are needed',
  )
  expect(defineBroker(BROKER)).toBe(BROKER)
})
