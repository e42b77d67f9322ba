import { Trans, useLingui } from '@lingui/react/macro'
import { formatRupees } from '@strikewise/domain/money/format.ts'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import type { BillingPeriod } from '@strikewise/domain/plans/plan.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { wireDay } from '../../lib/ist-format.ts'
import { Skeleton } from '../../ui/states.tsx'
import type { PaidPlan } from './payment.ts'

/** What differs from the list price for this buyer: the credit for unused days, what is due, and from when it runs. */
export function QuoteLines({ plan, billing }: { plan: PaidPlan; billing: BillingPeriod }) {
  const { t } = useLingui()
  const quote = useQuery({
    queryKey: ['quote', plan, billing],
    queryFn: ({ signal }) => api.call('purchaseQuote', { query: { plan, billing }, signal }),
    // The credit changes by whole days.
    staleTime: 60_000,
  })
  if (quote.isError)
    return (
      <Line name={t`Credit and term`}>
        <Trans>Couldn’t load. Details will be on your receipt.</Trans>
      </Line>
    )
  if (quote.data === undefined)
    return (
      <Line name={t`Plan period`}>
        <Skeleton className="h-5 w-40" />
      </Line>
    )
  const { kind, credit, due, starts_at, plan_expiry } = quote.data
  const [from, until] = [wireDay(starts_at), wireDay(plan_expiry)]
  const money = (rupees: number) => formatRupees(paiseFromRupees(rupees))
  return (
    <>
      {credit > 0 && (
        <>
          <Line name={t`Credit for unused days`}>− {money(credit)}</Line>
          <Line name={t`Due now`}>{money(due)}</Line>
        </>
      )}
      <Line name={t`Plan period`}>
        <Trans>
          {from} to {until}
        </Trans>
        {kind === 'downgrade' && (
          <span className="block text-xs font-normal text-ink-3">
            <Trans>It starts when your current plan ends.</Trans>
          </span>
        )}
      </Line>
    </>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="text-ink-3">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  )
}
