import { Trans } from '@lingui/react/macro'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { istTime } from '../../lib/ist-format.ts'
import { marketSpeed, useMarketTime } from '../../lib/market-clock.ts'
import { isFeedStale } from '../../lib/market-phase.ts'
import { Badge } from '../../ui/Badge.tsx'

/** On the chart, while its last bar stands still though the market trades. `delayMs`: how late the plan sees prices anyway. */
export function NoNewPrice({ asOf, delayMs }: { asOf: EpochMs | undefined; delayMs: number }) {
  const stale = useMarketTime((now) => isFeedStale(asOf, (now - delayMs) as EpochMs, marketSpeed()))
  if (!stale || asOf === undefined) return null
  const time = istTime(asOf)
  return (
    <div role="status" className="pointer-events-none absolute top-2 left-3 z-1">
      <Badge tone="warn">
        <Trans>No new price since {time}</Trans>
      </Badge>
    </div>
  )
}
