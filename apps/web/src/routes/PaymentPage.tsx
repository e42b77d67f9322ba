import { formatWholeRupees } from '@strikewise/domain/money/format.ts'
import { billingFrom, planFrom, PRICES } from '@strikewise/plans/billing.ts'
import type { GstState } from '@strikewise/plans/gst-states.ts'
import type { BillingPeriod } from '@strikewise/domain/plans/plan.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CheckoutWait } from '../features/plans/CheckoutWait.tsx'
import type { PaidPlan } from '../features/plans/payment.ts'
import { RefundPolicy } from '../features/plans/RefundPolicy.tsx'
import { QuoteLines } from '../features/plans/QuoteLines.tsx'
import { TaxStateField } from '../features/plans/TaxStateField.tsx'
import { termsTicked } from '../features/plans/terms-tick.ts'
import { TermsCheckbox } from '../features/plans/TermsCheckbox.tsx'
import { usePurchase } from '../features/plans/usePurchase.ts'
import { SiteHeader } from '../features/site/SiteHeader.tsx'
import { BILLING_LABELS } from '../lib/billing-label.ts'
import { planLabel } from '../messages/plan-labels.ts'
import { configQuery } from '../lib/queries.ts'
import { useSession } from '../lib/session.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'

export function PaymentPage() {
  const { plan: name } = useParams({ strict: false })
  const search = useSearch({ strict: false }) as { billing?: string; checkout?: string }
  const plan = planFrom(name)
  const billing = billingFrom(search.billing)
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-md px-4 pt-14 pb-20 sm:px-6">
        {plan === undefined || plan === 'starter' || billing === undefined ? (
          <Notice tone="down" role="alert">
            <Trans>Invalid plan or billing type selected.</Trans>{' '}
            <Link to="/plans" className="underline underline-offset-2">
              <Trans>See the plans</Trans>
            </Link>
          </Notice>
        ) : (
          <Checkout plan={plan} billing={billing} back={search.checkout} />
        )}
      </main>
    </>
  )
}

interface CheckoutProps {
  plan: PaidPlan
  billing: BillingPeriod
  /** The checkout whose buyer comes back from the provider's page. */
  back: string | undefined
}

/** What is bought, for how much, and the button that pays. */
function Checkout({ plan, billing, back }: CheckoutProps) {
  const { t } = useLingui()
  const { status } = useSession()
  const config = useQuery(configQuery)
  const [state, setState] = useState<GstState | ''>('')
  const [agreed, setAgreed] = useState(termsTicked.get)
  const label = planLabel(plan)
  const amount = formatWholeRupees(PRICES[plan][billing])
  const { stage, waitsFor, confirmed, failed, pay } = usePurchase({ plan, billing, amount, back })

  useEffect(() => () => termsTicked.set(false), [])

  return (
    <Card className="p-6">
      <h1 className="text-xl font-semibold tracking-[-0.02em]">
        <Trans>Subscribe to {label} Plan</Trans>
      </h1>
      <dl className="mt-4 divide-y border-y text-sm">
        <div className="flex justify-between py-2.5">
          <dt className="text-ink-3">
            <Trans>Billing</Trans>
          </dt>
          <dd className="font-medium">{t(BILLING_LABELS[billing])}</dd>
        </div>
        <div className="flex justify-between py-2.5">
          <dt className="text-ink-3">
            <Trans>Amount</Trans>
          </dt>
          <dd className="font-medium">{amount}</dd>
        </div>
        {status === 'in' && <QuoteLines plan={plan} billing={billing} />}
      </dl>
      <TaxStateField className="mt-4" value={state} disabled={stage !== 'idle'} onChange={setState} />
      {config.data !== undefined && (
        <Notice tone="info" className="mt-4">
          {config.data.payment.mock ? (
            <Trans>This is a mock payment gateway for testing. Nothing is charged.</Trans>
          ) : (
            <Trans>You pay on the page of the payment service, and come back here when it is done.</Trans>
          )}
        </Notice>
      )}
      {waitsFor !== undefined && stage !== 'paid' && (
        <CheckoutWait id={waitsFor} onPaid={(expiry) => void confirmed(expiry)} onOver={failed} />
      )}
      {status === 'out' && (
        <Notice tone="warn" className="mt-3">
          <Trans>
            You are not logged in.{' '}
            <Link to="/login" search={{ plan, billing }} className="underline underline-offset-2">
              Log in
            </Link>{' '}
            before you pay.
          </Trans>
        </Notice>
      )}
      <TermsCheckbox className="mt-4" checked={agreed} onChange={setAgreed} disabled={stage !== 'idle'} />
      <Button className="mt-5 w-full" disabled={!agreed} busy={stage !== 'idle'} onClick={() => void pay(state)}>
        {stage === 'idle' ? t`Pay Now` : t`Processing...`}
      </Button>
      <RefundPolicy className="mt-3 text-xs text-ink-3" />
    </Card>
  )
}
