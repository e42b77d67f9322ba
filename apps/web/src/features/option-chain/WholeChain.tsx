import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { indicesQuery } from '../../lib/market-queries.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { ChainReadingStrip } from './ChainReadingStrip.tsx'
import { wholeChain } from './chain-window.ts'
import { DetailNote } from './DetailNote.tsx'
import { Strikes } from './OptionChainTable.tsx'
import { wallsQuery, wholeChainQuery, wholeDetailsQuery } from './queries.ts'

/** Every strike of an index with all columns. */
export function WholeChain({ symbol }: { symbol: IndexSymbol }) {
  const { t } = useLingui()
  const chain = useQuery(wholeChainQuery(symbol))
  // What stands beside the strikes is asked for once there are any.
  const enabled = chain.data !== undefined && chain.data.length > 0
  const details = useQuery({ ...wholeDetailsQuery(symbol), enabled })
  const { data: walls, isError: isWithoutWalls } = useQuery({ ...wallsQuery(symbol), enabled })
  const { data: indices } = useQuery(indicesQuery)
  const spot = indices?.[symbol === 'NIFTY' ? 'nifty50' : 'banknifty']?.price
  const byStrike = useMemo(() => new Map(details.data?.map((one) => [one.strike, one] as const)), [details.data])
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
      <ChainReadingStrip walls={walls} />
      <DetailNote details={details.data} failing={details.isError || isWithoutWalls} />
      <Strikes tall shown={wholeChain(chain.data)} walls={walls} symbol={symbol} spot={spot} details={byStrike} />
    </>
  )
}
