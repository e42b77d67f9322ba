import { Trans, useLingui } from '@lingui/react/macro'
import { BILLING_PERIODS, PLANS, type BillingPeriod } from '@strikewise/domain/plans/plan.ts'
import { useState } from 'react'
import { ComparisonTable } from '../features/plans/ComparisonTable.tsx'
import { RefundPolicy } from '../features/plans/RefundPolicy.tsx'
import { PlanCard } from '../features/plans/PlanCard.tsx'
import { SiteFooter } from '../features/site/SiteFooter.tsx'
import { SiteHeader } from '../features/site/SiteHeader.tsx'
import { BILLING_LABELS } from '../lib/billing-label.ts'
import { Badge } from '../ui/Badge.tsx'
import { Segments } from '../ui/Segments.tsx'

export function PlansPage() {
  const { t } = useLingui()
  const periods = BILLING_PERIODS.map((value) => ({ value, label: t(BILLING_LABELS[value]) }))
  const [billing, setBilling] = useState<BillingPeriod>('monthly')
  return (
    <>
      <SiteHeader login />
      <main className="mx-auto max-w-6xl px-4 pt-12 pb-20 sm:px-6">
        <div className="flex flex-col items-center text-center">
          <Badge tone="accent">
            <Trans>Early bird offer</Trans>
          </Badge>
          <h1 className="mt-3 text-3xl font-semibold tracking-[-0.035em]">
            <Trans>Plans and pricing</Trans>
          </h1>
          <p className="mt-2 max-w-xl text-ink-2">
            <Trans>Start free. Pay for live agents or for automatic trading in your own account.</Trans>
          </p>
          <Segments
            label={t`Billing period`}
            value={billing}
            options={periods}
            onChange={setBilling}
            className="mt-6"
          />
        </div>
        <div className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {PLANS.map((plan) => (
            <PlanCard key={plan} plan={plan} billing={billing} featured={plan === 'elite'} />
          ))}
        </div>
        <section className="when-near mt-14 pb-1">
          <h2 className="mb-4 text-xl font-semibold tracking-[-0.02em]">
            <Trans>Compare the plans</Trans>
          </h2>
          <ComparisonTable />
        </section>
        <RefundPolicy className="mt-4 text-sm text-ink-3" />
        <p className="mt-2 text-sm text-ink-3">
          <Trans>
            A plan buys features, not returns. Elite and Master are for broker account holders; the broker’s own fee for
            its API is paid to the broker.
          </Trans>
        </p>
      </main>
      <SiteFooter />
    </>
  )
}
