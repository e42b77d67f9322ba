import { Trans, useLingui } from '@lingui/react/macro'
import { tradingScreenAccess } from '@strikewise/plans/entitlements.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { marketNow } from '../../lib/server-clock.ts'
import { planStateOf, tradesOnPaper } from '../../lib/plan-access.ts'
import { meQuery } from '../../lib/queries.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoadingState, LockedState } from '../../ui/states.tsx'

interface TradingScreenGuardProps {
  /** True for a screen that users who trade on paper need as well. */
  paperToo?: boolean
  children: (me: Me) => ReactNode
}

/**
 * Lets broker connect and trade settings through to those who may use them. A plan below elite sees 'Upgrade Required';
 * the expiry guard sends an elite or master plan that has ended, and every user whose record cannot be read, to /plans.
 */
export function TradingScreenGuard({ paperToo = false, children }: TradingScreenGuardProps) {
  const { t } = useLingui()
  const me = useQuery(meQuery)
  const { error } = me
  useEffect(() => {
    if (error !== null) console.error('the plan could not be read', error)
  }, [error])
  if (me.data === undefined)
    return me.isError ? <Navigate to="/plans" replace /> : <LoadingState label={t`Checking your plan...`} />
  if (paperToo && tradesOnPaper(me.data)) return children(me.data)
  switch (tradingScreenAccess(planStateOf(me.data), marketNow())) {
    case 'allowed':
      return children(me.data)
    case 'plan_ended':
      return <Navigate to="/plans" replace />
    case 'upgrade_required':
      return (
        <Card>
          <LockedState
            title={t`Upgrade Required`}
            hint={t`Connecting a broker account and automatic trading are part of Elite and Master.`}
            action={
              <Link to="/pricing" className={buttonClass('primary', 'sm')}>
                <Trans>See plans</Trans>
              </Link>
            }
          />
        </Card>
      )
  }
}
