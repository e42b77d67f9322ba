import { Trans, useLingui } from '@lingui/react/macro'
import { useFeed } from '../../lib/feed.tsx'
import { istTime } from '../../lib/ist-format.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Reports that prices no longer arrive while the market trades, and what that means for trades. */
export function FeedStaleNotice() {
  const { t } = useLingui()
  const feed = useFeed()
  if (feed.status === 'current') return null
  const time = feed.since === undefined ? undefined : istTime(feed.since)
  const stopped = time === undefined ? t`No prices yet` : t`Prices stopped at ${time}`
  return (
    <Notice tone="warn" role="status" title={feed.cause === 'server' ? t`Can’t reach Strikewise` : stopped}>
      {feed.cause === 'server' && time !== undefined && (
        <>
          <Trans>The last prices are from {time}.</Trans>{' '}
        </>
      )}
      <Trans>Grey figures are not current. No new entries. Your stop is at the exchange and still works.</Trans>
    </Notice>
  )
}
