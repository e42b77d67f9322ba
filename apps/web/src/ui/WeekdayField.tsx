import { useLingui } from '@lingui/react/macro'
import { WEEKDAYS, type Weekday } from '@strikewise/domain/trading/entry-hours.ts'
import { useId } from 'react'
import { WEEKDAY_NAMES } from '../lib/weekday-names.ts'
import { Checkbox } from './Checkbox.tsx'
import { FieldNote } from './Field.tsx'

const FROM_MONDAY = Object.keys(WEEKDAY_NAMES) as Weekday[]

interface WeekdayFieldProps {
  label: string
  hint: string
  days: readonly Weekday[]
  onChange: (days: Weekday[]) => void
  error: string | undefined
}

/** Days of the week to choose from, Monday first; chosen ones are named from Sunday on. */
export function WeekdayField({ label, hint, days, onChange, error }: WeekdayFieldProps) {
  const { t } = useLingui()
  const note = useId()
  const choose = (day: Weekday, on: boolean) =>
    onChange(WEEKDAYS.filter((one) => (one === day ? on : days.includes(one))))
  return (
    <fieldset aria-describedby={note}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {FROM_MONDAY.map((day) => (
          <Checkbox key={day} checked={days.includes(day)} onChange={(on) => choose(day, on)}>
            {t(WEEKDAY_NAMES[day])}
          </Checkbox>
        ))}
      </div>
      <FieldNote id={note} error={error} hint={hint} />
    </fieldset>
  )
}
