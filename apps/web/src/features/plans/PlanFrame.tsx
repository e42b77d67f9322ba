import { Trans } from '@lingui/react/macro'
import { PLAN_CARDS } from '@strikewise/plans/catalogue.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SiteHeader } from '../site/SiteHeader.tsx'
import { Card } from '../../ui/Card.tsx'
import { planLabel } from '../../messages/plan-labels.ts'
import { PlanText } from './PlanText.tsx'
import { PlanBullets } from './PlanBullets.tsx'

/** Page of one plan: what it holds, its price, and what to press. */
export function PlanFrame({ plan, price, children }: { plan: Plan; price: ReactNode; children: ReactNode }) {
  const card = PLAN_CARDS[plan]
  const label = planLabel(plan)
  return (
    <>
      <SiteHeader login />
      <main className="mx-auto max-w-lg px-4 pt-12 pb-20 sm:px-6">
        <Link to="/plans" className="text-sm text-accent-text underline-offset-2 hover:underline">
          <Trans>All plans</Trans>
        </Link>
        <h1 className="mt-2 text-2xl font-semibold tracking-[-0.025em]">
          <Trans>{label} plan</Trans>
        </h1>
        <p className="mt-1 text-ink-2">
          <PlanText of={card.summary} />
        </p>
        <Card className="mt-6 p-5">
          {price}
          <ul className="mt-4 space-y-2 border-t pt-4 text-sm">
            {card.builtOn !== null && (
              <li className="font-medium">
                <PlanText of={card.builtOn} />
              </li>
            )}
            <PlanBullets bullets={card.bullets} />
          </ul>
          <div className="mt-5">{children}</div>
        </Card>
      </main>
    </>
  )
}
