import { Trans, useLingui } from '@lingui/react/macro'
import type { ShowcaseLogReply } from '@strikewise/wire/public.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ShowcaseTradesTable } from '../../features/showcase-log/ShowcaseTradesTable.tsx'
import { Article } from '../../features/site/Article.tsx'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'

export function TradeLogsPage() {
  const { t } = useLingui()
  const [date, setDate] = useState<string>()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['showcase-log', date],
    queryFn: ({ signal }) => api.call('showcaseLog', { query: date === undefined ? {} : { date }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Article
      title={<Trans>Trade logs</Trans>}
      lead={<Trans>What the showcase account did, read-only, once the session has closed.</Trans>}
      wide
    >
      {isPending && <LoadingState label={t`Reading the log...`} className="min-h-40" />}
      {data !== undefined && <Log log={data} onDay={setDate} />}
      {data === undefined && !isPending && (
        <ErrorState title={t`Couldn’t load the log`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
      <p className="text-base">
        <Trans>
          Entries and exits with their prices and reasons, no sums: results on public pages would have to be verified by
          an agency, and these are not. It shows how the rules act, not what they earn. Your own log, with every charge,
          is on the dashboard on Elite and Master. Each decision behind a trade is in <a href="/record">the record</a>.
        </Trans>
      </p>
    </Article>
  )
}

function Log({ log, onDay }: { log: ShowcaseLogReply; onDay: (day: string) => void }) {
  const { t } = useLingui()
  if (!log.offered)
    return (
      <EmptyState
        title={t`No showcase account on this installation`}
        hint={t`Every decision of the day is in the record.`}
      />
    )
  if (log.day === null)
    return (
      <EmptyState title={t`No closed day yet`} hint={t`The first day with a trade appears here after its close.`} />
    )
  return (
    <Card aria-labelledby="showcase-day">
      <CardHeader
        id="showcase-day"
        title={log.day}
        actions={log.mode === null ? undefined : <ModeBadge mode={log.mode} />}
      />
      <div className="border-b p-4">
        <SelectField
          label={t`Day`}
          value={log.day}
          onChange={(event) => onDay(event.target.value)}
          className="max-w-48"
        >
          {log.days.map((day) => (
            <option key={day}>{day}</option>
          ))}
        </SelectField>
      </div>
      <ShowcaseTradesTable trades={log.trades} />
    </Card>
  )
}
