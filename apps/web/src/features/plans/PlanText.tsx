import { useLingui } from '@lingui/react'
import { planText } from '../../messages/plans.ts'

/** A text of a plan, rendered again when the language changes. */
export function PlanText({ of }: { of: Parameters<typeof planText>[0] }) {
  useLingui()
  return planText(of)
}
