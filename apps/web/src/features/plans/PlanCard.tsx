import { formatWholeRupees } from '@strikewise/domain/money/format.ts'
import { PRICES } from '@strikewise/domain/plans/billing.ts'
import { PLAN_CARDS } from '@strikewise/domain/plans/catalogue.ts'
import type { BillingPeriod, Plan } from '@strikewise/domain/plans/plan.ts'
import { BILLING_UNITS } from '../../lib/billing-label.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { PlanBullets } from './PlanBullets.tsx'

/** One plan with its price and what it holds. */
export function PlanCard({ plan, billing, featured }: { plan: Plan; billing: BillingPeriod; featured: boolean }) {
  const card = PLAN_CARDS[plan]
  const look = buttonClass(featured ? 'primary' : 'secondary', 'md', 'mt-5 w-full')
  return (
    <section
      aria-label={`${card.label} plan`}
      className={cx(
        'flex flex-col rounded-lg border bg-surface p-5 shadow-sm',
        featured && 'border-accent-line ring-3 ring-accent-soft',
      )}
    >
      <h2 className="text-md font-semibold">{card.label}</h2>
      <p className="mt-1 text-sm sm:min-h-15 text-ink-3">{card.summary}</p>
      <p className="mt-4 flex items-baseline gap-1.5">
        <span className="text-3xl font-semibold tracking-[-0.035em]">{formatWholeRupees(PRICES[plan][billing])}</span>
        <span className="text-sm text-ink-3">{plan === 'starter' ? 'free' : `a ${BILLING_UNITS[billing]}`}</span>
      </p>
      {plan === 'starter' ? (
        <a href="/dashboard" className={look}>
          {card.action}
        </a>
      ) : (
        <a href={`/subscribe/${plan}?billing=${billing}`} className={look}>
          Choose {card.label}
        </a>
      )}
      <ul className="mt-5 space-y-2 border-t pt-4 text-sm">
        {card.builtOn !== null && <li className="font-medium text-ink">{card.builtOn}</li>}
        <PlanBullets bullets={card.bullets} />
      </ul>
    </section>
  )
}
