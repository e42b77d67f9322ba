import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import { errorDetail } from '../../messages/error-detail.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ServerText } from '../../ui/ServerText.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { refusalsQuery } from './queries.ts'
import { refusalRuns, type RefusalRun } from './refusal-runs.ts'
import { RemedyLink } from './RemedyLink.tsx'

/** The day's entries that were refused to this user, behind one line with the newest of them. */
export function MissedEntries({ uid }: { uid: string }) {
  const { t } = useLingui()
  const today = useMarketToday()
  const { data, isError } = useInfiniteQuery(refusalsQuery(uid, today))
  const runs = useMemo(() => (data === undefined ? undefined : refusalRuns(data)), [data])
  const count = runs?.length
  return (
    <Panel
      id="missed-entries"
      title={count === undefined ? t`Missed entries` : t`Missed entries (${count})`}
      opens="never"
      summary={
        runs === undefined ? (
          isError && <span className="text-warn">{t`Couldn’t load the reasons`}</span>
        ) : runs[0] === undefined ? (
          <span className="text-ink-3">{t`No entry was refused today`}</span>
        ) : (
          <Newest run={runs[0]} />
        )
      }
    >
      <Refusals uid={uid} today={today} />
    </Panel>
  )
}

function Newest({ run: { newest } }: { run: RefusalRun }) {
  return (
    <>
      {wireTime(newest.at)} · <ServerText of={newest} />
    </>
  )
}

function Refusals({ uid, today }: { uid: string; today: string }) {
  const { t } = useLingui()
  const refusals = useInfiniteQuery(refusalsQuery(uid, today))
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = refusals
  const runs = useMemo(() => refusalRuns(data ?? []), [data])
  if (isPending) return <LoadingState label={t`Loading...`} line />
  if (isError && data === undefined)
    return (
      <ErrorState line title={t`Couldn’t load the reasons`} hint={errorDetail(error)} onRetry={() => void refetch()} />
    )
  if (runs.length === 0)
    return (
      <>
        <NotRefreshed query={refusals} />
        <EmptyState
          line
          title={t`No entry was refused today`}
          hint={t`When a signal is not traded in your account, the reason is shown here.`}
        />
      </>
    )
  return (
    <>
      <NotRefreshed query={refusals} />
      <ul aria-label={t`Refused entries`} className="divide-y text-sm">
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
