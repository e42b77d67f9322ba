import { daysRemaining } from '@strikewise/domain/plans/billing.ts'
import { epochOf, istDay } from '../../lib/ist-format.ts'
import { useMarketTime } from '../../lib/market-clock.ts'

/** 'Active Until' with the days that remain. */
export function ActiveUntil({ expiry }: { expiry: string | null }) {
  const at = epochOf(expiry)
  const days = useMarketTime((now) => (at === undefined ? 0 : daysRemaining(at, now)))
  return (
    <span className="text-sm whitespace-nowrap text-ink-3">
      Active Until <span className="font-medium text-ink">{at === undefined ? 'N/A' : istDay(at)}</span>
      {at !== undefined && ` (${days} ${days === 1 ? 'day' : 'days'} remaining)`}
    </span>
  )
}
