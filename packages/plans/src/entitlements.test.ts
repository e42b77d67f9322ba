import { DECIDING_AGENTS } from '@strikewise/signals/registry/registry.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CAPABILITIES, policyAllows, type Capability } from './capabilities.ts'
import {
  can,
  effectivePlan,
  endedPlan,
  isPlanActive,
  policyOf,
  manualRightsOf,
  tradingRightsOf,
  tradingScreenAccess,
} from './entitlements.ts'
import { PLANS, type Plan } from '@strikewise/domain/plans/plan.ts'
import { PLAN_POLICY, SOLD_AGENTS } from './policy.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

const now = 1_790_000_000_000 as EpochMs
const running = (plan: Plan | null) => ({ plan, expiresAt: (now + 1) as EpochMs })
const ended = (plan: Plan) => ({ plan, expiresAt: now })
const plansWith = (capability: Capability) => PLANS.filter((plan) => can(running(plan), capability, now))

describe('what each plan may do', () => {
  it.each<[Capability, Plan[]]>([
    ['see_indices', ['starter', 'pro', 'elite', 'master']],
    ['see_live_trades', ['starter', 'pro', 'elite', 'master']],
    ['see_end_of_day_log', ['starter', 'pro', 'elite', 'master']],
    ['see_core_signals', ['elite', 'master']],
    ['see_basic_indicators', ['starter', 'pro', 'elite', 'master']],
    ['see_agent:candle_signal', ['starter', 'pro', 'elite', 'master']],
    ['see_agent:option_chain_signal', ['starter', 'pro', 'elite', 'master']],
    ['see_agent:indicator_signal', ['elite', 'master']],
    ['see_agent:sideways_detector_signal', ['elite', 'master']],
    ['see_agent:market_block_signal', ['elite', 'master']],
    ['see_agent:fii_dii_signal', ['pro', 'elite', 'master']],
    ['see_agent:spike_signal', ['pro', 'elite', 'master']],
    ['see_option_chain', ['pro', 'elite', 'master']],
    ['see_live_pnl', ['pro', 'elite', 'master']],
    ['see_trade_log', ['elite', 'master']],
    ['see_trade_tracker', ['master']],
    ['receive_alerts', ['pro', 'elite', 'master']],
    ['chat_with_support', ['master']],
    ['connect_broker', ['elite', 'master']],
    ['trade_settings', ['elite', 'master']],
    ['trade_symbol:NIFTY', ['elite', 'master']],
    ['trade_symbol:BANKNIFTY', ['master']],
    ['auto_execute', ['elite', 'master']],
    ['manual_trades', ['pro', 'elite', 'master']],
    ['trailing_stop', ['elite', 'master']],
    ['loss_recovery', ['elite', 'master']],
    ['time_filter', ['elite', 'master']],
    ['parallel_trades', ['master']],
    ['trade_sync', ['master']],
    ['allocate_capital', ['elite', 'master']],
    ['allocate_capital_advanced', ['master']],
    ['see_flow_analysis', ['pro', 'elite', 'master']],
    ['see_flow_analysis_full', ['elite', 'master']],
  ])('%s: %j', (capability, plans) => expect(plansWith(capability)).toEqual(plans))

  it('has a row above for every capability', () => expect(CAPABILITIES).toHaveLength(33))

  it('delays starter by a minute and no other plan', () =>
    expect(PLANS.map((plan) => PLAN_POLICY[plan].delaySeconds)).toEqual([60, 0, 0, 0]))

  it('limits active trades', () =>
    expect(PLANS.map((plan) => PLAN_POLICY[plan].maxActiveTrades)).toEqual([0, 0, 1, null]))

  it('sells every agent that decides', () => expect(SOLD_AGENTS).toEqual(DECIDING_AGENTS.map(({ name }) => name)))
})

describe('expiry', () => {
  it('ends the rights at its very instant', () => {
    expect(isPlanActive(running('elite'), now)).toBe(true)
    expect(isPlanActive(ended('elite'), now)).toBe(false)
    expect(effectivePlan(ended('elite'), now)).toBe('starter')
    expect(endedPlan(ended('elite'), now)).toEqual({ plan: 'elite', at: now })
    expect(endedPlan(running('elite'), now)).toBeUndefined()
  })

  it('does not touch starters and users without a plan', () => {
    for (const plan of ['starter', null] as const) {
      expect(policyOf({ plan, expiresAt: null }, now)).toBe(PLAN_POLICY.starter)
      expect(endedPlan({ plan, expiresAt: null }, now)).toBeUndefined()
    }
  })

  it('gives a paid plan without expiry no paid right', () => {
    expect(effectivePlan({ plan: 'master', expiresAt: null }, now)).toBe('starter')
    expect(endedPlan({ plan: 'master', expiresAt: null }, now)).toEqual({ plan: 'master', at: null })
  })

  it('leaves an ended plan exactly what starter has', () =>
    fc.assert(
      fc.property(fc.constantFrom(...PLANS), fc.constantFrom(...CAPABILITIES), fc.nat(), (plan, capability, ago) => {
        const state = { plan, expiresAt: (now - ago) as EpochMs }
        expect(can(state, capability, now)).toBe(policyAllows(PLAN_POLICY.starter, capability))
      }),
    ))
})

describe('what may be traded', () => {
  it.each([
    [running('starter'), 'paper', ['NIFTY'], 1],
    [{ plan: 'starter' as const, expiresAt: null }, 'paper', ['NIFTY'], 1],
    [{ plan: null, expiresAt: null }, 'paper', ['NIFTY'], 1],
    [running('pro'), 'paper', ['NIFTY'], 1],
    [running('elite'), 'paper', ['NIFTY'], 1],
    [running('master'), 'paper', ['NIFTY', 'BANKNIFTY'], null],
    [running('starter'), 'live', [], 0],
    [running('pro'), 'live', [], 0],
    [running('elite'), 'live', ['NIFTY'], 1],
    [running('master'), 'live', ['NIFTY', 'BANKNIFTY'], null],
    [ended('pro'), 'paper', [], 0],
    [ended('master'), 'paper', [], 0],
    [ended('master'), 'live', [], 0],
  ] as const)('%j on %s: %j, %j at a time', (state, mode, symbols, maxActiveTrades) =>
    expect(tradingRightsOf(state, mode, now)).toEqual({ symbols, maxActiveTrades }),
  )
})

describe('what may be traded manually', () => {
  it.each([
    [running('starter'), 'paper', [], 0],
    [{ plan: null, expiresAt: null }, 'paper', [], 0],
    [running('pro'), 'paper', ['NIFTY'], 1],
    [running('pro'), 'live', [], 0],
    [running('elite'), 'live', ['NIFTY'], 1],
    [running('master'), 'paper', ['NIFTY', 'BANKNIFTY'], null],
    [ended('pro'), 'paper', [], 0],
    [ended('master'), 'live', [], 0],
  ] as const)('%j on %s: %j, %j at a time', (state, mode, symbols, maxActiveTrades) =>
    expect(manualRightsOf(state, mode, now)).toEqual({ symbols, maxActiveTrades }),
  )
})

describe('the trading screens', () =>
  it.each([
    [running('starter'), 'upgrade_required'],
    [running('pro'), 'upgrade_required'],
    [ended('pro'), 'upgrade_required'],
    [{ plan: null, expiresAt: null }, 'upgrade_required'],
    [running('elite'), 'allowed'],
    [running('master'), 'allowed'],
    [ended('elite'), 'plan_ended'],
    [{ plan: 'master' as const, expiresAt: null }, 'plan_ended'],
  ])('%j: %s', (state, access) => expect(tradingScreenAccess(state, now)).toBe(access)))
