import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { daysRemaining } from '@strikewise/plans/billing.ts'
import { epochOf, istDay } from '../../lib/ist-format.ts'
import { useMarketTime } from '../../lib/server-clock.ts'

/** 'Active Until' with the days that remain. */
export function ActiveUntil({ expiry }: { expiry: string | null }) {
  const { t } = useLingui()
  const at = epochOf(expiry)
  const days = useMarketTime((now) => (at === undefined ? 0 : daysRemaining(at, now)))
  const until = at === undefined ? t`N/A` : istDay(at)
  return (
    <span className="text-sm whitespace-nowrap text-ink-3">
      <Trans>
        Active Until <span className="font-medium text-ink">{until}</span>
      </Trans>
      {at !== undefined && ` ${t`(${plural(days, { one: '# day', other: '# days' })} remaining)`}`}
    </span>
  )
}
