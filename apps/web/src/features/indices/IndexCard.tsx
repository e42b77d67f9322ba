import { Trans } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useFeed } from '../../lib/feed.tsx'
import { priceText, signedText } from '../../lib/format.ts'
import { istTime } from '../../lib/ist-format.ts'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { indicesQuery } from '../../lib/market-queries.ts'
import { DESKTOP, useMedia } from '../../lib/media.ts'
import { useFlash } from './useFlash.ts'

// Beside the price, which does not wait for it.
const DayRange = lazy(async () => ({ default: (await import('./DayRange.tsx')).DayRange }))

const FACES = {
  NIFTY: { name: 'Nifty 50', key: 'nifty50' },
  BANKNIFTY: { name: 'Bank Nifty', key: 'banknifty' },
} as const satisfies Record<IndexSymbol, { name: string; key: string }>

/** Price and change of one index, and in a wide window the way of its day. */
export function IndexCard({ symbol }: { symbol: IndexSymbol }) {
  const { name, key } = FACES[symbol]
  const { data: quote } = useQuery({ ...indicesQuery, select: (indices) => indices[key] })
  const isWide = useMedia(DESKTOP)
  return (
    <Card
      aria-label={name}
      className="flex min-h-10 flex-wrap items-center gap-x-3 px-2.5 max-sm:py-1 sm:px-4 xl:gap-x-2.5 xl:px-3"
    >
      <h2 className="text-xs font-medium text-ink-2 sm:text-sm">{name}</h2>
      {quote === undefined ? (
        <div role="status" className="flex items-center gap-3">
          <p className="text-md font-semibold text-ink-3">
            <Trans>Loading...</Trans>
          </p>
          <Skeleton className="h-5 w-16 sm:w-32" />
        </div>
      ) : (
        <>
          <Quote price={quote.price} change={quote.change} changePercent={quote.change_percent} />
          <PriceAge />
          {isWide && (
            <Suspense fallback={null}>
              <DayRange symbol={symbol} price={quote.price} />
            </Suspense>
          )}
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
    <dl className="flex flex-wrap items-baseline gap-x-2 sm:gap-x-3">
      <dt className="sr-only">
        <Trans>Price</Trans>
      </dt>
      <dd
        // A new key restarts the animation when the price moves the same way twice.
        key={flash.count}
        className={cx(
          '-mx-1 inline-block rounded-sm px-1 text-md font-semibold tracking-[-0.015em]',
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
          'flex items-center gap-0.5 text-xs font-medium sm:gap-1 sm:text-sm',
          !isCurrent ? 'text-ink-3' : rises ? 'text-up' : 'text-down',
        )}
      >
        {change !== 0 && <Arrow aria-hidden="true" className="size-3.5 shrink-0 sm:size-4" />}
        <span>{signedText(change)}</span>
        <span>({signedText(changePercent)}%)</span>
      </dd>
    </dl>
  )
}
