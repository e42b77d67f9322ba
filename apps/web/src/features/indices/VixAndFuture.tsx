import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { priceText, signedText } from '../../lib/format.ts'
import { indicesQuery } from '../../lib/market-queries.ts'
import { Card } from '../../ui/Card.tsx'

/** India's volatility index, and the premium of the Nifty future; nothing while neither is known. In a wide window alone. */
export function VixAndFuture() {
  const { t } = useLingui()
  const { data: vix } = useQuery({ ...indicesQuery, select: (indices) => indices.india_vix })
  const { data: premium } = useQuery({ ...indicesQuery, select: (indices) => indices.nifty_future?.premium })
  if (vix === undefined && premium === undefined) return null
  const premiumText = premium === undefined ? undefined : signedText(premium)
  return (
    <Card aria-label={t`India VIX`} className="flex items-center gap-x-3 px-3 text-sm max-xl:hidden">
      {vix !== undefined && (
        <p className="flex items-baseline gap-1.5">
          <span className="text-xs text-ink-2">VIX</span>
          <span className="font-semibold">{priceText(vix.price)}</span>
          {/* Its direction is no gain or loss: it has no colour. */}
          <span className="text-xs text-ink-3">{signedText(vix.change)}</span>
        </p>
      )}
      {premiumText !== undefined && (
        <p className="text-xs whitespace-nowrap text-ink-2">
          <Trans>
            Future <b className="font-semibold text-ink">{premiumText}</b>
          </Trans>
        </p>
      )}
    </Card>
  )
}
