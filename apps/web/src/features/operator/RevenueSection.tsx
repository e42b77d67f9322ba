import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Revenue, RevenueSums } from '@strikewise/wire/revenue.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { rupeesText } from '../../lib/format.ts'
import { shortMonth } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { revenueQuery } from './queries.ts'

/** What users paid in the last twelve months and what was refunded, with the documents of each month for the GST return. */
export function RevenueSection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(revenueQuery)
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (data === undefined)
    return <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  return (
    <div className="space-y-6">
      <Card aria-labelledby="revenue-months-title">
        <CardHeader
          id="revenue-months-title"
          title={t`Revenue by month`}
          note={t`Refunds count in the month they were made. Net: without GST and refunds.`}
        />
        <Months revenue={data} />
      </Card>
      <Card aria-labelledby="revenue-plans-title">
        <CardHeader
          id="revenue-plans-title"
          title={t`Revenue by plan`}
          note={t`The same twelve months, GST included`}
        />
        {data.plans.length === 0 ? (
          <EmptyState title={t`No payments yet.`} />
        ) : (
          <ul className="divide-y text-sm">
            {data.plans.map(({ plan, payments, received }) => (
              <li key={plan} className="flex justify-between gap-3 px-4 py-3 tabular-nums">
                <span>
                  {plan}, <Plural value={payments} one="# payment" other="# payments" />
                </span>
                <span className="font-medium">{rupeesText(received)}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

function Months({ revenue: { months, total } }: { revenue: Revenue }) {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Months, newest first`}>
      <Table cards>
        <thead>
          <tr>
            <Th>
              <Trans>Month</Trans>
            </Th>
            <Th align="end">
              <Trans>Payments</Trans>
            </Th>
            <Th align="end">
              <Trans>Received</Trans>
            </Th>
            <Th align="end">
              <Trans>GST</Trans>
            </Th>
            <Th align="end">
              <Trans>Refunds</Trans>
            </Th>
            <Th align="end">
              <Trans>Refunded</Trans>
            </Th>
            <Th align="end">
              <Trans>Net</Trans>
            </Th>
            <Th align="end">
              <Trans>For the GST return</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, ...sums }) => (
            <tr key={month}>
              <Td head="start" className="font-medium">
                {shortMonth(month)}
              </Td>
              <SumCells sums={sums} />
              <Td align="end" label={t`For the GST return`}>
                <a href={`/api/operator/gst/csv?month=${month}`} download className={buttonClass('secondary', 'sm')}>
                  <Download aria-hidden="true" />
                  CSV <span className="sr-only">{shortMonth(month)}</span>
                </a>
              </Td>
            </tr>
          ))}
          <tr className="font-semibold">
            <Td head="start">
              <Trans>Total</Trans>
            </Td>
            <SumCells sums={total} />
            <Td />
          </tr>
        </tbody>
      </Table>
    </TableFrame>
  )
}

function SumCells({ sums }: { sums: RevenueSums }) {
  const { t } = useLingui()
  return (
    <>
      <Td align="end" label={t`Payments`}>
        {sums.payments}
      </Td>
      <Td align="end" label={t`Received`}>
        {rupeesText(sums.received)}
      </Td>
      <Td align="end" label={t`GST`}>
        {rupeesText(sums.gst)}
      </Td>
      <Td align="end" label={t`Refunds`}>
        {sums.refunds}
      </Td>
      <Td align="end" label={t`Refunded`}>
        {rupeesText(sums.refunded)}
      </Td>
      <Td align="end" label={t`Net`}>
        {rupeesText(sums.net)}
      </Td>
    </>
  )
}
