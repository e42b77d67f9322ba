import { Trans, useLingui } from '@lingui/react/macro'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { epochOf, istTime } from '../../lib/ist-format.ts'
import { marketSpeed, useMarketTime } from '../../lib/market-clock.ts'
import { isFeedStale } from '../../lib/market-phase.ts'
import { Notice } from '../../ui/Notice.tsx'

interface FeedStaleNoticeProps {
  /** The newest quote's time, as the wire wrote it. */
  asOf: string | undefined
  failing: boolean
  /** How late the plan sees prices anyway. */
  delayMs: number
}

/** Says that prices stand still while the market trades. */
export function FeedStaleNotice({ asOf, failing, delayMs }: FeedStaleNoticeProps) {
  const { t } = useLingui()
  const at = epochOf(asOf)
  const stale = useMarketTime((now) => isFeedStale(at, (now - delayMs) as EpochMs, marketSpeed()))
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
