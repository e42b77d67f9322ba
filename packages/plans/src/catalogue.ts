import { PLANS, type Plan } from '@strikewise/domain/plans/plan.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { ComparisonFeature } from './comparison.ts'
import { PLAN_POLICY, type PlanPolicy } from './policy.ts'

/** Texts of the plan cards (specification §2, §3, §6; verbatim where quoted). Figures are the policy's. */
export type PlanCardText =
  | { readonly code: 'plan_card.summary.starter'; readonly minutes: number }
  | { readonly code: 'plan_card.summary.pro' }
  | { readonly code: 'plan_card.summary.elite'; readonly symbols: readonly IndexSymbol[] }
  | { readonly code: 'plan_card.summary.master'; readonly symbols: readonly IndexSymbol[] }
  | { readonly code: 'plan_card.everything_in'; readonly plan: Plan }
  | { readonly code: `plan_card.action.${Plan}` }
  | PlanBulletText

type PlanBulletText =
  | { readonly code: 'plan_card.delayed_dashboard'; readonly minutes: number }
  | { readonly code: 'plan_card.end_of_day_log' }
  | { readonly code: 'plan_card.no_auto_execution' }
  | { readonly code: 'plan_card.no_alerts' }
  | { readonly code: 'plan_card.community_support' }
  | { readonly code: 'plan_card.multi_agent' }
  | { readonly code: 'plan_card.manual_only' }
  | { readonly code: 'plan_card.email_support' }
  | { readonly code: 'plan_card.auto_execution_only'; readonly symbols: readonly IndexSymbol[] }
  | { readonly code: 'plan_card.auto_execution'; readonly symbols: readonly IndexSymbol[] }
  | { readonly code: 'plan_card.loss_recovery' }
  | { readonly code: 'plan_card.refresh'; readonly seconds: number }
  | { readonly code: 'plan_card.active_trades'; readonly count: number }
  | { readonly code: 'plan_card.unlimited_trades' }
  | { readonly code: 'plan_card.broker_account' }
  | { readonly code: 'plan_card.capital_allocation' }
  | { readonly code: 'plan_card.premium_support' }

/** A line of a card, which is often a line of the comparison as well, and whether the plan holds what it names. */
export interface PlanBullet {
  readonly text: PlanBulletText | ComparisonFeature
  readonly isIncluded: boolean
}

/** How a plan is shown. */
export interface PlanCard {
  readonly summary: PlanCardText
  /** 'Everything in Pro, plus:' over the bullets of the higher plans; null for the others. */
  readonly builtOn: PlanCardText | null
  readonly bullets: readonly PlanBullet[]
  /** The plan page's button. */
  readonly action: PlanCardText
}

const holds = (text: PlanBullet['text']): PlanBullet => ({ text, isIncluded: true })
const lacks = (text: PlanBullet['text']): PlanBullet => ({ text, isIncluded: false })

const delayMinutes = ({ delaySeconds }: PlanPolicy) => delaySeconds / 60

function activeTrades({ maxActiveTrades }: PlanPolicy): PlanBullet {
  return holds(
    maxActiveTrades === null
      ? { code: 'plan_card.unlimited_trades' }
      : { code: 'plan_card.active_trades', count: maxActiveTrades },
  )
}

/** The card of each plan, by its policy. */
const CARD_OF: Readonly<Record<Plan, (policy: PlanPolicy) => PlanCard>> = {
  starter: (policy) => ({
    summary: { code: 'plan_card.summary.starter', minutes: delayMinutes(policy) },
    builtOn: null,
    bullets: [
      holds({ code: 'plan_card.delayed_dashboard', minutes: delayMinutes(policy) }),
      holds({ code: 'comparison.basic_signals' }),
      holds({ code: 'plan_card.end_of_day_log' }),
      lacks({ code: 'plan_card.no_auto_execution' }),
      lacks({ code: 'plan_card.no_alerts' }),
      holds({ code: 'plan_card.community_support' }),
    ],
    action: { code: 'plan_card.action.starter' },
  }),
  pro: () => ({
    summary: { code: 'plan_card.summary.pro' },
    builtOn: null,
    bullets: [
      holds({ code: 'comparison.option_chain' }),
      holds({ code: 'plan_card.multi_agent' }),
      holds({ code: 'comparison.telegram_alerts' }),
      holds({ code: 'comparison.live_pnl' }),
      holds({ code: 'plan_card.manual_only' }),
      holds({ code: 'plan_card.email_support' }),
    ],
    action: { code: 'plan_card.action.pro' },
  }),
  elite: (policy) => ({
    summary: { code: 'plan_card.summary.elite', symbols: policy.autoSymbols },
    builtOn: { code: 'plan_card.everything_in', plan: 'pro' },
    bullets: [
      holds({ code: 'plan_card.auto_execution_only', symbols: policy.autoSymbols }),
      holds({ code: 'plan_card.loss_recovery' }),
      holds({ code: 'comparison.trailing_stop' }),
      holds({ code: 'plan_card.refresh', seconds: policy.refreshSeconds }),
      activeTrades(policy),
      holds({ code: 'plan_card.broker_account' }),
    ],
    action: { code: 'plan_card.action.elite' },
  }),
  master: (policy) => ({
    summary: { code: 'plan_card.summary.master', symbols: policy.autoSymbols },
    builtOn: { code: 'plan_card.everything_in', plan: 'elite' },
    bullets: [
      holds({ code: 'plan_card.auto_execution', symbols: policy.autoSymbols }),
      holds({ code: 'comparison.parallel_trades' }),
      holds({ code: 'plan_card.capital_allocation' }),
      holds({ code: 'comparison.trade_sync' }),
      activeTrades(policy),
      holds({ code: 'plan_card.premium_support' }),
    ],
    action: { code: 'plan_card.action.master' },
  }),
}

/** The card of `plan` with the figures of `policy`. */
export function planCard(plan: Plan, policy: PlanPolicy): PlanCard {
  return CARD_OF[plan](policy)
}

/** The plan cards. Source: specification §2 (plan pages), §3 (catalogue) and §6 (feature descriptions). */
export const PLAN_CARDS: Readonly<Record<Plan, PlanCard>> = Object.fromEntries(
  PLANS.map((plan) => [plan, planCard(plan, PLAN_POLICY[plan])]),
  // The keys are those of PLANS, which fromEntries forgets.
) as Record<Plan, PlanCard>
