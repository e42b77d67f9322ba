import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { groupIndian } from '@strikewise/domain/money/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { candlesQuery } from '../../lib/market-queries.ts'
import { dayRangeOf, SPARK, sparkline } from './day-range.ts'

/** The way of an index since the session began, and where its price stands between the lowest and the highest of the day. */
export function DayRange({ symbol, price }: { symbol: IndexSymbol; price: number }) {
  const { t } = useLingui()
  const { data: bars } = useQuery(candlesQuery(symbol))
  const points = useMemo(() => sparkline(bars ?? []), [bars])
  const range = dayRangeOf(bars ?? [], price)
  if (range === undefined) return null
  const [low, high] = [groupIndian(Math.round(range.low)), groupIndian(Math.round(range.high))]
  return (
    <div className="ml-auto flex items-center gap-2 text-xs text-ink-3">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
        preserveAspectRatio="none"
        className="h-5 w-12 text-ink-3 max-xl:hidden 2xl:w-24"
      >
        <polyline points={points} fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
      </svg>
      <p aria-label={t`Low ${low}, high ${high}`} role="img" className="flex items-center gap-1 whitespace-nowrap">
        <span>L {low}</span>
        <span className="relative h-1 w-8 rounded-full 2xl:w-16 bg-quiet-soft">
          <span
            className="absolute -top-0.5 size-2 -translate-x-1/2 rounded-full bg-ink-2"
            style={{ left: `${range.at}%` }}
          />
        </span>
        <span>H {high}</span>
      </p>
    </div>
  )
}
