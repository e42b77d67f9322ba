import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { IncidentHeading, IncidentUpdates } from '../../ui/IncidentDetails.tsx'
import { incidentsQuery } from './incidents-query.ts'

/** What operators report of disturbances that last, with every update; nothing where there is none. */
export function OpenIncidents() {
  const { data } = useQuery(incidentsQuery)
  if (data === undefined || data.open.length === 0) return null
  return (
    <section aria-labelledby="open-incidents">
      <h2 id="open-incidents" className="mb-3 text-lg font-semibold text-ink">
        <Trans>Open incidents</Trans>
      </h2>
      <div className="space-y-4">
        {data.open.map((incident) => (
          <Card
            key={incident.id}
            className={cx('p-4 sm:p-5', incident.severity === 'minor' ? 'border-warn-line' : 'border-down-line')}
          >
            <IncidentHeading incident={incident} level="h3" />
            <IncidentUpdates incident={incident} />
          </Card>
        ))}
      </div>
    </section>
  )
}
