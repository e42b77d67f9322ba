import { useQuery } from '@tanstack/react-query'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { epochOf } from './ist-format.ts'
import { marketSpeed, useMarketTime } from './server-clock.ts'
import { isFeedStale, isPriceOld } from './market-phase.ts'
import { indicesQuery } from './market-queries.ts'

/**
 * Whether market figures on screen are current. `stopped`: the market trades and prices no longer arrive; `since` is the
 * time of the last price, undefined when there has been none. `cause`: the feed is silent, or our server does not answer.
 */
export type Feed =
  | { readonly status: 'current' }
  | { readonly status: 'stopped'; readonly since: EpochMs | undefined; readonly cause: 'feed' | 'server' }

const CURRENT: Feed = { status: 'current' }
const Shared = createContext<Feed>(CURRENT)

/** The one answer to whether prices arrive, for everything below a `FeedProvider`. */
export const useFeed = (): Feed => use(Shared)

interface FeedProviderProps {
  /** How late the plan sees prices, in product milliseconds. */
  delayMs: number
  children: ReactNode
}

/** Follows the poll of index prices and shares what it shows of the feed with every screen part below. */
export function FeedProvider({ delayMs, children }: FeedProviderProps) {
  const { data, isError } = useQuery({ ...indicesQuery, select: (indices) => indices.as_of ?? null })
  const since = epochOf(data)
  const isSilent = useMarketTime(
    (now) => data !== undefined && isFeedStale(since, (now - delayMs) as EpochMs, marketSpeed()),
  )
  const feed = useMemo(
    (): Feed => (isSilent || isError ? { status: 'stopped', since, cause: isError ? 'server' : 'feed' } : CURRENT),
    [isSilent, isError, since],
  )
  return <Shared value={feed}>{children}</Shared>
}

/**
 * Takes the colours of direction and money from market figures while the feed is stopped: what is inside shows nothing
 * about now. A row of the layout as its parent has it.
 */
export function LiveFigures({ children }: { children: ReactNode }) {
  return (
    <div className="contents" data-prices={useFeed().status}>
      {children}
    </div>
  )
}

/** True once a figure's own price, taken at `at`, is too old to be called current; false for one without a price. */
export function useIsOld(at: EpochMs | undefined): boolean {
  const { status } = useFeed()
  const isOld = useMarketTime((now) => at !== undefined && isPriceOld(at, now, marketSpeed()))
  return isOld || (at !== undefined && status === 'stopped')
}
