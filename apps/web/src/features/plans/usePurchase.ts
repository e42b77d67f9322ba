import { useLingui } from '@lingui/react/macro'
import type { BillingPeriod } from '@strikewise/domain/plans/plan.ts'
import type { GstState } from '@strikewise/plans/gst-states.ts'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { meQuery } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { session } from '../../lib/session.ts'
import { toast } from '../../ui/toasts.tsx'
import { goToCheckout, payFor, rememberSubscription, SUCCESS_REDIRECT_MS, type PaidPlan } from './payment.ts'

interface PurchaseOptions {
  readonly plan: PaidPlan
  readonly billing: BillingPeriod
  /** The price as shown. */
  readonly amount: string
  /** The checkout whose buyer comes back from the provider's page. */
  readonly back: string | undefined
}

/** idle, then processing until the server has confirmed; a second later the dashboard. A failure returns to idle. */
export function usePurchase({ plan, billing, amount, back }: PurchaseOptions) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [stage, setStage] = useState<'idle' | 'processing' | 'paid'>(back === undefined ? 'idle' : 'processing')
  const [waitsFor, setWaitsFor] = useState(back)
  // One key a purchase: pressing again after a lost answer pays once.
  const [key, setKey] = useState(() => crypto.randomUUID())

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
  /** Pays; `state` is for the tax lines of the receipt. */
  const pay = async (state: GstState | '') => {
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

  return { stage, waitsFor, confirmed, failed, pay }
}
