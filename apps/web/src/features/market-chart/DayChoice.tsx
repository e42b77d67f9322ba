import { Trans, useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { addDays, type IstDate } from '@strikewise/domain/time/ist.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { readChartDay } from './chart-day.ts'
import { indexDayQuery } from './queries.ts'

interface DayChoiceProps {
  symbol: IndexSymbol
  day: IstDate
  today: IstDate
  /** Undefined: back to the present session. */
  onChoose: (day: IstDate | undefined) => void
}

/** Which past day is drawn: by its date, or the session before and after it. */
export function DayChoice({ symbol, day, today, onChoose }: DayChoiceProps) {
  const { t } = useLingui()
  const { data } = useQuery(indexDayQuery(symbol, day))
  const previous = data?.previous ?? undefined
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-1 px-4 pt-1 text-sm">
      <IconButton
        label={t`Previous session`}
        disabled={previous === undefined}
        onClick={() => previous !== undefined && onChoose(previous)}
      >
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <input
        type="date"
        aria-label={t`Day of the chart`}
        value={day}
        max={addDays(today, -1)}
        onChange={(event) => {
          // Empty or half typed: what is drawn stays.
          const chosen = readChartDay(event.target.value, today)
          if (chosen !== undefined) onChoose(chosen)
        }}
        className="h-8 rounded-sm border border-field bg-surface px-2 text-sm touch:h-11"
      />
      <IconButton
        label={t`Next session`}
        disabled={data === undefined}
        onClick={() => onChoose(data?.next ?? undefined)}
      >
        <ChevronRight aria-hidden="true" />
      </IconButton>
      <Button tone="secondary" size="sm" className="ml-auto" onClick={() => onChoose(undefined)}>
        <Trans>Back to today</Trans>
      </Button>
    </div>
  )
}
