import { describe, expect, it } from 'vitest'
import { PLAN_CARDS } from './catalogue.ts'
import { COMPARISON } from './comparison.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { PLAN_POLICY } from './policy.ts'

const row = (feature: string) => PLANS.map((plan) => COMPARISON.find((r) => r.feature === feature)!.cells[plan])

describe('the comparison table', () => {
  it.each([
    ['Dashboard index prices and live-trades table', [true, true, true, true]],
    ['Signals', ['Delayed 1 minute', 'Live', 'Live', 'Live']],
    ['Signal refresh', ['2 seconds', '2 seconds', '1 second', '1 second']],
    ['AI agents', ['2', '4', 'All', 'All']],
    ['Core agent signals on the dashboard', [false, false, true, true]],
    ['Basic signals (MACD, VWAP, RSI)', [true, true, true, true]],
    ['Live Nifty option chain', [false, true, true, true]],
    ['FII/DII and sentiment analysis', ['None', 'Basic', 'Full', 'Full']],
    ['Telegram alerts', [false, true, true, true]],
    ['Live P&L view', [false, true, true, true]],
    ['Broker connect', [false, false, true, true]],
    ['Trade settings', [false, false, 'Nifty', 'Nifty and BankNifty']],
    ['Auto execution', [false, false, 'Nifty', 'Nifty and BankNifty']],
    ['Paper trading, with settings of its own', ['Nifty', 'Nifty', 'Nifty', 'Nifty and BankNifty']],
    ['Trailing stop-loss', [false, false, true, true]],
    ['Smart loss recovery', [false, false, true, true]],
    ['Time filter engine', [false, false, true, true]],
    ['Capital allocation', [false, false, 'Basic', 'Advanced']],
    ['Active trades', [false, false, '1', 'Unlimited']],
    ['Parallel trade handling', [false, false, false, true]],
    ['Dashboard trade sync', [false, false, false, true]],
    ['Today Trade Log on the dashboard', [false, false, true, true]],
    ['Trade log', ['Read-only', 'None', 'Full', 'Full plus smart tracker']],
    ['Support', ['Community', 'Email', 'Priority', 'Premium plus Live Chat']],
  ])('%s: %j', (feature, cells) => expect(row(feature)).toEqual(cells))

  it('has no other line', () => expect(COMPARISON).toHaveLength(24))
})

describe('the plan cards', () =>
  it('promise what the policy table grants', () => {
    expect(PLAN_CARDS.starter.bullets).toContain(
      `Dashboard with a ${PLAN_POLICY.starter.delaySeconds / 60}-minute delay`,
    )
    expect(PLAN_CARDS.elite.bullets).toContain(`${PLAN_POLICY.elite.refreshSeconds}-second signal refresh`)
    expect(PLAN_CARDS.elite.bullets).toContain(`A maximum of ${PLAN_POLICY.elite.maxActiveTrades} active trade`)
    expect(PLAN_CARDS.master.bullets.includes('Unlimited trades')).toBe(PLAN_POLICY.master.maxActiveTrades === null)
  }))
