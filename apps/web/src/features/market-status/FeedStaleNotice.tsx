import { Trans, useLingui } from '@lingui/react/macro'
import { epochOf, istTime } from '../../lib/ist-format.ts'
import { marketSpeed, useMarketTime } from '../../lib/market-clock.ts'
import { isFeedStale } from '../../lib/market-phase.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Says that prices stand still while the market trades. `asOf` is the newest quote's time, as the wire wrote it. */
export function FeedStaleNotice({ asOf, failing }: { asOf: string | undefined; failing: boolean }) {
  const { t } = useLingui()
  const at = epochOf(asOf)
  const stale = useMarketTime((now) => isFeedStale(at, now, marketSpeed()))
  if (!stale && !failing) return null
  const time = at === undefined ? undefined : istTime(at)
  return (
    <Notice tone="warn" role="status" title={failing ? t`The server does not answer` : t`Market data is delayed`}>
      {time === undefined ? (
        <Trans>No price has arrived yet.</Trans>
      ) : (
        <Trans>The prices below are from {time} IST.</Trans>
      )}{' '}
      <Trans>No new entries are made on old prices; protective stops keep resting at the exchange.</Trans>
    </Notice>
  )
}
