import { byAgent, SHADOW_AGENTS } from '@strikewise/signals/registry/registry.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import type { SignalsReply } from '@strikewise/wire/market.ts'
import { expect, it } from 'vitest'
import { signalsView } from './plan-views.ts'
import { shadowSignalsOf } from './shadow-signals.ts'

const signals: SignalsReply = byAgent(({ name }) => ({
  bias: 'neutral' as const,
  strength: 0,
  asOf: '2026-11-20T10:42:00+05:30',
  validUntil: '2026-11-20T10:47:00+05:30',
  stale: false,
  reasons: [{ code: 'test', text: name, message: { code: 'agent.failed', params: {} }, effect: 0 }],
  inputs: [],
  version: '1',
  configHash: 'c',
  meta: { bias: 'neutral' as const, symbol: 'BANKNIFTY' as const },
}))

it('gives operators the agents on trial, with the index they speak of', () =>
  expect(shadowSignalsOf(signals)).toEqual(
    SHADOW_AGENTS.map(({ name }) => ({ agent: name, symbol: 'BANKNIFTY', signal: signals[name] })),
  ))

it.each(PLANS)('leaves them out of what %s sees', (plan) =>
  expect(Object.keys(JSON.parse(String(signalsView(signals, plan).json)) as object)).toEqual(PLAN_POLICY[plan].agents),
)
