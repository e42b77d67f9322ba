import { PLANS, type Plan } from '@strikewise/domain/plans/plan.ts'
import { planLabel } from '../../messages/plan-labels.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'

interface PlanChoiceProps {
  /** What the plans are chosen for. */
  legend: string
  plans: readonly Plan[]
  /** Gets the plans in their own order. */
  onChange: (plans: Plan[]) => void
}

/** A box for each plan. */
export function PlanChoice({ legend, plans, onChange }: PlanChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {PLANS.map((plan) => (
          <Checkbox
            key={plan}
            checked={plans.includes(plan)}
            onChange={(on) => onChange(PLANS.filter((one) => (one === plan ? on : plans.includes(one))))}
          >
            {planLabel(plan)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
