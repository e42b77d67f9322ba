import { Trans, useLingui } from '@lingui/react/macro'
import type { IncidentRow } from '@strikewise/wire/incidents.ts'
import { useQuery } from '@tanstack/react-query'
import { wireDay } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Card } from '../../ui/Card.tsx'
import { IncidentHeading, IncidentUpdates } from '../../ui/IncidentDetails.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { incidentsQuery } from './incidents-query.ts'

/** Incidents resolved in the last 90 days, by the day in India on which they began, newest first. */
export function PastIncidents() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(incidentsQuery)
  return (
    <section aria-labelledby="past-incidents" className="pt-6">
      <h2 id="past-incidents" className="mb-3 text-lg font-semibold text-ink">
        <Trans>Past incidents</Trans>
      </h2>
      {isPending && <LoadingState label={t`Loading incidents...`} className="min-h-20" />}
      {data === undefined && !isPending && (
        <ErrorState title={t`Couldn’t load the incidents`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
      {data?.past.length === 0 && (
        <p className="text-sm text-ink-3">
          <Trans>No incidents in the last 90 days.</Trans>
        </p>
      )}
      <div className="space-y-6">
        {byDay(data?.past ?? []).map(([day, incidents]) => (
          <div key={day}>
            <h3 className="mb-2 text-sm font-medium text-ink-2">{day}</h3>
            <Card className="divide-y">
              {incidents.map((incident) => (
                <div key={incident.id} className="px-4 py-4 sm:px-5">
                  <IncidentHeading incident={incident} level="h4" />
                  <IncidentUpdates incident={incident} />
                </div>
              ))}
            </Card>
          </div>
        ))}
      </div>
    </section>
  )
}

/** Incidents under the day each began on, in the order they came. */
function byDay(incidents: readonly IncidentRow[]): [day: string, incidents: IncidentRow[]][] {
  const days = Map.groupBy(incidents, ({ opened_at }) => wireDay(opened_at))
  return [...days]
}
