import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { priceText } from '../../lib/format.ts'
import { istMinute } from '../../lib/ist-format.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import type { CandleChartProps } from './CandleChart.tsx'
import type { MinuteAddress } from './minute-of-bar.ts'
import { NoTradeMinutes, type NoTradeMinutesProps } from './NoTradeMinutes.tsx'
import { OverlayLegend } from './OverlayLegend.tsx'

const CandleChart = lazy(async () => ({ default: (await import('./CandleChart.tsx')).CandleChart }))

/** Height of a chart with its words, for what stands in its place: nothing below moves when it comes. */
export const FRAME_HEIGHT = 'h-72 sm:h-92'

/** Bars of the table: the newest, so that it can be read to its end. */
const TABLE_BARS = 60

interface ChartFrameProps extends Omit<CandleChartProps, 'label' | 'onBar'> {
  summary: string
  /** The decision that was made when a bar closed, by its start; left out: none is opened. */
  minuteOf?: ((time: number) => MinuteAddress) | undefined
  /** The minutes without a trade, as a list on request; left out: there is none. */
  minutesWithout?: NoTradeMinutesProps | undefined
  /** What lies over the chart. */
  over?: ReactNode
}

/** A chart, what there is to see on it as text, and the same as a table on request. */
export function ChartFrame({ summary, over, minuteOf, minutesWithout, ...chart }: ChartFrameProps) {
  const [opened, setOpened] = useState<'table' | 'no-trade'>()
  const [asTable, asReasons] = [opened === 'table', opened === 'no-trade']
  const { t } = useLingui()
  const navigate = useNavigate()
  const onBar = useMemo(
    () =>
      minuteOf === undefined
        ? undefined
        : (time: number) => void navigate({ to: '/why/$symbol/$minute', params: minuteOf(time) }),
    [minuteOf, navigate],
  )
  return (
    <figure>
      <OverlayLegend lines={chart.overlays} />
      <div className="relative h-60 px-1 pt-2 sm:h-80">
        {over}
        <Suspense fallback={<ChartSkeleton />}>
          <CandleChart {...chart} onBar={onBar} label={summary} />
        </Suspense>
      </div>
      <figcaption className="flex flex-wrap items-center gap-x-4 px-4 py-1 text-xs text-ink-3">
        <span className="min-w-56 flex-1">
          {summary}
          {onBar !== undefined && <> {t`Click a candle to see its decision.`}</>}
          {chart.noTrade !== undefined && chart.noTrade.length > 0 && <> {t`Grey marks below: no trade.`}</>}
        </span>
        <span className="ml-auto flex flex-none flex-wrap justify-end">
          {minutesWithout !== undefined && (
            <Button
              tone="quiet"
              size="sm"
              aria-expanded={asReasons}
              onClick={() => setOpened(asReasons ? undefined : 'no-trade')}
            >
              {t`Why no trade`}
            </Button>
          )}
          <Button
            tone="quiet"
            size="sm"
            aria-expanded={asTable}
            onClick={() => setOpened(asTable ? undefined : 'table')}
          >
            {asTable ? t`Hide the table` : t`Show as a table`}
          </Button>
        </span>
      </figcaption>
      {asReasons && minutesWithout !== undefined && <NoTradeMinutes {...minutesWithout} />}
      {asTable && <BarTable bars={chart.bars} minuteOf={minuteOf} />}
    </figure>
  )
}

function BarTable({ bars, minuteOf }: Pick<ChartFrameProps, 'bars' | 'minuteOf'>) {
  const { t } = useLingui()
  return (
    <TableFrame label={t`The newest bars, newest first`} className="max-h-80 overflow-y-auto border-t">
      <Table>
        <thead>
          <tr>
            <Th>
              <Trans>From</Trans>
            </Th>
            <Th align="end">
              <Trans>Open</Trans>
            </Th>
            <Th align="end">
              <Trans>High</Trans>
            </Th>
            <Th align="end">
              <Trans>Low</Trans>
            </Th>
            <Th align="end">
              <Trans context="price">Close</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {bars
            .slice(-TABLE_BARS)
            .toReversed()
            .map((bar) => (
              <tr key={bar.time}>
                <Td>
                  {minuteOf === undefined ? (
                    istMinute(bar.time as EpochMs)
                  ) : (
                    <Link
                      to="/why/$symbol/$minute"
                      params={minuteOf(bar.time)}
                      className="underline underline-offset-2"
                    >
                      {istMinute(bar.time as EpochMs)}
                    </Link>
                  )}
                </Td>
                <Td align="end">{priceText(bar.open)}</Td>
                <Td align="end">{priceText(bar.high)}</Td>
                <Td align="end">{priceText(bar.low)}</Td>
                <Td align="end">{priceText(bar.close)}</Td>
              </tr>
            ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

/** Stands where the chart will. */
export function ChartSkeleton() {
  return (
    <div className="flex h-full items-end gap-1 px-3 pb-8" aria-hidden="true">
      {BAR_HEIGHTS.map((height, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a fixed picture
        <Skeleton key={at} className={`flex-1 ${height}`} />
      ))}
    </div>
  )
}

const BAR_HEIGHTS = 'h-1/3 h-2/5 h-1/2 h-2/5 h-1/3 h-1/2 h-3/5 h-2/3 h-3/5 h-1/2 h-3/5 h-3/4 h-2/3 h-3/5'.split(' ')
