import { Trans } from '@lingui/react/macro'
import { PLAN_CARDS } from '@strikewise/plans/catalogue.ts'
import { Link } from '@tanstack/react-router'
import { PlanFrame } from '../features/plans/PlanFrame.tsx'
import { useSession } from '../lib/session.ts'
import { PlanText } from '../features/plans/PlanText.tsx'
import { buttonClass } from '../ui/Button.tsx'

export function StarterPlanPage() {
  const { status } = useSession()
  return (
    <PlanFrame
      plan="starter"
      price={
        <p className="flex items-baseline gap-1.5">
          <span className="text-3xl font-semibold tracking-[-0.035em]">₹0</span>
          <span className="text-sm text-ink-3">
            <Trans>free, without a card</Trans>
          </span>
        </p>
      }
    >
      {/* A newcomer signs up; the dashboard would lead to the login. */}
      <Link to={status === 'out' ? '/signup' : '/dashboard'} className={buttonClass('primary', 'md', 'w-full')}>
        <PlanText of={PLAN_CARDS.starter.action} />
      </Link>
    </PlanFrame>
  )
}
