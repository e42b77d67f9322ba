import { Trans, useLingui } from '@lingui/react/macro'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { rupeesText } from '../../lib/format.ts'
import { istMinute } from '../../lib/ist-format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { extremes, rollUp, type Bar } from '../market-chart/bars.ts'
import { ChartFrame, ChartSkeleton, FRAME_HEIGHT } from '../market-chart/ChartFrame.tsx'
import { ChartOfQuery } from '../market-chart/ChartOfQuery.tsx'
import type { ContractDay } from './queries.ts'

/** Up to so many minutes a panel shows each; a longer day in bars of five. */
const MAX_MINUTES = 75

interface ContractDayChartProps {
  /** What the contract is called in texts. */
  name: string
  query: UseQueryResult<ContractDay>
}

/** Today's prices of the option in candles, or what is missing for them. */
export function ContractDayChart({ name, query }: ContractDayChartProps) {
  return (
    <section aria-labelledby="contract-day" className="-mx-5 mt-4 border-t pt-3">
      <h3 id="contract-day" className="px-4 text-sm font-medium text-ink">
        <Trans>Price today</Trans>
      </h3>
      <ChartOfQuery query={query}>{(day) => <Day name={name} day={day} />}</ChartOfQuery>
    </section>
  )
}

function Day({ name, day: { candles, isAwaited } }: { name: string; day: ContractDay }) {
  const { t } = useLingui()
  const minutes = (candles?.length ?? 0) > MAX_MINUTES ? 5 : 1
  const bars = useMemo(() => rollUp(candles ?? NONE, minutes), [candles, minutes])
  const summary = useSummary(name, minutes, bars)
  if (candles === null && isAwaited)
    return (
      <div role="status" data-waiting aria-label={t`Loading...`} className={FRAME_HEIGHT}>
        <ChartSkeleton />
      </div>
    )
  if (candles === null)
    return (
      <EmptyState
        title={t`No minutes of this contract`}
        hint={t`They are read from the feed and from the broker while the market is open.`}
      />
    )
  if (bars.length === 0) return <EmptyState title={t`Not traded today`} />
  return (
    <ChartFrame
      bars={bars}
      markers={NONE}
      lines={NONE}
      steps={NONE}
      overlays={NONE}
      decimals={2}
      visible={bars.length}
      subject={`${name} ${minutes}`}
      summary={summary}
    />
  )
}

const NONE: readonly never[] = []

/** What there is to see, as text; empty without a bar. */
function useSummary(name: string, minutes: number, bars: readonly Bar[]): string {
  const { t } = useLingui()
  const found = extremes(bars)
  if (found === undefined) return ''
  const [open, last] = [rupeesText(bars[0]!.open), rupeesText(bars.at(-1)!.close)]
  const [high, highAt] = [rupeesText(found.high.high), istMinute(found.high.time as EpochMs)]
  const [low, lowAt] = [rupeesText(found.low.low), istMinute(found.low.time as EpochMs)]
  return t`${name}, ${minutes} min · O ${open} · ${last} · H ${high} (${highAt}) · L ${low} (${lowAt}).`
}
