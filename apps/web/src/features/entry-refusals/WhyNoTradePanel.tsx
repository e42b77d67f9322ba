import { Trans, useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import { errorDetail } from '../../messages/error-detail.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { ServerText } from '../../ui/ServerText.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { LastDecision } from './LastDecision.tsx'
import { refusalsQuery } from './queries.ts'
import { refusalRuns, type RefusalRun } from './refusal-runs.ts'
import { RemedyLink } from './RemedyLink.tsx'

interface WhyNoTradePanelProps {
  uid: string
  /** A trade is open: only what was missed is of use, and only when it is asked for. */
  inTrade: boolean
  /** Indices whose newest decision may be shown: those of plans that see decisions. */
  decisions: readonly IndexSymbol[]
}

/** Why nothing was bought: the newest decision of each index, and the day's entries that were refused to this user. */
export function WhyNoTradePanel({ uid, inTrade, decisions }: WhyNoTradePanelProps) {
  const { t } = useLingui()
  const today = useMarketToday()
  if (inTrade) return <MissedEntries uid={uid} today={today} />
  return (
    <Card aria-labelledby="why-no-trade">
      <CardHeader id="why-no-trade" title={t`Why no trade`} />
      {decisions.length > 0 && (
        <ul aria-label={t`Newest decisions without a trade`} className="space-y-1 px-4 py-3 empty:hidden">
          {decisions.map((symbol) => (
            <LastDecision key={symbol} symbol={symbol} today={today} />
          ))}
        </ul>
      )}
      <Refusals uid={uid} today={today} />
    </Card>
  )
}

/** The entries that were refused today, behind one line: while a trade is open they explain nothing about it. */
function MissedEntries({ uid, today }: { uid: string; today: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { data } = useInfiniteQuery(refusalsQuery(uid, today))
  const count = data === undefined ? undefined : refusalRuns(data).length
  return (
    <Card aria-labelledby="missed-entries">
      <CardHeader
        id="missed-entries"
        title={count === undefined ? t`Missed entries` : t`Missed entries (${count})`}
        actions={
          <Button tone="quiet" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
          </Button>
        }
      />
      {open && <Refusals uid={uid} today={today} />}
    </Card>
  )
}

function Refusals({ uid, today }: { uid: string; today: string }) {
  const { t } = useLingui()
  const refusals = useInfiniteQuery(refusalsQuery(uid, today))
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = refusals
  const runs = useMemo(() => refusalRuns(data ?? []), [data])
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-32" />
  if (isError && data === undefined)
    return <ErrorState title={t`Couldn’t load the reasons`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  if (runs.length === 0)
    return (
      <>
        <NotRefreshed query={refusals} />
        <EmptyState
          title={t`No entry was refused today`}
          hint={t`When a signal is not traded in your account, the reason is shown here.`}
        />
      </>
    )
  return (
    <>
      <NotRefreshed query={refusals} />
      <ul aria-label={t`Refused entries`} className="divide-y border-t text-sm">
        {runs.map((run) => (
          <Row key={`${run.newest.symbol} ${run.newest.decision_id}`} run={run} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="border-t px-4 py-3">
          <Button tone="secondary" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show earlier</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

/** One reason with what to do about it: under its time on a phone, beside it where there is room. */
const Row = memo(function Row({ run: { newest, since, count } }: { run: RefusalRun }) {
  const { contract, remedy } = newest
  const began = wireTime(since)
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 px-4 py-2.5 sm:grid-cols-[8rem_9rem_1fr]">
      <div>
        {wireTime(newest.at)}
        {count > 1 && (
          <span className="text-xs text-ink-3 max-sm:ml-1.5 sm:block">
            <Trans>
              {count} times since {began}
            </Trans>
          </span>
        )}
      </div>
      <div className="font-medium max-sm:text-right">
        {newest.symbol}
        {contract !== null && ` ${contract.strike} ${contract.side}`}
      </div>
      <div className="max-sm:col-span-2">
        <ServerText of={newest} />
        {remedy !== null && (
          <span className="block text-ink-3">
            <ServerText of={remedy} /> {remedy.place !== null && <RemedyLink place={remedy.place} />}
          </span>
        )}
      </div>
    </li>
  )
})
