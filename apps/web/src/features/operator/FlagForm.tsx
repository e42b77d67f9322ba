import { Trans, useLingui } from '@lingui/react/macro'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import {
  MAX_FLAG_PERCENTAGE,
  MAX_FLAG_REASON,
  MIN_FLAG_PERCENTAGE,
  type FlagRow,
} from '@strikewise/wire/operator-flags.ts'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PlanChoice } from './PlanChoice.tsx'
import { useAct } from './useAct.ts'

interface FlagFormProps {
  readonly row: FlagRow
  /** What the feature is called. */
  readonly name: string
  readonly onDone: () => void
}

/** Changes who has an optional feature. */
export function FlagForm({ row, name, onDone }: FlagFormProps) {
  const { t } = useLingui()
  const [plans, setPlans] = useState<readonly Plan[]>(row.plans)
  const [percent, setPercent] = useState(String(row.percentage))
  const [reason, setReason] = useState('')
  const percentage = percentageOf(percent)
  const save = useAct(
    (checked: number) =>
      api.call('changeFlag', {
        body: { flag: row.flag, plans: [...plans], percentage: checked, reason: reason.trim() },
      }),
    onDone,
  )
  const isComplete = percentage !== undefined && plans.length > 0 && reason.trim() !== ''
  return (
    <form
      noValidate
      aria-label={t`Change: ${name}`}
      className="space-y-4 border-l pl-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) save.mutate(percentage)
      }}
    >
      <PlanChoice legend={t`Plans that have it`} plans={plans} onChange={setPlans} />
      <div className="flex flex-wrap items-start gap-3">
        <Field
          className="w-full sm:w-56"
          label={t`Percent of their users`}
          hint={t`At ${MIN_FLAG_PERCENTAGE} it is off for everyone. Users who have it keep it when this rises.`}
          inputMode="numeric"
          autoComplete="off"
          value={percent}
          error={
            percentage === undefined
              ? t`A whole number from ${MIN_FLAG_PERCENTAGE} to ${MAX_FLAG_PERCENTAGE}`
              : undefined
          }
          onChange={({ target }) => setPercent(target.value)}
        />
        <Field
          className="min-w-56 flex-1"
          label={t`Reason`}
          hint={t`For the activity log.`}
          value={reason}
          maxLength={MAX_FLAG_REASON}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={save.isPending} disabled={!isComplete}>
          <Trans>Save changes</Trans>
        </Button>
        <Button tone="secondary" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}

/** What is typed as a percentage; undefined: it is none. */
function percentageOf(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^\d{1,3}$/.test(trimmed)) return undefined
  const value = Number(trimmed)
  return value <= MAX_FLAG_PERCENTAGE ? value : undefined
}
