import { Trans, useLingui } from '@lingui/react/macro'
import { formatWholeRupees } from '@strikewise/domain/money/format.ts'
import { billingFrom, planFrom, PRICES } from '@strikewise/plans/billing.ts'
import { PLAN_CARDS } from '@strikewise/plans/catalogue.ts'
import type { BillingPeriod } from '@strikewise/domain/plans/plan.ts'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PlanFrame } from '../features/plans/PlanFrame.tsx'
import { termsTicked } from '../features/plans/terms-tick.ts'
import { TermsCheckbox } from '../features/plans/TermsCheckbox.tsx'
import { BILLING_LABELS, PER_PERIOD } from '../lib/billing-label.ts'
import { PlanText } from '../features/plans/PlanText.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { NotFound } from './NotFound.tsx'

/** Pro, elite and master. Billing comes from the query, monthly when it is missing. */
export function PaidPlanPage() {
  const { plan: name } = useParams({ strict: false })
  const search = useSearch({ strict: false }) as { billing?: string }
  const navigate = useNavigate()
  const [agreed, setAgreed] = useState(false)
  const plan = planFrom(name)
  if (plan === undefined || plan === 'starter') return <NotFound />
  const { billing: asked } = search
  const billing = billingFrom(asked)
  return (
    <PlanFrame
      plan={plan}
      price={
        billing === undefined ? (
          <Notice tone="warn">
            <Trans>
              There is no billing period ‘{asked}’. Choose one on the{' '}
              <Link to="/plans" className="underline underline-offset-2">
                plans page
              </Link>
              .
            </Trans>
          </Notice>
        ) : (
          <p className="flex items-baseline gap-1.5">
            <span className="text-3xl font-semibold tracking-[-0.035em]">
              {formatWholeRupees(PRICES[plan][billing])}
            </span>
            <span className="text-sm text-ink-3">
              <BilledHow billing={billing} />
            </span>
          </p>
        )
      }
    >
      {plan !== 'pro' && (
        <Notice tone="info" className="mb-4">
          <Trans>
            For broker account holders only. The access token must be generated before 9:00 AM each morning.
          </Trans>
        </Notice>
      )}
      <TermsCheckbox checked={agreed} onChange={setAgreed} />
      <Button
        className="mt-4 w-full"
        disabled={!agreed || billing === undefined}
        onClick={() => {
          termsTicked.set(agreed)
          void navigate({ to: '/payment/$plan', params: { plan }, search: { billing } })
        }}
      >
        <PlanText of={PLAN_CARDS[plan].action} />
      </Button>
    </PlanFrame>
  )
}

/** What the price is for, and how often it is due. */
function BilledHow({ billing }: { billing: BillingPeriod }) {
  const { t } = useLingui()
  const [per, rhythm] = [t(PER_PERIOD[billing]), t(BILLING_LABELS[billing]).toLowerCase()]
  return (
    <Trans>
      {per}, billed {rhythm}
    </Trans>
  )
}
