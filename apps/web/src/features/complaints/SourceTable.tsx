import { useLingui } from '@lingui/react/macro'
import type { ComplaintTable, SourceCounts } from '@strikewise/wire/complaints.ts'
import { COMPLAINT_SOURCE_NAMES } from '../../lib/complaint-source.ts'
import { CountTable, type CountColumn } from './CountTable.tsx'

/** Complaints of the month by source: the first table of SEBI's Annexure B. */
export function SourceTable({ sources, total }: Pick<ComplaintTable, 'sources' | 'total'>) {
  const { t, i18n } = useLingui()
  const columns: readonly CountColumn<SourceCounts>[] = [
    { name: t`Pending at the end of last month`, of: (counts) => counts.pending_before },
    { name: t`Received`, of: (counts) => counts.received },
    { name: t`Resolved*`, of: (counts) => counts.resolved },
    { name: t`Total pending#`, of: (counts) => counts.pending },
    { name: t`Pending more than 3 months`, of: (counts) => counts.pending_over_3_months },
    {
      name: t`Average resolution time^ (days)`,
      // Nothing was resolved in the month: there is no mean.
      of: ({ average_days: days }) => (days === null ? '–' : Math.round(days * 10) / 10),
    },
  ]
  return (
    <CountTable
      label={t`Complaints by source`}
      rowsOf={t`Received from`}
      columns={columns}
      rows={sources.map(({ source, ...counts }) => ({ name: i18n._(COMPLAINT_SOURCE_NAMES[source]), counts }))}
      total={{ name: t`Grand total`, counts: total }}
    />
  )
}
