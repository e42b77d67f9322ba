import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ActionsSection } from '../features/operator/ActionsSection.tsx'
import { AnnouncementsSection } from '../features/operator/AnnouncementsSection.tsx'
import { ApprovalsSection } from '../features/operator/ApprovalsSection.tsx'
import { ComplaintsSection } from '../features/operator/ComplaintsSection.tsx'
import { ExceptionsSection } from '../features/operator/ExceptionsSection.tsx'
import { FlagsSection } from '../features/operator/FlagsSection.tsx'
import { HealthSection } from '../features/operator/HealthSection.tsx'
import { IncidentsSection } from '../features/operator/IncidentsSection.tsx'
import { overviewQuery } from '../features/operator/queries.ts'
import { RevenueSection } from '../features/operator/RevenueSection.tsx'
import { SupportSection } from '../features/operator/SupportSection.tsx'
import { TimeTravelSection } from '../features/operator/TimeTravelSection.tsx'
import { TodaySection } from '../features/operator/TodaySection.tsx'
import { UsersSection } from '../features/operator/UsersSection.tsx'
import { WeightsSection } from '../features/operator/WeightsSection.tsx'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { FeedProvider } from '../lib/feed.tsx'
import { meQuery } from '../lib/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { NotFound } from './NotFound.tsx'

/** The operator's page. For other users it does not exist; the server refuses each of its calls separately. */
export function OperatorPage() {
  const { t } = useLingui()
  const { section = 'today' } = useParams({ strict: false }) as { section?: string }
  const me = useQuery(meQuery)
  if (me.isPending) return <LoadingState label={t`Loading...`} className="min-h-dvh" />
  if (me.data === undefined)
    return <ErrorState title={t`Couldn’t load your account`} onRetry={() => void me.refetch()} />
  if (!me.data.operator) return <NotFound />
  return <OperatorOverview section={section} delayMs={me.data.entitlements.delay_seconds * 1000} />
}

/** `delayMs`: how late the operator's own plan sees prices. */
function OperatorOverview({ section, delayMs }: { section: string; delayMs: number }) {
  const { t } = useLingui()
  const overview = useQuery(overviewQuery)
  // A count that could not be read is not none.
  const waiting = overview.data?.waiting_tickets ?? (overview.isError ? '?' : 0)
  const open = overview.data?.open_incidents ?? 0
  const approvals = overview.data?.open_approvals ?? 0
  const exceptions = overview.data?.open_exceptions ?? 0
  if (overview.error instanceof ApiError && overview.error.code === 'second_factor_required')
    return (
      <SettingsPage title={t`Operator`}>
        <Notice tone="warn" role="alert" title={t`Operators need an authenticator app`}>
          <Trans>
            <Link to="/security" className="underline underline-offset-2">
              Set it up under Security
            </Link>
            , then log in with your password and its code.
          </Trans>
        </Notice>
      </SettingsPage>
    )
  const sections = [
    {
      id: 'today',
      name: t`Today`,
      show: (
        <FeedProvider delayMs={delayMs}>
          <TodaySection />
        </FeedProvider>
      ),
    },
    {
      id: 'exceptions',
      name: exceptions === 0 ? t`Exceptions` : t`Exceptions (${exceptions})`,
      show: <ExceptionsSection />,
    },
    { id: 'health', name: t`Health`, show: <HealthSection /> },
    {
      id: 'approvals',
      name: approvals === 0 ? t`Approvals` : t`Approvals (${approvals})`,
      show: <ApprovalsSection />,
    },
    { id: 'support', name: waiting === 0 ? t`Support` : t`Support (${waiting})`, show: <SupportSection /> },
    { id: 'incidents', name: open === 0 ? t`Incidents` : t`Incidents (${open})`, show: <IncidentsSection /> },
    { id: 'announcements', name: t`Announcements`, show: <AnnouncementsSection /> },
    { id: 'flags', name: t`Features`, show: <FlagsSection /> },
    { id: 'complaints', name: t`Complaints`, show: <ComplaintsSection /> },
    { id: 'revenue', name: t`Revenue`, show: <RevenueSection /> },
    { id: 'users', name: t`Users`, show: <UsersSection /> },
    { id: 'time-travel', name: t`Past state`, show: <TimeTravelSection /> },
    { id: 'weights', name: t`Learned weights`, show: <WeightsSection /> },
    { id: 'actions', name: t`Activity log`, show: <ActionsSection /> },
  ]
  const shown = sections.find((one) => one.id === section)
  if (shown === undefined) return <NotFound />
  return (
    <SettingsPage title={t`Operator`} wide>
      <nav aria-label={t`Duties`} className="mb-6 flex flex-wrap gap-x-4 gap-y-2 border-b pb-3 text-sm">
        {sections.map(({ id, name }) => (
          <Link
            key={id}
            to="/operator/$section"
            params={{ section: id }}
            aria-current={id === section ? 'page' : undefined}
            className="rounded-sm text-ink-2 hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            {name}
          </Link>
        ))}
      </nav>
      <h2 className="sr-only">{shown.name}</h2>
      {shown.show}
    </SettingsPage>
  )
}
