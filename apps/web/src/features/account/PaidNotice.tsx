import { Trans, useLingui } from '@lingui/react/macro'
import { isPlanActive } from '@strikewise/plans/entitlements.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { epochOf, istDay } from '../../lib/ist-format.ts'
import { marketNow } from '../../lib/server-clock.ts'
import { planStateOf } from '../../lib/plan-access.ts'
import { planLabel } from '../../messages/plan-labels.ts'
import { Notice } from '../../ui/Notice.tsx'

/** What a payment led to, for who comes from it (`?success=true`). Reports what the record holds, never what the address shows. */
export function PaidNotice({ me }: { me: Me }) {
  const { success } = useSearch({ strict: false }) as { success?: string }
  const { t } = useLingui()
  const until = epochOf(me.plan_expiry)
  if (success !== 'true' || me.plan === null || until === undefined || !isPlanActive(planStateOf(me), marketNow()))
    return null
  const plan = planLabel(me.plan)
  const day = istDay(until)
  return (
    <Notice tone="up" role="status" title={t`Your ${plan} plan is active until ${day}`}>
      <Trans>
        The receipt was sent to your email address and stands in{' '}
        <Link to="/profile" className="text-accent-text underline underline-offset-2">
          your profile
        </Link>
        .
      </Trans>
    </Notice>
  )
}
