import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { errorDetail } from '../../messages/error-detail.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { EmptyState, ErrorState, LoadingState, LockedState } from '../../ui/states.tsx'
import { ClosedTradesTable } from './ClosedTradesTable.tsx'
import { tradeLogQuery } from './queries.ts'
import { byEntryTime } from './totals.ts'
import { TradeTracker } from './TradeTracker.tsx'

interface TradeLogPanelProps {
  uid: string
  locked: boolean
  /** The plan has the smart tracker: what became of each trade's plan stands under the log. */
  tracker: boolean
}

/** 'Today Trade Log': the user's closed trades, or the way to a plan that has it. */
export function TradeLogPanel({ uid, locked, tracker }: TradeLogPanelProps) {
  const { t } = useLingui()
  return (
    <Card aria-labelledby="trade-log">
      <CardHeader id="trade-log" title={t`Today Trade Log`} />
      {locked ? (
        <LockedState
          line
          title={t`The trade log is part of Elite and Master`}
          hint={t`Upgrade to see each closed trade with its charges and the day's net result.`}
          action={
            <Link to="/plans" className={buttonClass('primary', 'sm')}>
              <Trans>Upgrade Plan</Trans>
            </Link>
          }
        />
      ) : (
        <TodayLog uid={uid} tracker={tracker} />
      )}
    </Card>
  )
}

function TodayLog({ uid, tracker }: { uid: string; tracker: boolean }) {
  const { t } = useLingui()
  const today = useMarketToday()
  const log = useQuery(tradeLogQuery(uid, today))
  const { data, isPending, error } = log
  const trades = useMemo(() => byEntryTime(data ?? []), [data])
  return (
    <>
      <NotRefreshed query={log} />
      {isPending ? (
        <LoadingState label={t`Loading...`} line />
      ) : data === undefined ? (
        <ErrorState
          title={t`Couldn’t load today’s trades`}
          hint={errorDetail(error)}
          onRetry={() => void log.refetch()}
          line
        />
      ) : trades.length === 0 ? (
        <EmptyState
          title={t`No Closed Trades Yet Today`}
          hint={t`Your trade log will appear here after a position is closed.`}
          line
        />
      ) : (
        <>
          <ClosedTradesTable trades={trades} />
          {tracker && <TradeTracker uid={uid} date={today} trades={trades} />}
        </>
      )}
    </>
  )
}
