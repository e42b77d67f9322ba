import { formatWholeRupees } from '@strikewise/domain/money/format.ts'
import { billingFrom, planFrom, PRICES } from '@strikewise/plans/billing.ts'
import { GST_STATE_CODES, type GstState } from '@strikewise/plans/gst-states.ts'
import type { BillingPeriod } from '@strikewise/domain/plans/plan.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CheckoutWait } from '../features/plans/CheckoutWait.tsx'
import {
  goToCheckout,
  payFor,
  rememberSubscription,
  SUCCESS_REDIRECT_MS,
  type PaidPlan,
} from '../features/plans/payment.ts'
import { RefundPolicy } from '../features/plans/RefundPolicy.tsx'
import { QuoteLines } from '../features/plans/QuoteLines.tsx'
import { termsTicked } from '../features/plans/terms-tick.ts'
import { TermsCheckbox } from '../features/plans/TermsCheckbox.tsx'
import { SiteHeader } from '../features/site/SiteHeader.tsx'
import { BILLING_LABELS } from '../lib/billing-label.ts'
import { PLAN_LABELS } from '../lib/plan-label.ts'
import { queryClient } from '../lib/query-client.ts'
import { configQuery, meQuery } from '../lib/queries.ts'
import { gstStateLabel } from '../messages/gst-states.ts'
import { session, useSession } from '../lib/session.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { SelectField } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toasts.tsx'

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

/** idle, then processing until the server has confirmed; a second later the dashboard. A failure returns to idle. */
function Checkout({ plan, billing, back }: CheckoutProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { status } = useSession()
  const [stage, setStage] = useState<'idle' | 'processing' | 'paid'>(back === undefined ? 'idle' : 'processing')
  const [waitsFor, setWaitsFor] = useState(back)
  const config = useQuery(configQuery)
  const [state, setState] = useState<GstState | ''>('')
  const [agreed, setAgreed] = useState(termsTicked.get)
  // One key a purchase: pressing again after a lost answer pays once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const label = PLAN_LABELS[plan]
  const amount = formatWholeRupees(PRICES[plan][billing])

  useEffect(() => () => termsTicked.set(false), [])
  useEffect(() => {
    if (stage !== 'paid') return
    const timer = setTimeout(
      () => void navigate({ to: '/dashboard', search: { success: 'true' }, replace: true }),
      SUCCESS_REDIRECT_MS,
    )
    return () => clearTimeout(timer)
  }, [stage, navigate])

  const confirmed = async (expiryDate: string) => {
    rememberSubscription({ plan, billing, amount, expiryDate })
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
    setStage('paid')
  }
  const failed = (why: unknown) => {
    console.error('payment failed', why)
    setWaitsFor(undefined)
    setStage('idle')
    toast.error(t`Payment failed. Please try again.`)
  }
  const pay = async () => {
    setStage('processing')
    try {
      const begun = await payFor(session.get(), { plan, billing, terms: true, ...(state === '' ? {} : { state }) }, key)
      if (begun.status === 'checkout') goToCheckout(begun.url)
      else await confirmed(begun.plan_expiry)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'checkout_over') setKey(crypto.randomUUID())
      failed(error)
    }
  }

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
      <SelectField
        className="mt-4"
        label={t`State, for the tax lines of the receipt`}
        value={state}
        disabled={stage !== 'idle'}
        onChange={(event) => setState(event.target.value as GstState | '')}
      >
        <option value="">{t`Not specified`}</option>
        {GST_STATE_CODES.map((code) => (
          <option key={code} value={code}>
            {gstStateLabel(code)}
          </option>
        ))}
      </SelectField>
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
      <Button className="mt-5 w-full" disabled={!agreed} busy={stage !== 'idle'} onClick={() => void pay()}>
        {stage === 'idle' ? t`Pay Now` : t`Processing...`}
      </Button>
      <RefundPolicy className="mt-3 text-xs text-ink-3" />
    </Card>
  )
}
