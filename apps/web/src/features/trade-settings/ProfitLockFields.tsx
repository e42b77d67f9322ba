import { Trans, useLingui } from '@lingui/react/macro'
import { paiseFromRupees, rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { floorOf } from '@strikewise/domain/trading/profit-lock.ts'
import type { ProfitLockSetting } from '@strikewise/wire/account-limits.ts'
import type { RiskSettings } from '@strikewise/wire/account.ts'
import type { ChangeEvent } from 'react'
import { Controller, type Control, type FieldError } from 'react-hook-form'
import { wholeRupeesText } from '../../lib/format.ts'
import { fieldErrorText } from '../../messages/form-fields.ts'
import { Field } from '../../ui/Field.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { number } from './number-field.ts'

/** What the lock starts at when it is switched on. */
const FIRST: ProfitLockSetting = { from: 2_000, keep_pct: 50 }

/** From which profit of a day on a share of its peak is kept. */
export function ProfitLockFields({ control }: { control: Control<RiskSettings> }) {
  const { t } = useLingui()
  return (
    <div className="mt-5">
      <p aria-hidden="true" className="text-sm font-medium">{t`Lock the day’s profit`}</p>
      <Controller
        control={control}
        name="profit_lock"
        render={({ field, fieldState }) => (
          <Choice lock={field.value ?? null} errors={fieldState.error as PartErrors} onChange={field.onChange} />
        )}
      />
    </div>
  )
}

/** Errors of the parts, which the form knows under the name of the whole. */
type PartErrors = { readonly [Part in keyof ProfitLockSetting]?: FieldError } | undefined

interface ChoiceProps {
  lock: ProfitLockSetting | null
  errors: PartErrors
  onChange: (lock: ProfitLockSetting | null) => void
}

function Choice({ lock, errors, onChange }: ChoiceProps) {
  const { t } = useLingui()
  const part = (name: keyof ProfitLockSetting) => ({
    required: true,
    inputMode: 'numeric' as const,
    value: lock?.[name] ?? '',
    // A field that is empty for now is no number: the schema says what is wrong with it.
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      lock && onChange({ ...lock, [name]: number.setValueAs(event.target.value) }),
    error: fieldErrorText(errors?.[name]),
  })
  const [from, floor] = exampleOf(lock)
  return (
    <>
      <div className="flex h-10 items-center">
        <Switch
          label={t`Lock the day’s profit`}
          checked={lock !== null}
          onChange={(on) => onChange(on ? FIRST : null)}
        />
      </div>
      <p className="text-xs text-ink-3">
        <Trans>
          On: once the day’s net profit, open trades and charges included, has reached an amount, the day ends when it
          falls back to a share of its peak. Open trades are sold and there are no more entries that day.
        </Trans>
      </p>
      {lock !== null && (
        <div className="mt-3 grid items-start gap-5 sm:grid-cols-3">
          <Field label={t`From a profit of (₹)`} {...part('from')} />
          <Field
            label={t`Keep of the peak (%)`}
            {...part('keep_pct')}
            hint={floor && t`A day that reaches ${from} ends at ${floor}; a higher peak keeps more.`}
          />
        </div>
      )}
    </>
  )
}

/** What a day that just reaches the amount keeps; nothing while a field is no number. */
function exampleOf(lock: ProfitLockSetting | null): [from: string, floor: string] | [] {
  const { from, keep_pct: keepPct } = lock ?? {}
  if (!Number.isInteger(from) || !Number.isFinite(keepPct)) return []
  const peak = paiseFromRupees(from!)
  return [wholeRupeesText(from!), wholeRupeesText(rupeesFromPaise(floorOf({ from: peak, keepPct: keepPct! }, peak)))]
}
