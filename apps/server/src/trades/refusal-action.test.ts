import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { expect, it } from 'vitest'
import { loginRemedy, remedyFor } from './refusal-action.ts'

it('the remedy of an expired login names the minute at which the broker ends all logins, where there is one', () => {
  expect(loginRemedy(450)).toEqual({ code: 'remedy.log_in_again', until: 450 })
  expect(loginRemedy(null)).toEqual({ code: 'remedy.log_in_for_today' })
  expect(remedyFor('token_stale')).toEqual(loginRemedy(BROKER.portal.tokenEndsAt))
})
