import { Trans } from '@lingui/react/macro'
import type { LivePnlRow } from '@strikewise/wire/trades.ts'
import { rupeesText, signedRupeesText } from '../../lib/format.ts'
import { epochOf, wireTime } from '../../lib/ist-format.ts'
import { useMarketTime } from '../../lib/market-clock.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { cx } from '../../ui/cx.ts'

/** A price older than this is said to be: the product's milliseconds. */
const OLD_MS = 15_000
const MODES = ['live', 'paper'] as const

/** What one open trade would bring if it were sold now, after charges, and at what price. */
export function OpenResult({ standing }: { standing: LivePnlRow | undefined }) {
  const at = epochOf(standing?.as_of)
  const isOld = useMarketTime((now) => at !== undefined && now - at > OLD_MS)
  if (standing === undefined || standing.net === null || standing.last_price === null)
    return (
      <span className="mt-0.5 block text-xs text-ink-3">
        <Trans>no price yet</Trans>
      </span>
    )
  const price = rupeesText(standing.last_price)
  const time = wireTime(standing.as_of)
  return (
    <span className="mt-0.5 block text-xs text-ink-3">
      <span className="sr-only">
        <Trans>If sold now, after charges:</Trans>{' '}
      </span>
      <span className={cx('font-semibold', standing.net >= 0 ? 'text-up' : 'text-down')}>
        {signedRupeesText(standing.net)}
      </span>{' '}
      {isOld ? (
        <Trans>
          at {price} of {time}
        </Trans>
      ) : (
        <Trans>at {price}</Trans>
      )}
    </span>
  )
}

/** What all open trades of one kind of account would bring: live money and paper money are never one sum. */
export function OpenTotals({ standings }: { standings: readonly LivePnlRow[] }) {
  return MODES.map((mode) => {
    const known = standings.filter((row) => row.mode === mode).flatMap(({ net }) => (net === null ? [] : [net]))
    if (known.length === 0) return null
    // Summed in whole paise, where it is exact.
    const net = known.reduce((sum, rupees) => sum + Math.round(rupees * 100), 0) / 100
    return (
      <dl key={mode} className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 px-4 py-3 text-sm">
        <dt className="flex items-center gap-2 text-ink-3">
          <Trans>Open P&L if sold now, after charges</Trans> <ModeBadge mode={mode} />
        </dt>
        <dd className={cx('text-lg font-semibold', net >= 0 ? 'text-up' : 'text-down')}>{signedRupeesText(net)}</dd>
      </dl>
    )
  })
}
