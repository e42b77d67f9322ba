import { epochOf, istTime } from '../../lib/ist-format.ts'
import { marketSpeed, useMarketTime } from '../../lib/market-clock.ts'
import { Notice } from '../../ui/Notice.tsx'
import { isFeedStale } from './market-line.ts'

/** Says that prices stand still while the market trades. `asOf` is the newest quote's time, as the wire wrote it. */
export function FeedStaleNotice({ asOf, failing }: { asOf: string | undefined; failing: boolean }) {
  const at = epochOf(asOf)
  const stale = useMarketTime((now) => isFeedStale(at, now, marketSpeed()))
  if (!stale && !failing) return null
  return (
    <Notice tone="warn" role="status" title={failing ? 'The server does not answer' : 'Market data is delayed'}>
      {at === undefined ? 'No price has arrived yet.' : `The prices below are from ${istTime(at)} IST.`} No new entries
      are made on old prices; protective stops keep resting at the exchange.
    </Notice>
  )
}
