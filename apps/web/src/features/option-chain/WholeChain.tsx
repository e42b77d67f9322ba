import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { expiriesFor } from '@strikewise/domain/instruments/expiries.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { indicesQuery } from '../../lib/market-queries.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { useStore, type Store } from '../../lib/store.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import type { LiveTrades } from '../active-trades/trade-connection.ts'
import { ChainGrid } from './ChainGrid.tsx'
import { ChainReadingStrip } from './ChainReadingStrip.tsx'
import { wholeChain } from './chain-window.ts'
import { DetailNote } from './DetailNote.tsx'
import { HeldNote } from './HeldNote.tsx'
import { heldContracts } from './held-contracts.ts'
import { wallsQuery, wholeChainQuery, wholeDetailsQuery } from './queries.ts'

interface WholeChainProps {
  symbol: IndexSymbol
  /** The user's open trades: their contracts are marked. */
  live: Store<LiveTrades>
}

/** Every strike of an index with all columns. */
export function WholeChain({ symbol, live }: WholeChainProps) {
  const { t } = useLingui()
  const chain = useQuery(wholeChainQuery(symbol))
  // What stands beside the strikes is asked for once there are any.
  const enabled = chain.data !== undefined && chain.data.length > 0
  const details = useQuery({ ...wholeDetailsQuery(symbol), enabled })
  const { data: walls, isError: isWithoutWalls } = useQuery({ ...wallsQuery(symbol), enabled })
  const { data: indices } = useQuery(indicesQuery)
  const spot = indices?.[symbol === 'NIFTY' ? 'nifty50' : 'banknifty']?.price
  const today = useMarketToday()
  const trades = useStore(live, (state) => state.trades)
  const held = useMemo(() => heldContracts(trades ?? [], expiriesFor(symbol, today)[0]!), [trades, symbol, today])
  const byStrike = useMemo(() => new Map(details.data?.map((one) => [one.strike, one] as const)), [details.data])
  const shown = useMemo(() => wholeChain(chain.data ?? []), [chain.data])
  if (chain.data === undefined && chain.isError)
    return (
      <ErrorState
        title={t`Couldn’t load the option chain`}
        hint={errorDetail(chain.error)}
        onRetry={() => void chain.refetch()}
      />
    )
  if (chain.data === undefined) return <LoadingState label={t`Loading...`} className="min-h-133" />
  if (chain.data.length === 0)
    return <ErrorState line title={t`Option chain data unavailable`} hint={t`It comes back with the feed.`} />
  return (
    <>
      <NotRefreshed query={chain} />
      <ChainReadingStrip walls={walls} withVolatility />
      <DetailNote details={details.data} failing={details.isError || isWithoutWalls} />
      <ChainGrid shown={shown} walls={walls} symbol={symbol} spot={spot} details={byStrike} held={held} />
      <HeldNote live={live} anyHeld={held.size > 0} />
    </>
  )
}
