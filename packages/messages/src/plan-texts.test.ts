import { PLANS, type Plan } from '@strikewise/domain/plans/plan.ts'
import { LANGUAGES } from '@strikewise/domain/text/language.ts'
import { PLAN_CARDS, planCard } from '@strikewise/plans/catalogue.ts'
import { comparisonOf, COMPARISON } from '@strikewise/plans/comparison.ts'
import { PLAN_POLICY, type PlanPolicy } from '@strikewise/plans/policy.ts'
import { describe, expect, it } from 'vitest'
import type { Message } from './message.ts'
import { rendererOf } from './node.ts'

const english = rendererOf('en')

describe('English texts of the plans', () => {
  it('are those of the specification', () => {
    const shown = (plan: Plan) => {
      const { summary, builtOn, bullets, action } = PLAN_CARDS[plan]
      const texts = [summary, ...(builtOn === null ? [] : [builtOn]), ...bullets.map(({ text }) => text), action]
      return texts.map(english.text)
    }
    expect(shown('starter')).toEqual([
      'View-only, signals delayed 1 minute, no auto execution.',
      'Dashboard with a 1-minute delay',
      'Basic signals (MACD, VWAP, RSI)',
      'Read-only end-of-day trade log',
      'No auto execution',
      'No alerts',
      'Community support',
      'Start Free Now',
    ])
    expect(shown('elite')).toEqual([
      'Auto execution (Nifty), smart stop-loss and recovery, messaging-app alerts, all agents.',
      'Everything in Pro, plus:',
      'Auto execution for Nifty only',
      'Smart loss recovery: one smaller second attempt, never a bigger one',
      'Trailing stop-loss',
      '1-second signal refresh',
      'A maximum of 1 active trade',
      'Needs a broker trading account and a daily broker token',
      'Activate Elite Plan',
    ])
    expect(shown('master')).toEqual([
      'Nifty and BankNifty auto trade, advanced capital engine, premium support, real-time logs, all agents.',
      'Everything in Elite, plus:',
      'Auto execution for Nifty and BankNifty',
      'Parallel trade handling',
      'Smart capital allocation',
      'Dashboard trade sync',
      'Unlimited trades',
      'Premium support with live chat',
      'Go Master Now',
    ])
  })

  it('name features and cells as the specification does', () => {
    expect(COMPARISON.map(({ feature }) => english.text(feature))).toContain(
      'Dashboard index prices and live-trades table',
    )
    const cells = COMPARISON.flatMap((row) => PLANS.map((plan) => row.cells[plan]))
    expect(new Set(cells.flatMap((cell) => (typeof cell === 'boolean' ? [] : english.text(cell))))).toEqual(
      new Set(
        ['Delayed 1 minute', 'Live', '2 seconds', '1 second', '2', '4', 'All', 'None', 'Basic', 'Full', 'Nifty'].concat(
          [
            'Nifty and BankNifty',
            'Advanced',
            '1',
            'Unlimited',
            'Read-only',
            'Full plus smart tracker',
            'Community',
            'Email',
            'Priority',
            'Premium plus Live Chat',
          ],
        ),
      ),
    )
  })
})

/** Every text of a plan's card and of its column. */
function textsOf(plan: Plan, policy: PlanPolicy): Message[] {
  const { summary, bullets } = planCard(plan, policy)
  const cells = comparisonOf({ ...PLAN_POLICY, [plan]: policy }).map((row) => row.cells[plan])
  return [summary, ...bullets.map(({ text }) => text), ...cells.filter((cell) => typeof cell === 'object')]
}

it.each<[what: string, plan: Plan, change: Partial<PlanPolicy>, figure: RegExp, places: number]>([
  ['delay', 'starter', { delaySeconds: 420 }, /7/, 3],
  ['refresh', 'elite', { refreshSeconds: 7 }, /7/, 2],
  ['number of open trades', 'elite', { maxActiveTrades: 7 }, /7/, 2],
  ['indices of auto execution', 'elite', { autoSymbols: ['BANKNIFTY'] }, /BankNifty/, 4],
])('name the %s that the policy has, in both languages', (_what, plan, change, figure, places) => {
  for (const language of LANGUAGES) {
    const naming = (policy: PlanPolicy) =>
      textsOf(plan, policy)
        .map(rendererOf(language).text)
        .filter((text) => figure.test(text))
    expect(naming({ ...PLAN_POLICY[plan], ...change })).toHaveLength(places)
    expect(naming(PLAN_POLICY[plan])).toEqual([])
  }
})
