import { useLingui } from '@lingui/react/macro'
import type { PublicLogReply } from '@strikewise/wire/public-log.ts'
import { useId } from 'react'
import { Field } from '../../ui/Field.tsx'

type Day = PublicLogReply['days'][number]['root']['day']

/** First and last day to verify. */
interface DayRange {
  readonly first: Day
  readonly last: Day
}

/** First and last entry as typed; empty leaves that end open. */
export interface EntryRange {
  readonly from: string
  readonly to: string
}

interface RangeFieldsProps {
  /** The days that can be chosen, oldest first. */
  names: readonly Day[]
  days: DayRange
  onDays: (days: DayRange) => void
  entries: EntryRange
  onEntries: (entries: EntryRange) => void
}

/** The part of the log to verify: days, and entries by number. */
export function RangeFields({ names, days, onDays, entries, onEntries }: RangeFieldsProps) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <DayChoice
        label={t`First day`}
        value={days.first}
        days={names}
        onChoose={(first) => onDays({ ...days, first })}
      />
      <DayChoice label={t`Last day`} value={days.last} days={names} onChoose={(last) => onDays({ ...days, last })} />
      <Field
        label={t`From entry`}
        inputMode="numeric"
        placeholder={t`first`}
        value={entries.from}
        onChange={(event) => onEntries({ ...entries, from: event.currentTarget.value })}
      />
      <Field
        label={t`To entry`}
        inputMode="numeric"
        placeholder={t`last`}
        value={entries.to}
        onChange={(event) => onEntries({ ...entries, to: event.currentTarget.value })}
      />
    </div>
  )
}

interface DayChoiceProps {
  label: string
  value: string
  days: readonly Day[]
  onChoose: (day: Day) => void
}

function DayChoice({ label, value, days, onChoose }: DayChoiceProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value as Day)}
        className="block h-10 w-full min-w-0 rounded-md border border-field bg-surface px-2 text-md text-ink sm:text-base"
      >
        {days.map((day) => (
          <option key={day}>{day}</option>
        ))}
      </select>
    </div>
  )
}
