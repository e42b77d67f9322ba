import type { Plan } from '@strikewise/domain/plans/plan.ts'

export const PLAN_LABELS = {
  starter: 'Starter',
  pro: 'Pro',
  elite: 'Elite',
  master: 'Master',
} satisfies Record<Plan, string>
