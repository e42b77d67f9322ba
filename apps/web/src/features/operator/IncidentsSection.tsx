import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorDetail } from '../../messages/error-detail.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { IncidentHeading, IncidentUpdates } from '../../ui/IncidentDetails.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { NewIncidentForm } from './NewIncidentForm.tsx'
import { NewUpdateForm } from './NewUpdateForm.tsx'
import { operatorIncidentsQuery } from './queries.ts'

/** Incidents of the public status page: open one, write updates, resolve it. */
export function IncidentsSection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(operatorIncidentsQuery)
  return (
    <div className="space-y-6">
      <Card aria-labelledby="new-incident-title">
        <CardHeader
          id="new-incident-title"
          title={t`New incident`}
          note={t`Public on the status page within 15 seconds. Write nothing about one user.`}
        />
        <NewIncidentForm />
      </Card>
      {isPending && <LoadingState label={t`Loading...`} className="min-h-20" />}
      {data === undefined && !isPending && (
        <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          <Card aria-labelledby="open-incidents-title">
            <CardHeader id="open-incidents-title" title={t`Open incidents`} />
            {data.open.length === 0 && <EmptyState title={t`No open incidents.`} />}
            <ul aria-label={t`Open incidents`} className="divide-y">
              {data.open.map((incident) => (
                <li key={incident.id} className="px-4 py-4">
                  <IncidentHeading incident={incident} level="h3" />
                  <NewUpdateForm incident={incident} />
                  <IncidentUpdates incident={incident} />
                </li>
              ))}
            </ul>
          </Card>
          <Card aria-labelledby="past-incidents-title">
            <CardHeader id="past-incidents-title" title={t`Past incidents`} note={t`The last 90 days`} />
            {data.past.length === 0 && <EmptyState title={t`None.`} />}
            <ul aria-label={t`Past incidents`} className="divide-y">
              {data.past.map((incident) => (
                <li key={incident.id} className="px-4 py-4">
                  <IncidentHeading incident={incident} level="h3" />
                </li>
              ))}
            </ul>
          </Card>
        </>
      )}
    </div>
  )
}
