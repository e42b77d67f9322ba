import { useLingui } from '@lingui/react/macro'
import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { addDays, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { ReportReply } from '@strikewise/wire/reports.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { signedRupeesText } from '../../lib/format.ts'
import { IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { monthGrid, type Period } from './period.ts'
import { dayOfMonth, longDay, monthName, shortAmount, WEEKDAYS } from './date-text.ts'

type Day = ReportReply['by_day'][number]

interface HeatMapProps {
  month: Period
  days: readonly Day[]
  today: IstDate
  /** The days the report is about. */
  chosen: Period
  onDay: (day: IstDate) => void
  onMonth: (by: -1 | 1) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month's net results by day. The amount stands in each day, so colour is never the only sign; arrow keys move. */
export function HeatMap({ month, days, today, chosen, onDay, onMonth }: HeatMapProps) {
  const { t } = useLingui()
  const grid = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<IstDate | undefined>(undefined)
  const results = new Map(days.map((day) => [day.day, day]))
  const largest = Math.max(1, ...days.map(({ net }) => Math.abs(net)))
  const inMonth = (day: IstDate) => day >= month.from && day <= month.to && day <= today
  // Where the whole month is chosen a mark on every day would show nothing.
  const isChosen = (day: IstDate) =>
    day >= chosen.from && day <= chosen.to && (chosen.from > month.from || chosen.to < month.to)
  const entry = [focused, chosen.to, today, month.from].find((day) => day !== undefined && inMonth(day))

  const move = (event: KeyboardEvent, day: IstDate) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = addDays(day, step)
    if (!inMonth(next)) return
    setFocused(next)
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }

  return (
    <div className="p-4">
      <div className="mb-2 flex items-center gap-1">
        <p id="heat-month" aria-live="polite" className="mr-auto font-medium">
          {monthName(month.from)}
        </p>
        <IconButton label={t`Month before`} onClick={() => onMonth(-1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Month after`} disabled={month.to >= today} onClick={() => onMonth(1)}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <table
        ref={grid}
        role="grid"
        aria-labelledby="heat-month"
        className="w-full table-fixed border-separate border-spacing-1"
      >
        <thead>
          <tr>
            {WEEKDAYS.map(({ name, short }) => (
              <th key={name.id} scope="col" abbr={t(name)} className="pb-1 text-xs font-medium text-ink-3">
                {t(short)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, i) =>
                day === null ? (
                  <td key={WEEKDAYS[i]!.name.id} role="gridcell" />
                ) : (
                  <td key={day} role="gridcell" aria-selected={isChosen(day)} className="p-0">
                    <DayCell
                      day={day}
                      result={results.get(day)}
                      largest={largest}
                      chosen={isChosen(day)}
                      disabled={day > today}
                      entry={day === entry}
                      onPress={() => onDay(day)}
                      onKeyDown={(event) => move(event, day)}
                      onFocus={() => setFocused(day)}
                    />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayCellProps {
  day: IstDate
  result: Day | undefined
  largest: number
  chosen: boolean
  disabled: boolean
  /** Whether Tab comes in here. */
  entry: boolean
  onPress: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
}

function DayCell({ day, result, largest, chosen, disabled, entry, onPress, onKeyDown, onFocus }: DayCellProps) {
  return (
    <button
      type="button"
      data-day={day}
      disabled={disabled}
      tabIndex={entry ? 0 : -1}
      aria-label={`${longDay(day)}: ${resultText(result)}`}
      onClick={onPress}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      className={cx(
        'flex h-12 w-full flex-col items-center justify-center rounded-sm border text-ink disabled:text-ink-3 sm:h-14',
        toneOf(result, largest),
        chosen && 'outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <span className="text-xs text-ink-2">{dayOfMonth(day)}</span>
      <span className="text-2xs font-semibold sm:text-xs">{result === undefined ? ' ' : shortAmount(result.net)}</span>
    </button>
  )
}

function resultText(result: Day | undefined): string {
  if (result === undefined) return i18n._(msg`no closed trade`)
  const net = signedRupeesText(result.net)
  return i18n._(msg`net ${net}, ${plural(result.trades, { one: '# trade', other: '# trades' })}`)
}

/** Stronger from half of the month's largest day on. */
function toneOf(result: Day | undefined, largest: number): string {
  if (result === undefined || result.net === 0) return 'border-line bg-sunken'
  const strong = Math.abs(result.net) >= largest / 2
  if (result.net > 0) return strong ? 'border-up-fill bg-up-line' : 'border-up-line bg-up-soft'
  return strong ? 'border-down-fill bg-down-line' : 'border-down-line bg-down-soft'
}
