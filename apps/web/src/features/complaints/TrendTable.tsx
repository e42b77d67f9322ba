import { Trans, useLingui } from '@lingui/react/macro'
import type { PeriodCounts } from '@strikewise/wire/complaints.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

interface TrendTableProps {
  readonly label: string
  /** What a row is of, and what is carried into it: a month, or a financial year. */
  readonly period: string
  readonly carried: string
  readonly rows: readonly { readonly name: string; readonly counts: PeriodCounts }[]
  readonly total: PeriodCounts
}

/** A trend of SEBI's Annexure B: one row a month or financial year. */
export function TrendTable({ label, period, carried, rows, total }: TrendTableProps) {
  const { t } = useLingui()
  return (
    <TableFrame label={label} className="rounded-lg border bg-surface">
      <Table cards>
        <thead>
          <tr>
            <Th>{period}</Th>
            <Th align="end">{carried}</Th>
            <Th align="end">
              <Trans>Received</Trans>
            </Th>
            <Th align="end">
              <Trans>Resolved*</Trans>
            </Th>
            <Th align="end">
              <Trans>Pending#</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {[...rows, { name: t`Grand total`, counts: total, isTotal: true }].map((row) => (
            <tr key={row.name} className={'isTotal' in row ? 'font-semibold' : undefined}>
              <Td head="start" className="font-medium">
                {row.name}
              </Td>
              <Td align="end" label={carried}>
                {row.counts.carried_forward}
              </Td>
              <Td align="end" label={t`Received`}>
                {row.counts.received}
              </Td>
              <Td align="end" label={t`Resolved*`}>
                {row.counts.resolved}
              </Td>
              <Td align="end" label={t`Pending#`}>
                {row.counts.pending}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
