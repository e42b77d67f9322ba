import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import { expect, it } from 'vitest'
import { signalsQuery } from './queries.ts'

it.each([
  ['starter', 2000],
  ['pro', 2000],
  ['elite', 1000],
  ['master', 1000],
] as const)('signals of %s are asked for every %d ms', (plan, everyMs) =>
  expect(signalsQuery('NIFTY', PLAN_POLICY[plan].refreshSeconds).refetchInterval).toSatisfy(
    (pace) => typeof pace === 'function' && pace() === everyMs,
  ),
)
