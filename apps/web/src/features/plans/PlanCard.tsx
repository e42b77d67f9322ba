import { Trans, useLingui } from '@lingui/react/macro'
import { formatWholeRupees } from '@strikewise/domain/money/format.ts'
import { PRICES } from '@strikewise/plans/billing.ts'
import { PLAN_CARDS } from '@strikewise/plans/catalogue.ts'
import type { BillingPeriod, Plan } from '@strikewise/domain/plans/plan.ts'
import { PER_PERIOD } from '../../lib/billing-label.ts'
import { useSession } from '../../lib/session.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { planLabel } from '../../messages/plan-labels.ts'
import { PlanText } from './PlanText.tsx'
import { PlanBullets } from './PlanBullets.tsx'

/** One plan with its price and what it holds. */
export function PlanCard({ plan, billing, featured }: { plan: Plan; billing: BillingPeriod; featured: boolean }) {
  const { t } = useLingui()
  const { status } = useSession()
  const card = PLAN_CARDS[plan]
  const label = planLabel(plan)
  const buttonStyle = buttonClass(featured ? 'primary' : 'secondary', 'md', 'mt-5 w-full')
  return (
    <section
      aria-label={t`${label} plan`}
      className={cx(
        'flex flex-col rounded-lg border bg-surface p-5 shadow-sm',
        featured && 'border-accent-line ring-3 ring-accent-soft',
      )}
    >
      <h2 className="text-md font-semibold">{label}</h2>
      <p className="mt-1 text-sm sm:min-h-15 text-ink-3">
        <PlanText of={card.summary} />
      </p>
      <p className="mt-4 flex items-baseline gap-1.5">
        <span className="text-3xl font-semibold tracking-[-0.035em]">{formatWholeRupees(PRICES[plan][billing])}</span>
        <span className="text-sm text-ink-3">{plan === 'starter' ? t`free` : t(PER_PERIOD[billing])}</span>
      </p>
      {plan === 'starter' ? (
        <a href={status === 'out' ? '/signup' : '/dashboard'} className={buttonStyle}>
          <PlanText of={card.action} />
        </a>
      ) : (
        <a href={`/subscribe/${plan}?billing=${billing}`} className={buttonStyle}>
          <Trans>Choose {label}</Trans>
        </a>
      )}
      <ul className="mt-5 space-y-2 border-t pt-4 text-sm">
        {card.builtOn !== null && (
          <li className="font-medium text-ink">
            <PlanText of={card.builtOn} />
          </li>
        )}
        <PlanBullets bullets={card.bullets} />
      </ul>
    </section>
  )
}
