import { Trans, useLingui } from '@lingui/react/macro'
import { formatRupees } from '@strikewise/domain/money/format.ts'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { BILLING_LABELS } from '../../lib/billing-label.ts'
import { wireDay } from '../../lib/ist-format.ts'
import { planLabel } from '../../messages/plan-labels.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'

/** What was paid, each with the way to its receipt. */
export function Payments() {
  const { t } = useLingui()
  const paid = useQuery({ queryKey: ['payments'], queryFn: ({ signal }) => api.call('payments', { signal }) })
  return (
    <Card aria-labelledby="payments-title">
      <CardHeader id="payments-title" title={t`Payments`} />
      {paid.isError && paid.data === undefined ? (
        <ErrorState title={t`Your payments could not be loaded.`} onRetry={() => void paid.refetch()} />
      ) : paid.data === undefined ? (
        <Skeleton className="m-4 h-12" />
      ) : paid.data.payments.length === 0 ? (
        <EmptyState title={t`No payments yet.`} />
      ) : (
        <ul className="divide-y">
          {paid.data.payments.map((payment) => {
            const returned = formatRupees(paiseFromRupees(payment.refunded))
            const number = payment.receipt_number
            return (
              <li key={payment.payment_id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
                <div>
                  <p className="font-medium">
                    {planLabel(payment.plan)}, {t(BILLING_LABELS[payment.billing]).toLowerCase()}
                  </p>
                  <p className="text-sm text-ink-3">{wireDay(payment.paid_at)}</p>
                </div>
                <div className="flex items-center gap-4">
                  {payment.refunded > 0 && (
                    <span className="text-sm text-ink-3">
                      <Trans>{returned} refunded</Trans>
                    </span>
                  )}
                  <span className="font-medium tabular-nums">{formatRupees(paiseFromRupees(payment.amount))}</span>
                  {number !== null && (
                    <Link
                      to="/receipts/$id"
                      params={{ id: payment.payment_id }}
                      className="text-sm text-accent-text underline-offset-2 hover:underline"
                      aria-label={t`Receipt ${number}`}
                    >
                      <Trans>Receipt</Trans>
                    </Link>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
