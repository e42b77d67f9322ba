import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Payments } from '../features/account/Payments.tsx'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { ListingCard } from '../features/top-traders/ListingCard.tsx'
import { epochOf, istDay } from '../lib/ist-format.ts'
import { planLabel } from '../messages/plan-labels.ts'
import { meQuery } from '../lib/queries.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'

export function ProfilePage() {
  const { t } = useLingui()
  const me = useQuery(meQuery)
  const missing = me.isError && me.data === undefined
  useEffect(() => {
    if (missing) console.error('No user data found')
  }, [missing])
  const expiry = epochOf(me.data?.plan_expiry)
  return (
    <SettingsPage
      title={t`Profile`}
      aside={
        <div className="flex flex-wrap gap-2">
          <Link to="/dpdp" className={buttonClass('secondary', 'sm')}>
            <Trans>Your data</Trans>
          </Link>
          <Link to="/security" className={buttonClass('secondary', 'sm')}>
            <Trans>Security</Trans>
          </Link>
          <Link to="/change-password" className={buttonClass('secondary', 'sm')}>
            <Trans>Change password</Trans>
          </Link>
        </div>
      }
    >
      <Card>
        {missing ? (
          <ErrorState title={t`Failed to load user profile.`} onRetry={() => void me.refetch()} />
        ) : (
          <dl className="divide-y">
            <Row name={t`Name`} value={me.data && (me.data.name || t`Not set`)} />
            <Row name={t`Email`} value={me.data?.email} />
            <Row name={t`Plan`} value={me.data && (me.data.plan === null ? t`Free` : planLabel(me.data.plan))} />
            <Row name={t`Active Until`} value={me.data && (expiry === undefined ? t`N/A` : istDay(expiry))} />
            {me.data?.next_plan != null && <NextPlan {...me.data.next_plan} />}
          </dl>
        )}
      </Card>
      <div className="mt-6">
        <Payments />
      </div>
      <div className="mt-6">
        <ListingCard />
      </div>
    </SettingsPage>
  )
}

/** The plan that was bought to begin when this one ends. */
function NextPlan({ plan, starts_at, plan_expiry }: NonNullable<Me['next_plan']>) {
  const { t } = useLingui()
  const [from, until] = [epochOf(starts_at), epochOf(plan_expiry)]
  if (from === undefined || until === undefined) return null
  const [name, first, last] = [planLabel(plan), istDay(from), istDay(until)]
  return <Row name={t`Then`} value={t`${name}, ${first} to ${last}`} />
}

/** A value still loading keeps its line's height. */
function Row({ name, value }: { name: string; value: string | undefined }) {
  return (
    <div className="flex min-h-13 items-center justify-between gap-6 px-5 py-3">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 text-right font-medium break-words">
        {value === undefined ? <Skeleton className="h-4 w-32" /> : value}
      </dd>
    </div>
  )
}
