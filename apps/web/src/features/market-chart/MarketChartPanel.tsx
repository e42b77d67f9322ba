import { Trans, useLingui } from '@lingui/react/macro'
import { addDays, istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { candlesBeforeQuery } from '../../lib/market-queries.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { useStore } from '../../lib/store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { BAR_MINUTES, type BarMinutes } from './bars.ts'
import { useChartDay } from './chart-day.ts'
import { chartSubject, type ChartSubject } from './chart-subject.ts'
import { contractText, type ChartTrade } from './chart-trade.ts'
import { DayChoice } from './DayChoice.tsx'
import { INDEX_NAMES } from './index-names.ts'
import { IndexView, type ChartRights } from './IndexView.tsx'
import { OverlayMenu } from './OverlayMenu.tsx'
import { PastDayView } from './PastDayView.tsx'
import { TradeView } from './TradeView.tsx'

interface MarketChartPanelProps {
  uid: string
  /** The user's trades today, open ones first. */
  trades: readonly ChartTrade[]
  /** Seconds the plan sees the market late; 0: live. */
  delaySeconds: number
  /** What the plan shows beside the candles of an index. */
  shows: ChartRights
}

/**
 * The market and the user's own trades in candles. Until the user chooses, it shows what matters most now: the open
 * trade, or else the first index.
 */
export function MarketChartPanel({ uid, trades, delaySeconds, shows }: MarketChartPanelProps) {
  const { t } = useLingui()
  const chosen = useStore(chartSubject)
  const [tradeId, setTradeId] = useState<string>()
  const [minutes, setMinutes] = useState<BarMinutes>(1)
  const [day, setDay] = useChartDay()
  const today = useMarketToday()
  const queries = useQueryClient()
  /** The session before today's, whose candles the chart of today begins with; the day before while they are not here. */
  const before = (symbol: IndexSymbol) => {
    const last = queries.getQueryData(candlesBeforeQuery(symbol).queryKey)?.at(-1)
    return last === undefined ? addDays(today, -1) : istDateAt(last.time as EpochMs)
  }
  const trade = trades.find((one) => one.trade_id === tradeId) ?? trades[0]
  const preferred: ChartSubject = trades[0]?.exit_time === null ? 'trade' : 'NIFTY'
  const requested = chosen ?? preferred
  // A past day is that of an index.
  const subject = requested === 'trade' && (trade === undefined || day !== undefined) ? 'NIFTY' : requested
  const subjects: readonly { value: ChartSubject; label: string }[] = [
    { value: 'NIFTY', label: INDEX_NAMES.NIFTY },
    { value: 'BANKNIFTY', label: INDEX_NAMES.BANKNIFTY },
    ...(trade === undefined || day !== undefined
      ? []
      : [{ value: 'trade', label: `${trade.strike} ${trade.side}` } as const]),
  ]
  return (
    <Card aria-labelledby="market-chart">
      <CardHeader
        id="market-chart"
        tight
        title={t`Chart`}
        note={
          delaySeconds > 0 && (
            <Badge tone="warn">
              <Trans>one minute late</Trans>
            </Badge>
          )
        }
        actions={
          <>
            {subject !== 'trade' && <OverlayMenu walls={shows.chain && subject === 'NIFTY' && day === undefined} />}
            <Segments label={t`What is drawn`} value={subject} options={subjects} onChange={chartSubject.set} />
            <Segments
              label={t`Minutes of a bar`}
              value={String(minutes)}
              options={BAR_MINUTES.map((count) => ({ value: String(count), label: `${count}m` }))}
              onChange={(text) => setMinutes(BAR_MINUTES.find((count) => String(count) === text) ?? 1)}
            />
            {day === undefined && subject !== 'trade' && (
              <IconButton label={t`Past days`} onClick={() => setDay(before(subject))}>
                <CalendarDays aria-hidden="true" />
              </IconButton>
            )}
          </>
        }
      />
      {day !== undefined && subject !== 'trade' ? (
        <>
          <DayChoice symbol={subject} day={day} today={today} onChoose={setDay} />
          <PastDayView symbol={subject} day={day} minutes={minutes} decisions={shows.decisions} />
        </>
      ) : subject === 'trade' && trade !== undefined ? (
        <>
          {trades.length > 1 && <TradeChoice trades={trades} trade={trade} onChoose={setTradeId} />}
          <TradeView key={trade.trade_id} uid={uid} trade={trade} minutes={minutes} />
        </>
      ) : (
        subject !== 'trade' && (
          <IndexView
            uid={uid}
            symbol={subject}
            minutes={minutes}
            trades={trades.filter((one) => one.symbol === subject)}
            shows={shows}
          />
        )
      )}
    </Card>
  )
}

interface TradeChoiceProps {
  trades: readonly ChartTrade[]
  trade: ChartTrade
  onChoose: (tradeId: string) => void
}

/** Which of several trades is drawn. */
function TradeChoice({ trades, trade, onChoose }: TradeChoiceProps) {
  const { t } = useLingui()
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2 px-4 pt-1 text-sm">
      <select
        aria-label={t`Trade`}
        value={trade.trade_id}
        onChange={(event) => onChoose(event.target.value)}
        className="h-8 max-w-full rounded-sm border border-field bg-surface px-2 text-sm font-medium touch:h-11"
      >
        {trades.map((one) => (
          <option key={one.trade_id} value={one.trade_id}>
            {contractText(one)} {one.entry_time.slice(11, 16)} {one.exit_time === null ? t`open` : t`closed`}
          </option>
        ))}
      </select>
      <ModeBadge mode={trade.mode} />
    </div>
  )
}
