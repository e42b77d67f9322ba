import { Trans } from '@lingui/react/macro'
import { useFeed } from '../../lib/feed.tsx'
import { istTime } from '../../lib/ist-format.ts'
import { Badge } from '../../ui/Badge.tsx'

/** On the chart, while its last bar stands still though the market trades. */
export function StalePriceOverlay() {
  const feed = useFeed()
  if (feed.status === 'current' || feed.since === undefined) return null
  const time = istTime(feed.since)
  return (
    <div role="status" className="pointer-events-none absolute top-2 left-3 z-1">
      <Badge tone="warn">
        <Trans>No new price since {time}</Trans>
      </Badge>
    </div>
  )
}
