import { Trans } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { useFeed } from '../../lib/feed.tsx'
import { priceText, signedText } from '../../lib/format.ts'
import { istTime } from '../../lib/ist-format.ts'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { indicesQuery } from '../../lib/market-queries.ts'
import { useFlash } from './useFlash.ts'

const FACES = {
  NIFTY: { name: 'Nifty 50', key: 'nifty50' },
  BANKNIFTY: { name: 'Bank Nifty', key: 'banknifty' },
} as const satisfies Record<IndexSymbol, { name: string; key: string }>

/** Price and change of one index. */
export function IndexCard({ symbol }: { symbol: IndexSymbol }) {
  const { name, key } = FACES[symbol]
  const { data: quote } = useQuery({ ...indicesQuery, select: (indices) => indices[key] })
  return (
    <Card aria-label={name} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-1.5">
      <h2 className="text-sm font-medium text-ink-2">{name}</h2>
      {quote === undefined ? (
        <div role="status" className="flex items-center gap-3">
          <p className="text-md font-semibold text-ink-3">
            <Trans>Loading...</Trans>
          </p>
          <Skeleton className="h-5 w-32" />
        </div>
      ) : (
        <>
          <Quote price={quote.price} change={quote.change} changePercent={quote.change_percent} />
          <PriceAge />
        </>
      )}
    </Card>
  )
}

/** When the price was current, once it no longer is. */
function PriceAge() {
  const feed = useFeed()
  if (feed.status === 'current' || feed.since === undefined) return null
  const time = istTime(feed.since)
  return (
    <p className="text-xs text-ink-3">
      <Trans>as of {time}</Trans>
    </p>
  )
}

function Quote({ price, change, changePercent }: { price: number; change: number; changePercent: number }) {
  const flash = useFlash(price)
  const isCurrent = useFeed().status === 'current'
  const rises = change >= 0
  const Arrow = rises ? ArrowUpRight : ArrowDownRight
  return (
    <dl className="flex flex-wrap items-baseline gap-x-3">
      <dt className="sr-only">
        <Trans>Price</Trans>
      </dt>
      <dd
        // A new key restarts the animation when the price moves the same way twice.
        key={flash.count}
        className={cx(
          '-mx-1.5 inline-block rounded-sm px-1.5 text-lg font-semibold tracking-[-0.015em]',
          !isCurrent && 'text-ink-3',
          flash.moved === 'up' && 'flash-up-line',
          flash.moved === 'down' && 'flash-down-line',
        )}
      >
        {priceText(price)}
      </dd>
      <dt className="sr-only">
        <Trans>Change</Trans>
      </dt>
      <dd
        className={cx(
          'flex items-center gap-1 text-sm font-medium',
          !isCurrent ? 'text-ink-3' : rises ? 'text-up' : 'text-down',
        )}
      >
        <Arrow aria-hidden="true" className="size-4" />
        <span>{signedText(change)}</span>
        <span>({signedText(changePercent)}%)</span>
      </dd>
    </dl>
  )
}
