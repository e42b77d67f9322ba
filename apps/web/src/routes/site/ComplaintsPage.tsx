import { Trans, useLingui } from '@lingui/react/macro'
import type { ComplaintTable } from '@strikewise/wire/complaints.ts'
import { useQuery } from '@tanstack/react-query'
import { SourceTable } from '../../features/complaints/SourceTable.tsx'
import { TrendTable } from '../../features/complaints/TrendTable.tsx'
import { Article, type Section } from '../../features/site/Article.tsx'
import { api } from '../../lib/api.ts'
import { shortDay, shortMonth } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { ErrorState, LoadingState } from '../../ui/states.tsx'

/** '2026-27', from the year in which a financial year begins. */
const financialYear = (from: number) => `${from}-${String((from + 1) % 100).padStart(2, '0')}`

/** Complaint data that a research analyst publishes each month (SEBI, Annexure B). */
export function ComplaintsPage() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['complaints'],
    queryFn: ({ signal }) => api.call('complaintTable', { signal }),
  })
  const day = data === undefined ? '' : shortDay(data.month_end)
  return (
    <Article
      title={<Trans>Complaints</Trans>}
      lead={<Trans>Complaints about Strikewise: received, resolved and pending, by month and financial year.</Trans>}
      {...(data === undefined ? {} : { note: t`Data for the month ending ${day}` })}
      wide
      sections={data === undefined ? [] : sectionsOf(data)}
    >
      {isPending && <LoadingState label={t`Loading...`} className="min-h-60" />}
      {data === undefined && !isPending && (
        <ErrorState title={t`Couldn’t load the table`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
      <p className="text-sm">
        <Trans>
          To complain, write on the <a href="/support">support page</a>. The{' '}
          <a href="/investor-charter#complaints">investor charter</a> describes what follows.
        </Trans>
      </p>
    </Article>
  )
}

const sectionsOf = (table: ComplaintTable): readonly Section[] => [
  {
    id: 'month',
    title: <Trans>Complaints of the month</Trans>,
    plain: true,
    body: (
      <>
        <SourceTable sources={table.sources} total={table.total} />
        <Notes />
      </>
    ),
  },
  { id: 'months', title: <Trans>Trend by month</Trans>, plain: true, body: <Months table={table} /> },
  { id: 'years', title: <Trans>Trend by financial year</Trans>, plain: true, body: <Years table={table} /> },
]

function Notes() {
  return (
    <div className="mt-3 space-y-1 text-sm text-ink-3">
      <p>
        <Trans>* Includes complaints of earlier months or years that were resolved in this one.</Trans>
      </p>
      <p>
        <Trans># Pending on the last day of the month or year.</Trans>
      </p>
      <p>
        <Trans>
          ^ Days from receipt to resolution of the complaints resolved in the month, divided by their number.
        </Trans>
      </p>
    </div>
  )
}

function Months({ table }: { table: ComplaintTable }) {
  const { t } = useLingui()
  return (
    <TrendTable
      label={t`Complaints by month`}
      period={t`Month`}
      carried={t`Carried forward from previous month`}
      rows={table.months.map(({ month, ...counts }) => ({ name: shortMonth(month), counts }))}
      total={table.months_total}
    />
  )
}

function Years({ table }: { table: ComplaintTable }) {
  const { t } = useLingui()
  return (
    <TrendTable
      label={t`Complaints by financial year`}
      period={t`Financial year`}
      carried={t`Carried forward from previous year`}
      rows={table.years.map(({ from_year, ...counts }) => ({ name: financialYear(from_year), counts }))}
      total={table.years_total}
    />
  )
}
