import problems from '@strikewise/messages/catalogue/en/problem.json'
import { expect, it } from 'vitest'

it('bundles messages compiled: the app carries no parser of ICU texts', () => {
  const texts: Readonly<Record<string, unknown>> = problems
  expect(texts['problem.token_exchange_failed.broker']).toContainEqual(['reason'])
})
