import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { ReportReply } from '@strikewise/wire/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { errorDetail } from '../../messages/error-detail.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { EmptyState, ErrorState, LoadingState, LockedState } from '../../ui/states.tsx'
import { EquityCurve } from './EquityCurve.tsx'
import { HeatMap } from './HeatMap.tsx'
import { periodOf, shifted, type Period } from './period.ts'
import { PeriodPicker } from './PeriodPicker.tsx'
import { fileHref, reportQuery } from './queries.ts'
import { DayTable, RefusalTable, SymbolTable } from './ReportTables.tsx'
import { ResultCard } from './ResultCard.tsx'
import { TradesTable } from './TradesTable.tsx'

interface ReportsPanelProps {
  mode: LinkMode
  period: Period
  /** The user may not trade now: what was traded before is shown all the same. */
  locked: boolean
  onChange: (mode: LinkMode, period: Period) => void
}

const MODES = [
  { value: 'live', label: msg`Live` },
  { value: 'paper', label: msg`Paper` },
] as const satisfies readonly { value: LinkMode; label: MessageDescriptor }[]

/** A user's results of a period and kind of account, and what was not traded and why. */
export function ReportsPanel({ mode, period, locked, onChange }: ReportsPanelProps) {
  const { t } = useLingui()
  const today = useMarketToday()
  const report = useQuery(reportQuery(mode, period))
  const asOf = wireTime(report.data?.as_of ?? null)
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PeriodPicker period={period} today={today} onChange={(next) => onChange(mode, next)} />
        <Segments
          label={t`Account`}
          value={mode}
          options={MODES.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(next) => onChange(next, period)}
        />
      </div>
      {report.isError && report.data !== undefined && (
        <Notice tone="warn" role="status">
          <Trans>As of {asOf}. Couldn’t refresh.</Trans>
        </Notice>
      )}
      <div aria-busy={report.isPlaceholderData} className="aria-busy:opacity-60">
        {report.data !== undefined ? (
          <Head report={report.data} locked={locked} />
        ) : (
          <Card>
            {report.isError ? (
              <ErrorState
                title={t`Couldn’t load the report`}
                hint={errorDetail(report.error)}
                onRetry={() => void report.refetch()}
              />
            ) : (
              <LoadingState label={t`Loading...`} className="min-h-64" />
            )}
          </Card>
        )}
      </div>
      {/* Always at this place: a day that was pressed keeps the focus, whatever its report holds. */}
      <Month
        key={period.to.slice(0, 7)}
        {...{ mode, period, today }}
        onDay={(day) => onChange(mode, periodOf('day', day))}
      />
      {report.data !== undefined && (
        <div aria-busy={report.isPlaceholderData} className="space-y-5 empty:hidden aria-busy:opacity-60">
          <Details report={report.data} mode={mode} period={period} />
        </div>
      )}
    </div>
  )
}

/** What the period brought in a few figures, or why there is nothing. */
function Head({ report, locked }: { report: ReportReply; locked: boolean }) {
  const { t } = useLingui()
  if (report.total.trades > 0 || report.unsettled > 0) return <ResultCard report={report} />
  return (
    <Card>
      {locked ? (
        <LockedState
          title={t`Reports come with a trading account`}
          hint={t`Open a paper account, which needs no money, or take a plan with a live one.`}
          action={
            <Link to="/connect-zerodha" className={buttonClass('primary', 'sm')}>
              <Trans>Open an account</Trans>
            </Link>
          }
        />
      ) : (
        <EmptyState
          title={t`No closed trades in this period`}
          hint={t`Choose other days, or the other kind of account.`}
        />
      )}
    </Card>
  )
}

function Details({ report, mode, period }: { report: ReportReply; mode: LinkMode; period: Period }) {
  const { t } = useLingui()
  return (
    <>
      {report.by_day.length > 0 && (
        <>
          <Card aria-labelledby="curve">
            <CardHeader id="curve" title={t`Equity curve`} note={t`Cumulative net P&L.`} />
            <EquityCurve days={report.by_day} drawdown={report.drawdown} />
          </Card>
          <Card aria-labelledby="symbols">
            <CardHeader id="symbols" title={t`By symbol`} />
            <SymbolTable rows={report.by_symbol} />
          </Card>
          <Card aria-labelledby="days">
            <CardHeader id="days" title={t`By day`} />
            <DayTable rows={report.by_day} />
          </Card>
          <Card aria-labelledby="trades">
            <CardHeader id="trades" title={t`Trades`} actions={<Files mode={mode} period={period} />} />
            <TradesTable trades={report.trades} />
          </Card>
        </>
      )}
      {report.refusals.length > 0 && (
        <Card aria-labelledby="refused">
          <CardHeader
            id="refused"
            title={t`Refused entries`}
            note={t`Signals that were not traded, whichever account was connected.`}
          />
          <RefusalTable refusals={report.refusals} />
        </Card>
      )}
    </>
  )
}

function Files({ mode, period }: { mode: LinkMode; period: Period }) {
  return (['csv', 'pdf'] as const).map((format) => (
    <a key={format} href={fileHref(format, mode, period)} download className={buttonClass('secondary', 'sm')}>
      <Download aria-hidden="true" />
      {format.toUpperCase()}
    </a>
  ))
}

interface MonthProps {
  mode: LinkMode
  period: Period
  today: IstDate
  onDay: (day: IstDate) => void
}

/** The month the period ends in, and from there as far back as the user pages. */
function Month({ mode, period, today, onDay }: MonthProps) {
  const { t } = useLingui()
  const [month, setMonth] = useState(() => periodOf('month', period.to))
  const { data, isError } = useQuery(reportQuery(mode, month))
  return (
    <Card aria-labelledby="calendar">
      <CardHeader id="calendar" title={t`Calendar`} note={t`Net per day. Click a day for its report.`} />
      {isError && (
        <Notice tone="warn" role="status" className="m-4 mb-0">
          {data === undefined ? (
            <Trans>Couldn’t load the results of this month.</Trans>
          ) : (
            <Trans>These results may be old.</Trans>
          )}
        </Notice>
      )}
      <HeatMap
        month={month}
        days={data?.by_day ?? []}
        today={today}
        chosen={period}
        onDay={onDay}
        onMonth={(by) => setMonth(shifted(month, by))}
      />
    </Card>
  )
}
