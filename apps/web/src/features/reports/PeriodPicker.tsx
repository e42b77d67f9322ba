import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { addDays, type IstDate } from '@strikewise/domain/time/ist.ts'
import { MAX_REPORT_DAYS } from '@strikewise/wire/reports.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { periodOf, readPeriod, shifted, unitOf, type Period, type PeriodUnit } from './period.ts'
import { periodText } from './date-text.ts'

interface PeriodPickerProps {
  period: Period
  today: IstDate
  onChange: (period: Period) => void
}

const UNITS = [
  { value: 'day', label: msg`Day` },
  { value: 'week', label: msg`Week` },
  { value: 'month', label: msg`Month` },
  { value: 'custom', label: msg`Custom` },
] as const satisfies readonly { value: PeriodUnit; label: MessageDescriptor }[]

/** Which days the report is about: a day, a week, a month, or from one day to another. Days are days in India. */
export function PeriodPicker({ period, today, onChange }: PeriodPickerProps) {
  const { t } = useLingui()
  const [choosing, setChoosing] = useState(false)
  const unit = choosing ? 'custom' : unitOf(period)
  const choose = (next: PeriodUnit) => {
    setChoosing(next === 'custom')
    if (next === 'custom') return
    // Of the days shown, the last one that has come.
    onChange(periodOf(next, period.to < today ? period.to : today >= period.from ? today : period.from))
  }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <Segments
          label={t`Period`}
          value={unit}
          options={UNITS.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={choose}
        />
        <div className="flex items-center">
          <IconButton label={t`Earlier`} onClick={() => onChange(shifted(period, -1))}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <IconButton label={t`Later`} disabled={period.to >= today} onClick={() => onChange(shifted(period, 1))}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </div>
        <p aria-live="polite" className="font-medium">
          {periodText(period)}
        </p>
      </div>
      {unit === 'custom' && <CustomDays key={`${period.from} ${period.to}`} period={period} onChange={onChange} />}
    </div>
  )
}

function CustomDays({ period, onChange }: Pick<PeriodPickerProps, 'period' | 'onChange'>) {
  const { t } = useLingui()
  const [from, setFrom] = useState<string>(period.from)
  const [to, setTo] = useState<string>(period.to)
  const chosen = readPeriod(from, to)
  const isTooLong = chosen !== undefined && chosen.to >= addDays(chosen.from, MAX_REPORT_DAYS)
  const error =
    chosen === undefined ? t`Must not be before the first day` : isTooLong ? t`Must be within a year` : undefined
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== undefined && error === undefined) onChange(chosen)
      }}
    >
      <Field label={t`First day`} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      <Field label={t`Last day`} type="date" value={to} error={error} onChange={(event) => setTo(event.target.value)} />
      <Button type="submit" tone="secondary" className="mt-6.5" disabled={error !== undefined}>
        <Trans>Show</Trans>
      </Button>
    </form>
  )
}
