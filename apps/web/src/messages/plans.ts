import texts from '@strikewise/messages/catalogue/en/plans.json'
import labels from '@strikewise/messages/catalogue/en/labels-plans.json'
import { plansUnits } from '@strikewise/messages/units/plans.ts'
import type { PlanCardText } from '@strikewise/plans/catalogue.ts'
import type { ComparisonCell, ComparisonFeature } from '@strikewise/plans/comparison.ts'
import { messageFamily } from '../lib/message-family.ts'

/** What a plan holds: its card and the table that compares plans. */
export const planText = messageFamily<PlanCardText | ComparisonFeature | ComparisonCell>(plansUnits, texts, labels)
