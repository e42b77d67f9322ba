import texts from '@strikewise/messages/catalogue/en/labels-plans.json'
import type { PlanLabel } from '@strikewise/messages/labels.ts'
import { labelSet } from '../lib/message-family.ts'

const nameOf = labelSet('plan', texts)

/** The name of a plan. A plan of a later version of the server is shown as it came. */
export const planLabel = (plan: PlanLabel): string => (Object.hasOwn(texts, `label.plan.${plan}`) ? nameOf(plan) : plan)
export const supportTierLabel = labelSet('support_tier', texts)
