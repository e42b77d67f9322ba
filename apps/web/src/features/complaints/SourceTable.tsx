import { Trans, useLingui } from '@lingui/react/macro'
import type { ComplaintTable, SourceCounts } from '@strikewise/wire/complaints.ts'
import { COMPLAINT_SOURCE_NAMES } from '../../lib/complaint-source.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

/** Complaints of the month by source: the first table of SEBI's Annexure B. */
export function SourceTable({ sources, total }: Pick<ComplaintTable, 'sources' | 'total'>) {
  const { t, i18n } = useLingui()
  return (
    <TableFrame label={t`Complaints by source`} className="rounded-lg border bg-surface">
      <Table cards>
        <thead>
          <tr>
            <Th>
              <Trans>Received from</Trans>
            </Th>
            <Th align="end" className="py-2">
              <span className="inline-block max-w-32 whitespace-normal">
                <Trans>Pending at the end of last month</Trans>
              </span>
            </Th>
            <Th align="end">
              <Trans>Received</Trans>
            </Th>
            <Th align="end">
              <Trans>Resolved*</Trans>
            </Th>
            <Th align="end">
              <Trans>Total pending#</Trans>
            </Th>
            <Th align="end" className="py-2">
              <span className="inline-block max-w-32 whitespace-normal">
                <Trans>Pending more than 3 months</Trans>
              </span>
            </Th>
            <Th align="end" className="py-2">
              <span className="inline-block max-w-32 whitespace-normal">
                <Trans>Average resolution time^ (days)</Trans>
              </span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ source, ...counts }) => (
            <SourceRow key={source} name={i18n._(COMPLAINT_SOURCE_NAMES[source])} counts={counts} />
          ))}
          <SourceRow name={t`Grand total`} counts={total} isTotal />
        </tbody>
      </Table>
    </TableFrame>
  )
}

function SourceRow({ name, counts, isTotal = false }: { name: string; counts: SourceCounts; isTotal?: boolean }) {
  const { t } = useLingui()
  return (
    <tr className={isTotal ? 'font-semibold' : undefined}>
      <Td head="start" className={isTotal ? undefined : 'font-medium'}>
        {name}
      </Td>
      <Td align="end" label={t`Pending at the end of last month`}>
        {counts.pending_before}
      </Td>
      <Td align="end" label={t`Received`}>
        {counts.received}
      </Td>
      <Td align="end" label={t`Resolved*`}>
        {counts.resolved}
      </Td>
      <Td align="end" label={t`Total pending#`}>
        {counts.pending}
      </Td>
      <Td align="end" label={t`Pending more than 3 months`}>
        {counts.pending_over_3_months}
      </Td>
      <Td align="end" label={t`Average resolution time^ (days)`}>
        {/* Nothing was resolved in the month: there is no mean. */}
        {counts.average_days === null ? '–' : Math.round(counts.average_days * 10) / 10}
      </Td>
    </tr>
  )
}
