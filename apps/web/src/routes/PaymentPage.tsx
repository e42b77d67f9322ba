import { formatWholeRupees } from '@strikewise/domain/money/format.ts'
import { billingFrom, planFrom, PRICES } from '@strikewise/domain/plans/billing.ts'
import type { BillingPeriod } from '@strikewise/domain/plans/plan.ts'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { payFor, rememberSubscription, SUCCESS_REDIRECT_MS, type PaidPlan } from '../features/plans/payment.ts'
import { SiteHeader } from '../features/site/SiteHeader.tsx'
import { BILLING_LABELS } from '../lib/billing-label.ts'
import { PLAN_LABELS } from '../lib/plan-label.ts'
import { queryClient } from '../lib/query-client.ts'
import { meQuery } from '../lib/queries.ts'
import { session, useSession } from '../lib/session.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toasts.tsx'

export function PaymentPage() {
  const { plan: name } = useParams({ strict: false })
  const search = useSearch({ strict: false }) as { billing?: string }
  const plan = planFrom(name)
  const billing = billingFrom(search.billing)
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-md px-4 pt-14 pb-20 sm:px-6">
        {plan === undefined || plan === 'starter' || billing === undefined ? (
          <Notice tone="down" role="alert">
            Invalid plan or billing type selected.{' '}
            <Link to="/plans" className="underline underline-offset-2">
              See the plans
            </Link>
          </Notice>
        ) : (
          <Checkout plan={plan} billing={billing} />
        )}
      </main>
    </>
  )
}

/** idle, then processing until the server has confirmed; a second later the dashboard. A failure returns to idle. */
function Checkout({ plan, billing }: { plan: PaidPlan; billing: BillingPeriod }) {
  const navigate = useNavigate()
  const { status } = useSession()
  const [state, setState] = useState<'idle' | 'processing' | 'paid'>('idle')
  // One key a page: pressing again after a lost answer pays once.
  const [key] = useState(() => crypto.randomUUID())
  const amount = formatWholeRupees(PRICES[plan][billing])

  useEffect(() => {
    if (state !== 'paid') return
    const timer = setTimeout(
      () => void navigate({ to: '/dashboard', search: { success: 'true' }, replace: true }),
      SUCCESS_REDIRECT_MS,
    )
    return () => clearTimeout(timer)
  }, [state, navigate])

  const pay = async () => {
    setState('processing')
    try {
      const paid = await payFor(session.get(), plan, billing, key)
      rememberSubscription({ plan, billing, amount, expiryDate: paid.plan_expiry })
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      setState('paid')
    } catch (error) {
      console.error('payment failed', error)
      setState('idle')
      toast.error('Payment failed. Please try again.')
    }
  }

  return (
    <Card className="p-6">
      <h1 className="text-xl font-semibold tracking-[-0.02em]">{`Subscribe to ${PLAN_LABELS[plan]} Plan`}</h1>
      <dl className="mt-4 divide-y border-y text-sm">
        <div className="flex justify-between py-2.5">
          <dt className="text-ink-3">Billing</dt>
          <dd className="font-medium">{BILLING_LABELS[billing]}</dd>
        </div>
        <div className="flex justify-between py-2.5">
          <dt className="text-ink-3">Amount</dt>
          <dd className="font-medium">{amount}</dd>
        </div>
      </dl>
      <Notice tone="info" className="mt-4">
        This is a mock payment gateway for testing. Nothing is charged.
      </Notice>
      {status === 'out' && (
        <Notice tone="warn" className="mt-3">
          You are not logged in.{' '}
          <Link to="/login" className="underline underline-offset-2">
            Log in
          </Link>{' '}
          before you pay.
        </Notice>
      )}
      <Button className="mt-5 w-full" busy={state !== 'idle'} onClick={() => void pay()}>
        {state === 'idle' ? 'Pay Now' : 'Processing...'}
      </Button>
    </Card>
  )
}
