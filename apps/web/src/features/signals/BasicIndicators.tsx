import { Trans, useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useFeed } from '../../lib/feed.tsx'
import { priceText } from '../../lib/format.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { basicIndicatorText } from '../../messages/signals.ts'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { indicatorValuesQuery } from './queries.ts'

/** The bare MACD, VWAP and RSI values of plans without the indicator agent. */
export function BasicIndicators({ symbol }: { symbol: IndexSymbol }) {
  const { t } = useLingui()
  const query = useQuery(indicatorValuesQuery(symbol))
  const { data, isError } = query
  const isStale = useFeed().status === 'stopped' || data?.stale === true
  const values = Object.entries(data?.values ?? {})
  const time = data === undefined || data.as_of === null ? undefined : wireTime(data.as_of)
  return (
    <div className="border-t p-4">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-sm font-semibold">
          <Trans>Basic signals</Trans>
        </h3>
        <p className="text-xs text-ink-3">
          {time === undefined ? (isError ? '' : t`warming up`) : t`as of ${time}`}
          {time !== undefined && isStale && ` · ${t`stale`}`}
        </p>
      </div>
      <NotRefreshed query={query} />
      {data === undefined && isError ? (
        <p role="alert" className="text-sm text-ink-3">
          <Trans>Couldn’t load MACD, VWAP and RSI.</Trans>
        </p>
      ) : values.length === 0 ? (
        <p className="text-sm text-ink-3">
          <Trans>MACD, VWAP and RSI appear once enough bars have closed.</Trans>
        </p>
      ) : (
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          {values.map(([name, value]) => (
            <div key={name}>
              <dt className="text-xs text-ink-3">{basicIndicatorText(name)}</dt>
              <dd className="text-md font-medium">{priceText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {data?.degraded?.includes('vwap') === true && (
        <p className="mt-3 text-xs text-warn">
          <Trans>The future’s volume is missing: a time-weighted average stands in for VWAP.</Trans>
        </p>
      )}
    </div>
  )
}
