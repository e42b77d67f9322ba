import type { Plan } from '@strikewise/domain/plans/plan.ts'

/** How a plan is shown. Figures in the texts are the policy table's; a test holds them together. */
export interface PlanCard {
  readonly label: string
  readonly summary: string
  /** 'Everything in Pro, plus:' over the bullets of the higher plans; null for the others. */
  readonly builtOn: string | null
  readonly bullets: readonly string[]
  /** The plan page's button. */
  readonly action: string
}

/** Words of the plans. Source: specification §2 (plan pages), §3 (catalogue) and §6 (feature descriptions). */
export const PLAN_CARDS: Readonly<Record<Plan, PlanCard>> = {
  starter: {
    label: 'Starter',
    summary: 'View-only, signals delayed 1 minute, no auto execution.',
    builtOn: null,
    bullets: [
      'Dashboard with a 1-minute delay',
      'Basic signals (MACD, VWAP, RSI)',
      'Read-only end-of-day trade log',
      'No auto execution',
      'No alerts',
      'Community support',
    ],
    action: 'Start Free Now',
  },
  pro: {
    label: 'Pro',
    summary: 'Multi-agent engine, Telegram alerts, manual trades.',
    builtOn: null,
    bullets: [
      'Live Nifty option chain',
      'Multi-agent signal master',
      'Telegram alerts',
      'Live P&L view',
      'Manual execution only',
      'Email support',
    ],
    action: 'Subscribe Pro',
  },
  elite: {
    label: 'Elite',
    summary: 'Auto execution (Nifty), smart stop-loss and recovery, messaging-app alerts, all agents.',
    builtOn: 'Everything in Pro, plus:',
    bullets: [
      'Auto execution for Nifty only',
      'Smart loss recovery: one smaller second attempt, never a bigger one',
      'Trailing stop-loss',
      '1-second signal refresh',
      'A maximum of 1 active trade',
      'Needs a broker trading account and a daily broker token',
    ],
    action: 'Activate Elite Plan',
  },
  master: {
    label: 'Master',
    summary: 'Nifty and BankNifty auto trade, advanced capital engine, premium support, real-time logs, all agents.',
    builtOn: 'Everything in Elite, plus:',
    bullets: [
      'Auto execution for Nifty and BankNifty',
      'Parallel trade handling',
      'Smart capital allocation',
      'Dashboard trade sync',
      'Unlimited trades',
      'Premium support with live chat',
    ],
    action: 'Go Master Now',
  },
}
