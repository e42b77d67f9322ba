import { useLingui } from '@lingui/react/macro'
import type { PeriodCounts } from '@strikewise/wire/complaints.ts'
import { CountTable, type CountColumn } from './CountTable.tsx'

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
  const columns: readonly CountColumn<PeriodCounts>[] = [
    { name: carried, of: (counts) => counts.carried_forward },
    { name: t`Received`, of: (counts) => counts.received },
    { name: t`Resolved*`, of: (counts) => counts.resolved },
    { name: t`Pending#`, of: (counts) => counts.pending },
  ]
  return (
    <CountTable
      label={label}
      rowsOf={period}
      columns={columns}
      rows={rows}
      total={{ name: t`Grand total`, counts: total }}
    />
  )
}
