import { Trans } from '@lingui/react/macro'
import { optionsTrade } from '@strikewise/domain/time/market-phase.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFeed } from '../../lib/feed.tsx'
import { epochOf, istMinute, istTime } from '../../lib/ist-format.ts'
import { indicesQuery } from '../../lib/market-queries.ts'
import { phaseAt } from '../../lib/market-phase.ts'
import { marketSpeed, useMarketTime } from '../../lib/server-clock.ts'
import { ChipDot, chipClass, type ChipCondition } from '../../ui/Chip.tsx'
import { feedAge, conditionOfAge } from './feed-chip.ts'

/** How old the newest price is; once it is too old, since when prices have stopped. Leads to the state of our parts. */
export function FeedChip({ delaySeconds }: { delaySeconds: number }) {
  const { condition, text } = useFeedState(delaySeconds)
  return (
    <Link to="/status" className={chipClass(condition)}>
      <ChipDot condition={condition} />
      {text}
    </Link>
  )
}

/** State of the feed, as a condition and a text. */
export function useFeedState(delaySeconds: number) {
  const feed = useFeed()
  const { data: asOf } = useQuery({ ...indicesQuery, select: (indices) => indices.as_of ?? null })
  const at = epochOf(asOf)
  const trades = useMarketTime((now) => optionsTrade(phaseAt(now)))
  const age = useMarketTime((now) => (at === undefined ? 0 : feedAge(at, now, delaySeconds, marketSpeed())))
  if (feed.status === 'stopped') {
    const since = feed.since === undefined ? undefined : istTime(feed.since)
    const text = since === undefined ? <Trans>No prices</Trans> : <Trans>Prices stopped {since}</Trans>
    return { condition: 'broken' as ChipCondition, text }
  }
  if (at === undefined) return { condition: 'idle' as ChipCondition, text: <Trans>No prices yet</Trans> }
  const last = istMinute(at)
  if (!trades) return { condition: 'idle' as ChipCondition, text: <Trans>Last {last}</Trans> }
  return { condition: conditionOfAge(age), text: <Trans>Feed {age} s</Trans> }
}
